import { keepOnlyDrawn } from './only-drawn.ts';
import type { PdfDocument } from './pdfium.ts';
import { UnreadablePdf } from './protocol.ts';

/** FLAT_NORMALDISPLAY of fpdf_flatten.h: as on a screen. */
const AS_DISPLAYED = 0;

/**
 * Makes a PDF of the one page, for deep zoom and print. It holds what is drawn on this page, and nothing else of the
 * document: not the pictures and fonts of other pages, not the comments, attachments, scripts and links of this one.
 */
export async function onePagePdf(document: PdfDocument, pageNumber: number): Promise<Buffer> {
  const taken = takenOut(document, pageNumber);
  try {
    return await keepOnlyDrawn(taken);
  } catch (error) {
    throw new UnreadablePdf(`has a page that cannot be taken out: page ${pageNumber}`, { cause: error });
  }
}

/** With everything that the page refers to; form fields and visible notes are part of the drawing. */
function takenOut(document: PdfDocument, pageNumber: number): Buffer {
  const { library } = document;
  const single = library.FPDF_CreateNewDocument();
  try {
    if (!library.FPDF_ImportPages(single, document.handle, String(pageNumber), 0)) {
      throw new UnreadablePdf(`has a page that cannot be taken out: page ${pageNumber}`);
    }
    const page = library.FPDF_LoadPage(single, 0);
    if (page !== 0) {
      library.FPDFPage_Flatten(page, AS_DISPLAYED);
      library.FPDF_ClosePage(page);
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
