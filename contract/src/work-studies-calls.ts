import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** DICOM studies of books that are being made: from what was dropped to what a person decided about it. */
export const workStudiesCalls = defineCalls({
  listWorkStudies: { method: 'GET', path: '/works/:id/studies', portals: DESK },
  addWorkStudy: { method: 'POST', path: '/works/:id/studies', portals: DESK },
  dismissWorkStudy: { method: 'DELETE', path: '/works/:id/studies/:study', portals: DESK },
  getStudyReport: { method: 'GET', path: '/works/:id/study-reports/:key', portals: DESK },
  reportStudyAgain: { method: 'PUT', path: '/works/:id/study-reports/:key/preparation', portals: DESK },
  decideStudy: { method: 'PUT', path: '/works/:id/study-reports/:key/decision', portals: DESK },
});
