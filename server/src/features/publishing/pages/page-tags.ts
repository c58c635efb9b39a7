import type { TagRole } from '@vesalius/contract/reader-text';
import type { PdfDocument } from './pdfium.ts';

/** Deeper nesting than this is a broken tree. */
const DEEPEST = 60;
const MOST_ELEMENTS = 20_000;
/** Of the words for a figure (characters). */
const LONGEST_ALT = 2000;

interface TaggedBlock {
  readonly role: TagRole;
  /** The marked content of the page that it consists of. */
  readonly contents: number[];
  alt: string;
}

export interface PageTags {
  /** In the order of the tags, which is the order in which the page is to be read. */
  readonly blocks: readonly TaggedBlock[];
  /** Which marked content is a heading, and of which level. */
  readonly levels: ReadonlyMap<number, number>;
}

/** Text that goes on within what it stands in. */
const INLINE = new Set(
  'Span NonStruct Link Reference Quote Em Strong Sub Annot Ruby RB RT RP Warichu WT WP Code BibEntry Lbl LBody'.split(
    ' ',
  ),
);
/** One piece of text each, whatever is nested in it. */
const PIECES = new Map<string, TagRole>([
  ['P', 'P'],
  ['LI', 'LI'],
  ['Caption', 'P'],
  ['TOCI', 'LI'],
  ['Note', 'P'],
  ['FENote', 'P'],
  ['BlockQuote', 'P'],
]);

/** Where text goes: the block that is open, or the role of the one that the next text opens. */
interface Place {
  readonly role: TagRole;
  /** A piece of text: paragraphs and groups within it open nothing of their own. */
  readonly isPiece: boolean;
  readonly isCell: boolean;
  block: TaggedBlock | null;
}

/** What the tags of a tagged PDF say about a page; nothing without tags. */
export function readTags(document: PdfDocument, page: number): PageTags {
  const { library } = document;
  const blocks: TaggedBlock[] = [];
  const levels = new Map<number, number>();
  const tree = library.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return { blocks, levels };
  const taken = new Set<number>();
  let visited = 0;

  const begin = (role: TagRole, alt = ''): TaggedBlock => {
    const block: TaggedBlock = { role, contents: [], alt };
    blocks.push(block);
    return block;
  };
  const put = (content: number, place: Place) => {
    if (taken.has(content)) return;
    taken.add(content);
    const level = levelOf(place.role);
    if (level > 0) levels.set(content, level);
    place.block ??= begin(place.role);
    place.block.contents.push(content);
  };
  const visit = (element: number, place: Place, depth: number) => {
    visited += 1;
    if (depth > DEEPEST || visited > MOST_ELEMENTS) return;
    const type = document.text((pointer, capacity) =>
      library.FPDF_StructElement_GetType(element, pointer, capacity),
    );
    const alt = type === 'Figure' || type === 'Formula' ? altOf(document, element) : '';
    let inner = place;
    if (alt && place.isCell && place.block) place.block.alt = `${place.block.alt} ${alt}`.trim();
    else if (alt) {
      inner = { role: 'Figure', isPiece: true, isCell: false, block: begin('Figure', alt) };
      // What follows in the same paragraph is read after the figure.
      place.block = null;
    } else if (!place.isCell) inner = placeWithin(type, place);
    const count = library.FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < count; index += 1) {
      const child = library.FPDF_StructElement_GetChildAtIndex(element, index);
      if (child) visit(child, inner, depth + 1);
      else {
        const content = library.FPDF_StructElement_GetChildMarkedContentID(element, index);
        if (content >= 0) put(content, inner);
      }
    }
    if (type === 'Table' && inner !== place) begin('TableEnd');
  };
  const placeWithin = (type: string, place: Place): Place => {
    const piece = headingRole(type) ?? PIECES.get(type);
    if (type === 'TD' || type === 'TH')
      return { role: type, isPiece: true, isCell: true, block: begin(type) };
    if (type === 'Table' || type === 'TR') begin(type);
    else if (INLINE.has(type) || (place.isPiece && type !== 'L')) return place;
    // A list within an item: its items are pieces again, and what follows them is read after them.
    if (type === 'L' || type === 'Table') place.block = null;
    return { role: piece ?? 'P', isPiece: piece !== undefined, isCell: false, block: null };
  };

  try {
    const roots = library.FPDF_StructTree_CountChildren(tree);
    for (let index = 0; index < roots; index += 1) {
      const root = library.FPDF_StructTree_GetChildAtIndex(tree, index);
      if (root) visit(root, { role: 'P', isPiece: false, isCell: false, block: null }, 0);
    }
    return { blocks, levels };
  } finally {
    library.FPDF_StructTree_Close(tree);
  }
}

const altOf = (document: PdfDocument, element: number): string =>
  document
    .text((pointer, capacity) => document.library.FPDF_StructElement_GetAltText(element, pointer, capacity))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_ALT);

/** H1 to H6, Title, and the old H without a level. */
function headingRole(type: string): TagRole | undefined {
  if (/^H[1-6]$/.test(type)) return type as TagRole;
  return type === 'Title' ? 'H1' : type === 'H' ? 'H2' : undefined;
}

const levelOf = (role: TagRole): number => Number(/^H([1-6])$/.exec(role)?.[1] ?? 0);
