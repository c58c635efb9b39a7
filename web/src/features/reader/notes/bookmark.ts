import type { NotebookEntry } from '@vesalius/contract/notebook';
import type { Annotation } from '@vesalius/contract/reader';

const isBare = ({ quote, text }: Annotation['note']): boolean => quote === '' && text === '';

/** A bookmark is an annotation of the page as a whole, without a text. */
export const isBookmark = ({ note, rects, orphaned }: Annotation): boolean =>
  isBare(note) && rects.length === 0 && !orphaned;

/** A highlight whose passage the user can no longer read is none. */
export const isBookmarkEntry = ({ note, orphaned, is_closed }: NotebookEntry): boolean =>
  isBare(note) && !orphaned && !is_closed;
