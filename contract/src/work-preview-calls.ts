import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** A working copy as its readers would see it. */
export const workPreviewCalls = defineCalls({
  getWorkPreview: { method: 'GET', path: '/works/:id/preview', portals: DESK },
  makeWorkPreview: { method: 'PUT', path: '/works/:id/preview', portals: DESK },
  openWorkPreview: { method: 'POST', path: '/works/:id/preview/openings', portals: DESK },
});
