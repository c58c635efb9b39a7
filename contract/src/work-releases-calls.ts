import { defineCalls } from './calls.ts';
import { DESK } from './desk-portals.ts';

/** Publishing of books that are being made. */
export const workReleasesCalls = defineCalls({
  getWorkCheckList: { method: 'GET', path: '/works/:id/check_list', portals: DESK },
  /** Query: from, to. */
  compareWork: { method: 'GET', path: '/works/:id/comparison', portals: DESK },
  listReleases: { method: 'GET', path: '/works/:id/releases', portals: DESK },
  publishWork: { method: 'POST', path: '/works/:id/releases', portals: DESK },
  restoreRelease: { method: 'POST', path: '/works/:id/releases/:revision/restore', portals: DESK },
  barRelease: { method: 'PUT', path: '/works/:id/releases/:revision/bar', portals: DESK },
  liftBar: { method: 'DELETE', path: '/works/:id/releases/:revision/bar', portals: ['admin'] },
  scheduleRelease: { method: 'PUT', path: '/works/:id/schedule', portals: DESK },
  cancelSchedule: { method: 'DELETE', path: '/works/:id/schedule', portals: DESK },
  withdrawBook: { method: 'PUT', path: '/works/:id/withdrawal', portals: DESK },
  bringBackBook: { method: 'DELETE', path: '/works/:id/withdrawal', portals: DESK },
  getSaleEffects: { method: 'GET', path: '/works/:id/sale_effects', portals: DESK },
  getRegrading: { method: 'GET', path: '/works/:id/regrading', portals: DESK },
  regradeAttempts: { method: 'POST', path: '/works/:id/regrading', portals: DESK },
  createEdition: { method: 'POST', path: '/works/:id/editions', portals: ['admin'] },
});
