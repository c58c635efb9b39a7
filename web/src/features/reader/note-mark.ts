import type { Annotation } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';

/** The distance between notes on the page as a whole, in its upper corner (pixels). */
const PAGE_NOTE_STEP = 28;
const PAGE_NOTE_TOP = 4;
/** The height of a mark as a share of the smallest page that is read, as wide as a phone. */
const MARK_SHARE = 0.055;

/** Where the mark of a note is: the CSS position, and the lines beside it as shares of the page's height. */
export interface NoteRow {
  readonly top: string;
  readonly from: number;
  readonly to: number;
}

/** Beside the first line of its passage. Notes on the page as a whole are below each other. */
export function noteRow(annotation: Annotation, all: readonly Annotation[]): NoteRow {
  const [first] = annotation.rects;
  if (first) return { top: `${(first.y * 100).toFixed(3)}%`, from: first.y, to: first.y + MARK_SHARE };
  const unplaced = all.filter(({ rects, note }) => rects.length === 0 && note.text !== '');
  const index = unplaced.indexOf(annotation);
  const top = PAGE_NOTE_TOP + PAGE_NOTE_STEP * index;
  return { top: `${top}px`, from: 0, to: (MARK_SHARE * (top + PAGE_NOTE_STEP)) / PAGE_NOTE_STEP };
}

/** Where the longest line of the row ends, as a share of the page's width. Until the words are known, at its edge. */
export function textEnd(text: PageText | null, { from, to }: NoteRow): number {
  if (!text) return 1;
  return text.words.reduce(
    (end, [x, y, width, height]) => (y < to && y + height > from ? Math.max(end, x + width) : end),
    0,
  );
}
