import { keepOnlyDrawn } from './only-drawn.ts';
import type { PdfDocument } from './pdfium.ts';
import { UnreadablePdf } from './protocol.ts';
import { takePage } from './take-page.ts';
import { withDrawnPage } from './with-drawn-page.ts';

/** FLAT_NORMALDISPLAY of fpdf_flatten.h: as on a screen. */
const AS_DISPLAYED = 0;

/** Flags of an annotation (PDF 32000-1, table 165). */
const INVISIBLE = 1;
const HIDDEN = 2;
const NO_VIEW = 32;

/**
 * Makes a PDF of the one page, for deep zoom and print. It holds what is drawn on this page, and nothing else of the
 * document: not the pictures and fonts of other pages, not hidden layers, not the comments, attachments, scripts and links of
 * this one.
 */
export async function onePagePdf(document: PdfDocument, pageNumber: number): Promise<Buffer> {
  const taken = await withDrawnPage(document, pageNumber, (page) =>
    takePage(document, page, (single) => flatten(document, single)),
  );
  try {
    return await keepOnlyDrawn(taken);
  } catch (error) {
    throw new UnreadablePdf(`has a page that cannot be taken out: page ${pageNumber}`, { cause: error });
  }
}

/** Form fields and visible notes become part of the drawing: those that the picture of the page has. */
function flatten({ library }: PdfDocument, single: number): void {
  const page = library.FPDF_LoadPage(single, 0);
  if (page === 0) return;
  for (let index = library.FPDFPage_GetAnnotCount(page) - 1; index >= 0; index -= 1) {
    const annotation = library.FPDFPage_GetAnnot(page, index);
    const flags = library.FPDFAnnot_GetFlags(annotation);
    if (flags & INVISIBLE) library.FPDFAnnot_SetFlags(annotation, flags & ~INVISIBLE);
    library.FPDFPage_CloseAnnot(annotation);
    if (flags & (HIDDEN | NO_VIEW)) library.FPDFPage_RemoveAnnot(page, index);
  }
  library.FPDFPage_Flatten(page, AS_DISPLAYED);
  library.FPDF_ClosePage(page);
}
