import type { PdfDocument } from './pdfium.ts';
import { UnreadablePdf } from './protocol.ts';

/** A PDF of one page with everything that the page refers to; `change` gets it before it is written. */
export function takePage(
  document: PdfDocument,
  pageNumber: number,
  change: (single: number) => void = () => {},
): Buffer {
  const { library } = document;
  const single = library.FPDF_CreateNewDocument();
  try {
    if (!library.FPDF_ImportPages(single, document.handle, String(pageNumber), 0)) {
      throw new UnreadablePdf(`has a page that cannot be taken out: page ${pageNumber}`);
    }
    change(single);
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
