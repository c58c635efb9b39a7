import { markedTerms } from '@vesalius/contract/reader-search';
import type { NoteHit } from '@vesalius/contract/search-hits';
import type { Db } from '../../platform/database/database.ts';
import { densestContext } from './hit-context.ts';
import { listNotes, type NoteRow, type NotesOf } from './note-queries.ts';
import { rankTexts } from './rank-texts.ts';

const MAX_HITS = 3;

export interface FoundNote {
  readonly bookId: string;
  readonly bookTitle: string;
  readonly hit: NoteHit;
}

/**
 * The caller's own notes and highlights. A highlighted passage beyond the preview of a book that the caller may not
 * read is neither compared nor shown.
 */
export async function searchNotes(db: Db, of: NotesOf, question: string): Promise<FoundNote[]> {
  const notes = await listNotes(db, of);
  if (notes.length === 0) return [];
  const { found, meanings } = await rankTexts(db, notes, {
    question,
    wordsOf: ({ text, quote }) => `${text}\n${quote}`,
  });
  const marked = markedTerms(question, meanings);
  return found.slice(0, MAX_HITS).map((note) => ({
    ...{ bookId: note.bookId, bookTitle: note.bookTitle },
    hit: hitOf(note, marked),
  }));
}

const hitOf = (note: NoteRow, marked: ReturnType<typeof markedTerms>): NoteHit => ({
  ...{ id: note.id, page: note.page, label: note.label, color: note.color },
  text: densestContext(note.text, marked),
  quote: densestContext(note.quote, marked),
});
