import type { PageText } from '@vesalius/contract/reader-text';
import { readFigures } from './page-figures.ts';
import { type MissingFont, withFonts } from './page-fonts.ts';
import { readTags } from './page-tags.ts';
import { readWords } from './page-text.ts';
import type { PdfDocument } from './pdfium.ts';
import { withDrawnPage } from './with-drawn-page.ts';

interface ReadText {
  readonly text: PageText;
  readonly width: number;
  readonly height: number;
  readonly hasTextOutside: boolean;
  readonly missingFonts: readonly MissingFont[];
}

/** What a page says: the words and figures of its picture. */
export const readText = (document: PdfDocument, pageNumber: number): Promise<ReadText> => {
  // A page that was taken out of the document has lost them.
  const tags = document.withPage(pageNumber, (page) => readTags(document, page));
  return withDrawnPage(document, pageNumber, (drawn) =>
    withFonts(document, drawn, (page, size, missingFonts) => {
      const { hasTextOutside = false, ...words } = readWords(document, page, tags);
      return {
        ...{ ...size, hasTextOutside, missingFonts },
        text: { ...size, ...words, figures: readFigures(document, page) },
      };
    }),
  );
};
