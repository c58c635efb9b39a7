import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** What the people of a book say of its pages before readers see them. */
export const workCommentsCalls = defineCalls({
  listWorkComments: { method: 'GET', path: '/works/:id/comments', portals: DESK },
  countWorkComments: { method: 'GET', path: '/works/:id/comment_counts', portals: DESK },
  addWorkComment: { method: 'POST', path: '/works/:id/comments', portals: DESK },
  removeWorkComment: { method: 'DELETE', path: '/works/:id/comments/:commentId', portals: DESK },
  settleWorkComment: { method: 'PUT', path: '/works/:id/comments/:commentId/settled', portals: DESK },
  reopenWorkComment: { method: 'DELETE', path: '/works/:id/comments/:commentId/settled', portals: DESK },
});
