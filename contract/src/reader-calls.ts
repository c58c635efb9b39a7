import { type Call, defineCalls } from './calls.ts';

/**
 * What the viewer needs in addition to the book: page sizes and labels, chapters, outline, and the grant for page files. Separate
 * from the others, because it is the only call of the viewer's inline start script.
 */
export const getBookPages = {
  method: 'GET',
  path: '/books/:id/pages',
  portals: ['customer', 'author', 'editor', 'program_director'],
  who: 'open',
} as const satisfies Call;

/** Reading a book: its pages, the reading position, search, notes. Specification, document 2 section 7. */
export const readerCalls = /* @__PURE__ */ defineCalls({
  getBookPages,
  searchBook: {
    method: 'GET',
    path: '/books/:id/search',
    portals: ['customer', 'author', 'editor', 'program_director'],
    who: 'open',
  },
  /** Query: book_id, page, read_at (when it was read, for offline reading), sent_at (when it is sent). */
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
  /** Permission to keep the book on this device for offline reading, and its expiry. */
  createOfflineLicence: { method: 'POST', path: '/books/:id/offline_licence', portals: ['customer'] },
  /** How much space the offline book needs, for the question before it is stored. */
  getOfflineSize: { method: 'GET', path: '/books/:id/offline_size', portals: ['customer'] },
  /** The table of /editors/notes/{bookId}. */
  listEditorNotes: { method: 'GET', path: '/books/:id/notes', portals: ['editor'] },
});
