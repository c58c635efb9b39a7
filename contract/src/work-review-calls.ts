import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** Asking the authors and editors of a book to look at it before readers see it. */
export const workReviewCalls = defineCalls({
  getWorkReview: { method: 'GET', path: '/works/:id/review', portals: DESK },
  askForReview: { method: 'PUT', path: '/works/:id/review', portals: DESK },
  endReview: { method: 'DELETE', path: '/works/:id/review', portals: DESK },
  approveWork: { method: 'PUT', path: '/works/:id/review/approval', portals: ['author', 'editor'] },
  withdrawApproval: { method: 'DELETE', path: '/works/:id/review/approval', portals: ['author', 'editor'] },
  askForChanges: { method: 'PUT', path: '/works/:id/review/changes', portals: ['author', 'editor'] },
  withdrawChanges: { method: 'DELETE', path: '/works/:id/review/changes', portals: ['author', 'editor'] },
  removeReviewer: { method: 'DELETE', path: '/works/:id/review/people/:userId', portals: DESK },
});
