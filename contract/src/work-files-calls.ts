import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** The files of books that are being made, and the pages of their PDFs. */
export const workFilesCalls = defineCalls({
  addWorkFile: { method: 'POST', path: '/works/:id/files', portals: DESK },
  /** Query: path. */
  getWorkPages: { method: 'GET', path: '/works/:id/pages', portals: DESK },
});
