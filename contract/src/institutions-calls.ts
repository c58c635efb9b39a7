import { defineCalls } from './calls.ts';

/** An institution for its managers, and the COUNTER reports. */
export const institutionsCalls = defineCalls({
  getOwnInstitution: { method: 'GET', path: '/institutions/current', portals: ['customer'] },
  /** Institutions without a free seat that the caller has a right to join. Query: book_id of a book they cover. */
  listMissingSeats: { method: 'GET', path: '/institutions/missing_seats', portals: ['customer'] },
  /** Recently ended institutions whose books the caller could read. Query: book_id of a book they cover. */
  listEndedInstitutions: { method: 'GET', path: '/institutions/ended', portals: ['customer'] },
  listInstitutionMembers: { method: 'GET', path: '/institutions/current/members', portals: ['customer'] },
  /** JSON, or a CSV or Excel file as the multipart field `institution[users_file]`. Query: dry_run, import_id, columns. */
  addInstitutionMembers: { method: 'POST', path: '/institutions/current/members', portals: ['customer'] },
  /** Imports of the last day that can be undone. */
  listMemberImports: { method: 'GET', path: '/institutions/current/imports', portals: ['customer'] },
  undoMemberImport: {
    method: 'DELETE',
    path: '/institutions/current/imports/:importId',
    portals: ['customer'],
  },
  resendMemberInvitations: {
    method: 'POST',
    path: '/institutions/current/invitations',
    portals: ['customer'],
  },
  updateInstitutionMember: {
    method: 'PATCH',
    path: '/institutions/current/members/:userId',
    portals: ['customer'],
  },
  removeInstitutionMember: {
    method: 'DELETE',
    path: '/institutions/current/members/:userId',
    portals: ['customer'],
  },
  /** Removes any number of members at once. */
  removeInstitutionMembers: { method: 'POST', path: '/institutions/current/removals', portals: ['customer'] },
  /** Removals of the last day that can be undone. */
  listMemberRemovals: { method: 'GET', path: '/institutions/current/removals', portals: ['customer'] },
  undoMemberRemoval: {
    method: 'DELETE',
    path: '/institutions/current/removals/:removalId',
    portals: ['customer'],
  },
  /** Ends the caller's membership. Query: institution_id. */
  leaveInstitution: { method: 'DELETE', path: '/institutions/current/membership', portals: ['customer'] },
  /** COUNTER Release 5.1: `tr_b1`, `tr_b2`, `tr_b3`. Query: begin_date, end_date (YYYY-MM), format. */
  getCounterReport: { method: 'GET', path: '/r51/reports/:report', portals: ['customer', 'root'] },
});
