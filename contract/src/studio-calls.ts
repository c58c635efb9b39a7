import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** Books that are being made. */
export const studioCalls = defineCalls({
  /** Query: search_term, page, items. */
  listWorks: { method: 'GET', path: '/works', portals: DESK },
  createWork: { method: 'POST', path: '/works', portals: ['admin'] },
  getWork: { method: 'GET', path: '/works/:id', portals: DESK },
  deleteWork: { method: 'DELETE', path: '/works/:id', portals: ['admin'] },
  changeWork: { method: 'POST', path: '/works/:id/changes', portals: DESK },
  /** Query: since. */
  listWorkChanges: { method: 'GET', path: '/works/:id/changes', portals: DESK },
  undoWorkChange: { method: 'POST', path: '/works/:id/undo', portals: DESK },
  /** Query: page, items. */
  listWorkHistory: { method: 'GET', path: '/works/:id/history', portals: DESK },
  addWorkPerson: { method: 'POST', path: '/works/:id/people', portals: ['admin'] },
  /** Query: email, work_role. */
  removeWorkPerson: { method: 'DELETE', path: '/works/:id/people', portals: ['admin'] },
});
