import type { PdfDocument } from './pdfium.ts';
import { UnreadablePdf } from './protocol.ts';

/** Makes a PDF of the one page, for deep zoom and print, with the fonts and pictures of this page only. */
export function onePagePdf(document: PdfDocument, pageNumber: number): Buffer {
  const { library } = document;
  const single = library.FPDF_CreateNewDocument();
  try {
    if (!library.FPDF_ImportPages(single, document.handle, String(pageNumber), 0)) {
      throw new UnreadablePdf(`has a page that cannot be taken out: page ${pageNumber}`);
    }
    const writer = library.PDFiumExt_OpenFileWriter();
    try {
      library.PDFiumExt_SaveAsCopy(single, writer);
      const size = library.PDFiumExt_GetFileWriterSize(writer);
      return document.withBuffer(size, (pointer) => {
        library.PDFiumExt_GetFileWriterData(writer, pointer, size);
        return document.bytes(pointer, size);
      });
    } finally {
      library.PDFiumExt_CloseFileWriter(writer);
    }
  } finally {
    library.FPDF_CloseDocument(single);
  }
}
