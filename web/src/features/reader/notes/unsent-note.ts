import type { Annotation } from '@vesalius/contract/reader';
import { findUnsent, keepUnsent, readUnsent } from '../../../lib/unsent.ts';

const formOf = (bookId: string, noteId = '') => `note:${bookId}:${noteId}`;

/** In another role it would be another person's to read: a reader's note is private, an editor's is not. */
export const keepUnsentNote = (bookId: string, note: Annotation): void =>
  keepUnsent(formOf(bookId, note.id), note, { isOfRole: true });
export const forgetUnsentNote = (bookId: string, noteId: string): void =>
  keepUnsent(formOf(bookId, noteId), null);
export const readUnsentNote = (bookId: string, noteId: string): Annotation | null =>
  readUnsent(formOf(bookId, noteId));
export const findUnsentNote = (bookId: string): Annotation | null => findUnsent(formOf(bookId));
