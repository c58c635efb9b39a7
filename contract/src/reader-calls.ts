import { type Call, defineCalls } from './calls.ts';

/**
 * All that the viewer needs besides the book: page sizes and labels, chapters, outline, and the grant for page files.
 * Apart from the others: it is the one call of the viewer's inline start script.
 */
export const getBookPages = {
  method: 'GET',
  path: '/books/:id/pages',
  portals: ['customer', 'author', 'editor', 'program_director'],
  who: 'open',
} as const satisfies Call;

/** Reading a book: its pages, the reader's place, search, notes. Specification, document 2 section 7. */
export const readerCalls = /* @__PURE__ */ defineCalls({
  getBookPages,
  searchBook: {
    method: 'GET',
    path: '/books/:id/search',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  /** Query: book_id, page, read_at (when it was read, for what was read without a network), sent_at (when it is sent). */
  updateCurrentProgress: { method: 'PATCH', path: '/books/update_current_progress', portals: ['customer'] },
  listAnnotations: {
    method: 'GET',
    path: '/annotations',
    portals: ['customer', 'editor', 'program_director'],
  },
  createAnnotation: {
    method: 'POST',
    path: '/annotations',
    portals: ['customer', 'editor', 'program_director'],
  },
  updateAnnotation: {
    method: 'PATCH',
    path: '/annotations/:id',
    portals: ['customer', 'editor', 'program_director'],
  },
  deleteAnnotation: {
    method: 'DELETE',
    path: '/annotations/:id',
    portals: ['customer', 'editor', 'program_director'],
  },
  /** Permission to keep the book on this device for reading without a network, and until when. */
  createOfflineLicence: { method: 'POST', path: '/books/:id/offline_licence', portals: ['customer'] },
  /** How much room the kept book takes, asked before keeping it. */
  getOfflineSize: { method: 'GET', path: '/books/:id/offline_size', portals: ['customer'] },
  /** The table behind /editors/notes/{bookId}. */
  listEditorNotes: { method: 'GET', path: '/books/:id/notes', portals: ['editor'] },
});
