import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** The files of books that are being made, the pages of their PDFs, and their lectures. */
export const workFilesCalls = defineCalls({
  addWorkFile: { method: 'POST', path: '/works/:id/files', portals: DESK },
  listFileRemovals: { method: 'GET', path: '/works/:id/file_removals', portals: DESK },
  removeWorkFiles: { method: 'POST', path: '/works/:id/file_removals', portals: DESK },
  restoreWorkFiles: { method: 'DELETE', path: '/works/:id/file_removals/:removalId', portals: DESK },
  /** Query: path. */
  getWorkPages: { method: 'GET', path: '/works/:id/pages', portals: DESK },
  prepareWorkPages: { method: 'PUT', path: '/works/:id/pages/preparation', portals: DESK },
  getPageMoves: { method: 'GET', path: '/works/:id/page_moves', portals: DESK },
  moveWithPages: { method: 'POST', path: '/works/:id/page_moves', portals: DESK },
  listWorkVideos: { method: 'GET', path: '/works/:id/videos', portals: DESK },
  prepareWorkVideo: { method: 'PUT', path: '/works/:id/videos/:asset/preparation', portals: DESK },
  cancelWorkVideo: { method: 'DELETE', path: '/works/:id/videos/:asset/preparation', portals: DESK },
  /** Query: path. */
  getWorkCaptions: { method: 'GET', path: '/works/:id/captions', portals: DESK },
  storeWorkCaptions: { method: 'POST', path: '/works/:id/captions', portals: DESK },
});
