import type { Annotation } from '@vesalius/contract/reader';
import { findUnsent, keepUnsent, readUnsent } from '../../../lib/unsent.ts';

/** An unsaved note with the note that it was based on, so that saving can detect a newer version. */
export interface UnsentNote {
  readonly note: Annotation;
  readonly base: Annotation;
  /** Highlights that were made for the note, and go with it. Notes of an earlier release name none. */
  readonly made?: readonly Annotation[];
}

const formOf = (bookId: string, noteId = '') => `note:${bookId}:${noteId}`;

/** An earlier release stored only the note: the time of the text that was changed, but not that text. */
function withBase(kept: UnsentNote | Annotation): UnsentNote;
function withBase(kept: UnsentNote | Annotation | null): UnsentNote | null;
function withBase(kept: UnsentNote | Annotation | null): UnsentNote | null {
  if (!kept || 'base' in kept) return kept;
  return { note: kept, base: { ...kept, note: { ...kept.note, text: '' } } };
}

/** Stored per role: a reader's note is private, while editors of a book see each other's notes. */
export const keepUnsentNote = (bookId: string, unsent: UnsentNote): void =>
  keepUnsent(formOf(bookId, unsent.note.id), unsent, { isOfRole: true });
export const forgetUnsentNote = (bookId: string, noteId: string): void =>
  keepUnsent(formOf(bookId, noteId), null);
export const readUnsentNote = (bookId: string, noteId: string): UnsentNote | null =>
  withBase(readUnsent(formOf(bookId, noteId)));
export const findUnsentNote = (
  bookId: string,
  isWanted: (note: Annotation) => boolean = () => true,
): UnsentNote | null =>
  withBase(findUnsent<UnsentNote | Annotation>(formOf(bookId), (kept) => isWanted(withBase(kept).note)));

/** A text that the server has was sent, though its answer may have been lost. */
export function forgetStoredNotes(bookId: string, stored: readonly Annotation[]): void {
  for (const { id, color, note, is_own } of stored) {
    if (!is_own) continue;
    const unsent = readUnsentNote(bookId, id)?.note;
    if (unsent?.note.text.trim() === note.text.trim() && unsent.color === color) forgetUnsentNote(bookId, id);
  }
}
