import type { Annotation } from '@vesalius/contract/reader';
import { findUnsent, keepUnsent, readUnsent } from '../../../lib/unsent.ts';

const formOf = (bookId: string, noteId = '') => `note:${bookId}:${noteId}`;

export const keepUnsentNote = (bookId: string, note: Annotation): void =>
  keepUnsent(formOf(bookId, note.id), note);
export const forgetUnsentNote = (bookId: string, noteId: string): void =>
  keepUnsent(formOf(bookId, noteId), null);
export const readUnsentNote = (bookId: string, noteId: string): Annotation | null =>
  readUnsent(formOf(bookId, noteId));
export const findUnsentNote = (bookId: string): Annotation | null => findUnsent(formOf(bookId));
