import type { Annotation } from '@vesalius/contract/reader';
import { findUnsent, keepUnsent, readUnsent } from '../../../lib/unsent.ts';

/** What was written in a note and not saved, and the note that it was written in: its save meets what is newer. */
export interface UnsentNote {
  readonly note: Annotation;
  readonly base: Annotation;
  /** Highlights that were made for the note, and go with it. Notes of an earlier release name none. */
  readonly made?: readonly Annotation[];
}

const formOf = (bookId: string, noteId = '') => `note:${bookId}:${noteId}`;

/** An earlier release kept the note alone: of the text that was changed it knew the time, not the words. */
const withBase = (kept: UnsentNote | Annotation | null): UnsentNote | null => {
  if (!kept || 'base' in kept) return kept;
  return { note: kept, base: { ...kept, note: { ...kept.note, text: '' } } };
};

/** In another role it would be another person's to read: a reader's note is private, an editor's is not. */
export const keepUnsentNote = (bookId: string, unsent: UnsentNote): void =>
  keepUnsent(formOf(bookId, unsent.note.id), unsent, { isOfRole: true });
export const forgetUnsentNote = (bookId: string, noteId: string): void =>
  keepUnsent(formOf(bookId, noteId), null);
export const readUnsentNote = (bookId: string, noteId: string): UnsentNote | null =>
  withBase(readUnsent(formOf(bookId, noteId)));
export const findUnsentNote = (bookId: string): UnsentNote | null => withBase(findUnsent(formOf(bookId)));
