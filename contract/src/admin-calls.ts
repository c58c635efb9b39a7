import { defineCalls } from './calls.ts';

/** The calls of staff: users, institutions, subscriptions, jobs, the audit log; all below /admin_portal/v1. */
export const adminCalls = defineCalls({
  listPeople: { method: 'GET', path: '/people', portals: ['admin'] },
  downloadPeople: { method: 'GET', path: '/people/export', portals: ['admin'] },
  getPerson: { method: 'GET', path: '/people/:id', portals: ['admin'] },
  /** Books by title, with the access policy's decision for this user. */
  listPersonAccess: { method: 'GET', path: '/people/:id/access', portals: ['admin'] },
  /** Invites authors, editors, directors, staff and readers by mail. */
  invitePerson: { method: 'POST', path: '/people', portals: ['admin'] },
  updatePerson: { method: 'PATCH', path: '/people/:id', portals: ['admin'] },
  renamePerson: { method: 'PATCH', path: '/people/:id/name', portals: ['admin'] },
  verifyPerson: { method: 'POST', path: '/people/:id/verify', portals: ['admin'] },
  endPersonSessions: { method: 'DELETE', path: '/people/:id/sessions', portals: ['admin'] },
  /** For a user who has lost the authenticator and the recovery codes, after a check of identity. */
  removeSecondFactor: { method: 'DELETE', path: '/people/:id/second_factor', portals: ['admin'] },
  resendMail: { method: 'POST', path: '/people/:id/mails', portals: ['admin'] },
  grantSubscription: { method: 'POST', path: '/people/:id/subscriptions', portals: ['admin'] },
  extendSubscription: { method: 'PATCH', path: '/subscriptions/:id', portals: ['admin'] },
  /** Books and packages by name, to choose from. */
  listProducts: { method: 'GET', path: '/products', portals: ['admin'] },
  listInstitutions: { method: 'GET', path: '/institutions', portals: ['admin'] },
  createInstitution: { method: 'POST', path: '/institutions', portals: ['admin'] },
  getInstitution: { method: 'GET', path: '/institutions/:id', portals: ['admin'] },
  updateInstitution: { method: 'PUT', path: '/institutions/:id', portals: ['admin'] },
  /** At once; its members are told by mail. Idempotent. */
  endInstitution: { method: 'POST', path: '/institutions/:id/end', portals: ['admin'] },
  addInstitutionMember: { method: 'POST', path: '/institutions/:id/members', portals: ['admin'] },
  /** Makes a member the institution's manager, or no longer one. */
  appointInstitutionManager: {
    method: 'PATCH',
    path: '/institutions/:id/members/:userId',
    portals: ['admin'],
  },
  removeInstitutionMember: {
    method: 'DELETE',
    path: '/institutions/:id/members/:userId',
    portals: ['admin'],
  },
  listFailedJobs: { method: 'GET', path: '/failed_jobs', portals: ['admin'] },
  /** Gives every failed job new attempts. */
  retryAllJobs: { method: 'POST', path: '/failed_jobs/retry', portals: ['admin'] },
  /** The job is never done, and the alert ends. */
  discardJob: { method: 'DELETE', path: '/failed_jobs/:id', portals: ['admin'] },
  retryJob: { method: 'POST', path: '/failed_jobs/:id/retry', portals: ['admin'] },
  listAuditLog: { method: 'GET', path: '/audit_log', portals: ['admin'] },
  downloadAuditLog: { method: 'GET', path: '/audit_log/export', portals: ['admin'] },
});
