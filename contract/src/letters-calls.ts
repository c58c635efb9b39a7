import { defineCalls } from './calls.ts';

const BY_LINK = { portals: ['root'], who: 'open', ignoresSession: true } as const;

/** The link in the footer of an optional letter. Its token says whose letter it is. */
export const lettersCalls = defineCalls({
  /** What the page at `/unsubscribe/:token` shows. */
  getLetterChoice: { method: 'GET', path: '/v1/unsubscribe/:token', ...BY_LINK },
  /** Also sent by mail providers (RFC 8058). */
  unsubscribe: { method: 'POST', path: '/unsubscribe/:token', ...BY_LINK },
  undoUnsubscribe: { method: 'DELETE', path: '/unsubscribe/:token', ...BY_LINK },
});
