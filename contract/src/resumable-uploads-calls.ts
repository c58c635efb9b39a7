import { defineCalls } from './calls.ts';

const PORTALS = ['admin', 'author', 'editor'] as const;

/**
 * Large files, sent in parts with the tus protocol to the same addresses: POST, then HEAD and PATCH, DELETE to cancel. These calls
 * return the state of uploads.
 */
export const resumableUploadsCalls = defineCalls({
  listResumableUploads: { method: 'GET', path: '/resumable_uploads', portals: PORTALS },
  getResumableUpload: { method: 'GET', path: '/resumable_uploads/:upload_id', portals: PORTALS },
});
