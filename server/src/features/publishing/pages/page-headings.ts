import type { PdfDocument } from './pdfium.ts';

/** Deeper nesting than this is a broken tree. */
const DEEPEST = 60;
const MOST_ELEMENTS = 20_000;

/**
 * In a tagged PDF: which marked content of the page is a heading, and of which level. Empty without tags; then the
 * reader tells headings by the size of their type.
 */
export function headingLevels(document: PdfDocument, page: number): ReadonlyMap<number, number> {
  const { library } = document;
  const levels = new Map<number, number>();
  const tree = library.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return levels;
  try {
    let visited = 0;
    const visit = (element: number, outer: number, depth: number) => {
      visited += 1;
      if (element === 0 || depth > DEEPEST || visited > MOST_ELEMENTS) return;
      const own = levelOf(
        document.text((pointer, capacity) => library.FPDF_StructElement_GetType(element, pointer, capacity)),
      );
      const level = own || outer;
      if (level > 0) {
        const count = library.FPDF_StructElement_GetMarkedContentIdCount(element);
        for (let index = 0; index < count; index += 1)
          levels.set(library.FPDF_StructElement_GetMarkedContentIdAtIndex(element, index), level);
      }
      const children = library.FPDF_StructElement_CountChildren(element);
      for (let index = 0; index < children; index += 1)
        visit(library.FPDF_StructElement_GetChildAtIndex(element, index), level, depth + 1);
    };
    const roots = library.FPDF_StructTree_CountChildren(tree);
    for (let index = 0; index < roots; index += 1)
      visit(library.FPDF_StructTree_GetChildAtIndex(tree, index), 0, 0);
    return levels;
  } finally {
    library.FPDF_StructTree_Close(tree);
  }
}

/** H1 to H6, Title, and the old H without a level. */
function levelOf(type: string): number {
  const numbered = /^H([1-6])$/.exec(type)?.[1];
  if (numbered) return Number(numbered);
  return type === 'Title' ? 1 : type === 'H' ? 2 : 0;
}
