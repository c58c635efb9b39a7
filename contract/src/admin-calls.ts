import { defineCalls } from './calls.ts';

/** The platform's staff: people, institutions, subscriptions, jobs, the audit log. All of it below /admin_portal/v1. */
export const adminCalls = defineCalls({
  listPeople: { method: 'GET', path: '/people', portals: ['admin'] },
  downloadPeople: { method: 'GET', path: '/people/export', portals: ['admin'] },
  getPerson: { method: 'GET', path: '/people/:id', portals: ['admin'] },
  /** Books by title with the access policy's answer for this person. */
  listPersonAccess: { method: 'GET', path: '/people/:id/access', portals: ['admin'] },
  /** Authors, editors, directors, staff and readers, by mail. */
  invitePerson: { method: 'POST', path: '/people', portals: ['admin'] },
  updatePerson: { method: 'PATCH', path: '/people/:id', portals: ['admin'] },
  renamePerson: { method: 'PATCH', path: '/people/:id/name', portals: ['admin'] },
  verifyPerson: { method: 'POST', path: '/people/:id/verify', portals: ['admin'] },
  endPersonSessions: { method: 'DELETE', path: '/people/:id/sessions', portals: ['admin'] },
  /** For somebody who has lost the authenticator and the recovery codes, and has proved who they are. */
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
  /** Every one of them gets new attempts. */
  retryAllJobs: { method: 'POST', path: '/failed_jobs/retry', portals: ['admin'] },
  /** The work is never done, and the alert ends. */
  discardJob: { method: 'DELETE', path: '/failed_jobs/:id', portals: ['admin'] },
  retryJob: { method: 'POST', path: '/failed_jobs/:id/retry', portals: ['admin'] },
  listAuditLog: { method: 'GET', path: '/audit_log', portals: ['admin'] },
});
