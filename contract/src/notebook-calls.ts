import { defineCalls } from './calls.ts';

/** What a user wrote and highlighted, over all books. A preview opens one book, so it has no notebook. */
export const notebookCalls = defineCalls({
  /** Query: q, book_id, chapter_id, color, from, to, order, page, items. */
  listNotebook: {
    method: 'GET',
    path: '/notebook',
    portals: ['customer', 'editor', 'program_director'],
    needsAccount: true,
  },
  listNotebookBooks: {
    method: 'GET',
    path: '/notebook/books',
    portals: ['customer', 'editor', 'program_director'],
    needsAccount: true,
  },
});
