import { z } from 'zod';
import { Id, IsoDate, ListQuery, listOf } from './atoms.ts';
import { MAX_QUESTION_LENGTH, PAGE_SIZE } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';
import { notebookCalls } from './notebook-calls.ts';
import { NOTEBOOK_KINDS, NOTEBOOK_ORDERS } from './notebook-limits.ts';
import { Annotation, HighlightColor } from './reader.ts';

const NotebookQuery = ListQuery.extend({
  /** Words, all of which the note and its passage contain together. */
  q: z.string().trim().max(MAX_QUESTION_LENGTH).optional(),
  book_id: Id.optional(),
  chapter_id: Id.optional(),
  /** note: with a text; highlight: a passage without one; bookmark: a page alone. */
  kind: z.enum(NOTEBOOK_KINDS).optional(),
  /** Bookmarks have none. */
  color: HighlightColor.optional(),
  /** Days in UTC, both included, on which the note was made. */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
  order: z.enum(NOTEBOOK_ORDERS).default('newest'),
});

export const NotebookEntry = Annotation.pick({
  id: true,
  note: true,
  color: true,
  orphaned: true,
  created_at: true,
  updated_at: true,
}).extend({
  book: z.object({ id: Id, title: z.string(), author: z.string(), language: z.string() }),
  /** Null: the page belongs to no chapter. */
  chapter: z.object({ id: Id, title: z.string() }).nullable(),
  /** The printed page number. */
  page_label: z.string(),
  /** The passage comes from a part of the book that the user can no longer read: its text is left out. */
  is_closed: z.boolean(),
});
export type NotebookEntry = z.output<typeof NotebookEntry>;

const Counted = z.object({ id: Id, title: z.string(), count: z.number().int() });
export const NotebookBook = Counted.extend({ chapters: z.array(Counted) });
export type NotebookBook = z.output<typeof NotebookBook>;

export const notebookEndpoints = defineEndpoints(notebookCalls, {
  listNotebook: {
    summary: 'The caller’s notes, highlights and bookmarks in all books, searched and filtered',
    description: `${PAGE_SIZE.notebook} at once unless \`items\` asks for others. Where the caller can no longer read a book, the note remains, but the passage is neither shown nor searched.`,
    query: NotebookQuery,
    answer: listOf(NotebookEntry),
  },
  listNotebookBooks: {
    summary: 'The books and chapters in which the caller has notes, highlights or bookmarks, with how many',
    answer: listOf(NotebookBook),
  },
});
export type NotebookEndpoints = typeof notebookEndpoints;
