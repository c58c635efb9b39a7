import { hiddenNotes } from './drawn-page.ts';
import { type MissingFont, withFonts } from './page-fonts.ts';
import { type Picture, renderPage } from './page-picture.ts';
import type { PdfDocument } from './pdfium.ts';

/** A flag of an annotation (PDF 32000-1, table 165). */
const HIDDEN = 2;

interface DrawnPicture {
  readonly picture: Picture;
  readonly width: number;
  readonly height: number;
  readonly missingFonts: readonly MissingFont[];
}

/** PDFium draws no content of hidden layers, but their notes, which are hidden here. */
export async function drawnPicture(
  document: PdfDocument,
  pageNumber: number,
  scale: 1 | 2,
): Promise<DrawnPicture> {
  const { library } = document;
  const layers = await document.layers();
  const hidden = layers ? hiddenNotes(layers, pageNumber) : [];
  return withFonts(document, pageNumber, (page, size, missingFonts) => {
    for (const index of hidden) {
      const note = library.FPDFPage_GetAnnot(page, index);
      library.FPDFAnnot_SetFlags(note, library.FPDFAnnot_GetFlags(note) | HIDDEN);
      library.FPDFPage_CloseAnnot(note);
    }
    return { ...size, missingFonts, picture: renderPage(document, page, size, scale) };
  });
}
