import { cutText } from '../../../platform/storable-text.ts';
import type { PdfDocument } from './pdfium.ts';

export interface OutlineEntry {
  readonly depth: number;
  readonly title: string;
  readonly page: number;
}

/** What can be read from a PDF without drawing it. */
export interface DocumentFacts {
  readonly pages: number;
  /** The printed page numbers in the PDF; '' where it has none. */
  readonly labels: readonly string[];
  readonly outline: readonly OutlineEntry[];
  /** Whether it may have layers (optional content). */
  readonly hasLayers?: true;
}

const MOST_OUTLINE_ENTRIES = 5000;
const DEEPEST_OUTLINE = 8;

export function documentFacts(document: PdfDocument): DocumentFacts {
  const { library, handle, pageCount } = document;
  const labels = Array.from({ length: pageCount }, (_, index) =>
    cutText(
      document
        .text((pointer, capacity) => library.FPDF_GetPageLabel(handle, index, pointer, capacity))
        .trim(),
      40,
    ),
  );
  const hasLayers = document.mayHaveLayers ? { hasLayers: true as const } : {};
  return { pages: pageCount, labels, outline: readOutline(document), ...hasLayers };
}

/** Depth first, from the root. A broken outline may contain cycles: each entry is visited once. */
function readOutline(document: PdfDocument): OutlineEntry[] {
  const { library, handle } = document;
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, depth: number) => {
    if (depth > DEEPEST_OUTLINE) return;
    let bookmark = library.FPDFBookmark_GetFirstChild(handle, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && entries.length < MOST_OUTLINE_ENTRIES) {
      seen.add(bookmark);
      const current = bookmark;
      const title = cleanTitle(
        document.text((pointer, capacity) => library.FPDFBookmark_GetTitle(current, pointer, capacity)),
      );
      const page = pageOf(document, current);
      if (title !== '' && page !== null) entries.push({ depth, title, page });
      visit(current, depth + 1);
      bookmark = library.FPDFBookmark_GetNextSibling(handle, current);
    }
  };
  visit(0, 0);
  return entries;
}

/** Browsers that print a heading in two pieces write its title twice, without a separator: 'The airwaysThe airways'. */
const cleanTitle = (title: string): string =>
  cutText(
    title
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^(.{4,})\1$/u, '$1'),
    300,
  );

function pageOf({ library, handle, pageCount }: PdfDocument, bookmark: number): number | null {
  let destination = library.FPDFBookmark_GetDest(handle, bookmark);
  if (destination === 0) {
    const action = library.FPDFBookmark_GetAction(bookmark);
    if (action !== 0) destination = library.FPDFAction_GetDest(handle, action);
  }
  if (destination === 0) return null;
  const index = library.FPDFDest_GetDestPageIndex(handle, destination);
  return index >= 0 && index < pageCount ? index + 1 : null;
}
