import { defineCalls } from './calls.ts';

/** What staff do with certificates: find, export, correct, revoke. By number, which is the same for all issues. */
export const certificatesAdminCalls = defineCalls({
  listIssuedCertificates: { method: 'GET', path: '/certificates', portals: ['admin'] },
  downloadIssuedCertificates: { method: 'GET', path: '/certificates/export', portals: ['admin'] },
  getIssuedCertificate: { method: 'GET', path: '/certificates/:number', portals: ['admin'] },
  correctCertificate: { method: 'POST', path: '/certificates/:number/issues', portals: ['admin'] },
  revokeCertificate: { method: 'POST', path: '/certificates/:number/revocation', portals: ['admin'] },
  reinstateCertificate: { method: 'DELETE', path: '/certificates/:number/revocation', portals: ['admin'] },
});
