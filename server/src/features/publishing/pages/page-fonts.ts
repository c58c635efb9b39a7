import type { PdfDocument } from './pdfium.ts';

/** FPDF_PAGEOBJ_* of fpdf_edit.h */
const TEXT = 1;
const FORM = 5;
/** Text rendering mode 3: text under a scan, for search only. */
const INVISIBLE = 3;
const MAX_FORM_DEPTH = 4;
const GLYPH_SIZE = 12;
/** The maximum of missing letters recorded per font; more say nothing new. */
const MAX_UNDRAWN = 40;
/** Characters without a visible shape in any font. */
const WITHOUT_SHAPE = /[\p{C}\p{Z}\p{M}]/u;

/** The standard fonts, which every PDF program has, by these names. */
const STANDARD =
  /^(Times-(Roman|Bold|Italic|BoldItalic)|(Helvetica|Courier)(-(Bold|Oblique|BoldOblique))?|Symbol|ZapfDingbats)$/;

/** A font of the page's text that is not embedded in the PDF. */
export interface MissingFont {
  readonly name: string;
  /** Letters that the substitute lacks: the page shows nothing in their place. */
  readonly undrawn: string;
}

/**
 * Calls `work` with the open page and its missing fonts. If the usual substitutes lack letters and the wider ones
 * have some of them, the wider ones draw the page.
 */
export function withFonts<Result>(
  document: PdfDocument,
  pageNumber: number,
  work: (
    page: number,
    size: { width: number; height: number },
    missingFonts: readonly MissingFont[],
  ) => Result,
): Result {
  const attempt = (limit: number): { gaps: number } | { result: Result } =>
    document.withPage(pageNumber, (page, size) => {
      const fonts = readMissingFonts(document, page);
      const gaps = fonts.reduce((sum, { undrawn }) => sum + undrawn.length, 0);
      return gaps < limit ? { result: work(page, size, fonts) } : { gaps };
    });
  const usual = attempt(1);
  if ('result' in usual) return usual.result;
  const wider = document.withWiderFonts(() => attempt(usual.gaps));
  if ('result' in wider) return wider.result;
  return (attempt(Number.POSITIVE_INFINITY) as { result: Result }).result;
}

/** The fonts of the page's visible text that are not embedded. */
function readMissingFonts(document: PdfDocument, page: number): MissingFont[] {
  const { library } = document;
  const fontOf = missingFontsByObject(document, page);
  if (fontOf.size === 0) return [];
  const letters = new Map<number, Set<number>>();
  const textPage = library.FPDFText_LoadPage(page);
  if (textPage === 0) return [];
  try {
    const count = library.FPDFText_CountChars(textPage);
    for (let index = 0; index < count; index += 1) {
      const font = fontOf.get(library.FPDFText_GetTextObject(textPage, index));
      if (font === undefined) continue;
      const used = letters.get(font) ?? new Set();
      letters.set(font, used.add(library.FPDFText_GetUnicode(textPage, index)));
    }
  } finally {
    library.FPDFText_ClosePage(textPage);
  }
  const undrawn = new Map<string, string>();
  for (const [font, used] of letters) {
    const name = nameOf(document, font);
    const missing = [...used].filter((letter) => !hasShape(document, font, letter));
    undrawn.set(name, (undrawn.get(name) ?? '') + String.fromCodePoint(...missing.slice(0, MAX_UNDRAWN)));
  }
  return [...undrawn]
    .filter(([name, text]) => text !== '' || !STANDARD.test(name))
    .map(([name, text]) => ({ name, undrawn: text }));
}

/** The font of each visible text object whose font is not embedded. */
function missingFontsByObject({ library }: PdfDocument, page: number): Map<number, number> {
  const fonts = new Map<number, number>();
  const visit = (object: number, depth: number) => {
    const type = library.FPDFPageObj_GetType(object);
    if (type === FORM && depth < MAX_FORM_DEPTH) {
      const count = library.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index += 1)
        visit(library.FPDFFormObj_GetObject(object, index), depth + 1);
    }
    if (type !== TEXT || library.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) return;
    const font = library.FPDFTextObj_GetFont(object);
    if (font !== 0 && library.FPDFFont_GetIsEmbedded(font) === 0) fonts.set(object, font);
  };
  const count = library.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index += 1) visit(library.FPDFPage_GetObject(page, index), 0);
  return fonts;
}

/** The font's name in the PDF, without the prefix of a subset. */
function nameOf(document: PdfDocument, font: number): string {
  const { library } = document;
  const length = library.FPDFFont_GetBaseFontName(font, 0, 0);
  if (length <= 1) return '';
  const name = document.withBuffer(length, (pointer) => {
    library.FPDFFont_GetBaseFontName(font, pointer, length);
    return document.bytes(pointer, length - 1).toString('utf8');
  });
  return name.replace(/^[A-Z]{6}\+/, '');
}

function hasShape({ library }: PdfDocument, font: number, letter: number): boolean {
  if (letter === 0 || letter > 0x10ffff || WITHOUT_SHAPE.test(String.fromCodePoint(letter))) return true;
  const path = library.FPDFFont_GetGlyphPath(font, letter, GLYPH_SIZE);
  return path !== 0 && library.FPDFGlyphPath_CountGlyphSegments(path) > 0;
}
