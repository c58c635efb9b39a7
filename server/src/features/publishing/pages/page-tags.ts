import type { TagRole } from '@vesalius/contract/reader-text';
import { cutText } from '../../../platform/storable-text.ts';
import type { PdfDocument } from './pdfium.ts';

/** Deeper nesting than this is a broken tree. */
const DEEPEST = 60;
const MOST_ELEMENTS = 20_000;
/** The maximum length of a figure's alternative text (characters). */
const LONGEST_ALT = 2000;

interface TaggedBlock {
  readonly role: TagRole;
  /** The ids of its marked content on the page. */
  readonly contents: number[];
  alt: string;
}

export interface PageTags {
  /** In the order of the tags, which is the reading order. */
  readonly blocks: readonly TaggedBlock[];
  /** The heading level of each marked content that is a heading. */
  readonly levels: ReadonlyMap<number, number>;
}

/** Inline elements: their text continues the element around them. */
const INLINE = new Set(
  'Span NonStruct Link Reference Quote Em Strong Sub Annot Ruby RB RT RP Warichu WT WP Code BibEntry Lbl LBody'.split(
    ' ',
  ),
);
/** Elements that are one piece of text, whatever is nested in them. */
const PIECES = new Map<string, TagRole>([
  ['P', 'P'],
  ['LI', 'LI'],
  ['Caption', 'P'],
  ['TOCI', 'LI'],
  ['Note', 'P'],
  ['FENote', 'P'],
  ['BlockQuote', 'P'],
]);

/** Where text is added: the open block, or the role of the block that the next text opens. */
interface Place {
  readonly role: TagRole;
  /** Whether it is one piece of text: paragraphs and groups within it open no block. */
  readonly isPiece: boolean;
  readonly isCell: boolean;
  block: TaggedBlock | null;
}

/** Reads the tags of a page of a tagged PDF; empty without tags. */
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
      // Text after the figure in the same paragraph is read after the figure.
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
    // A list within an item: its items are pieces again, and text after it is read after them.
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
  cutText(
    document
      .text((pointer, capacity) => document.library.FPDF_StructElement_GetAltText(element, pointer, capacity))
      .replace(/\s+/g, ' ')
      .trim(),
    LONGEST_ALT,
  );

/** H1 to H6, Title, and the old H without a level. */
function headingRole(type: string): TagRole | undefined {
  if (/^H[1-6]$/.test(type)) return type as TagRole;
  return type === 'Title' ? 'H1' : type === 'H' ? 'H2' : undefined;
}

const levelOf = (role: TagRole): number => Number(/^H([1-6])$/.exec(role)?.[1] ?? 0);
