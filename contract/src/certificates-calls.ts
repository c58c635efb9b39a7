import { defineCalls, EVERY_PORTAL } from './calls.ts';

/** A certificate belongs to its holder in every role. */
const HOLDERS = { portals: EVERY_PORTAL, isOwn: true } as const;

export const certificatesCalls = defineCalls({
  listCertificates: { method: 'GET', path: '/certificates', ...HOLDERS, needsAccount: true },
  /** Query: book_id, kind. Issues the certificate if it is earned and was not issued yet. */
  getSingleCertificate: { method: 'GET', path: '/certificates/single_certificate', ...HOLDERS },
  /** Query: book_id. */
  getCertificateRequirements: {
    method: 'GET',
    path: '/certificates/requirements',
    portals: ['customer'],
  },
  /** What a stranger sees when verifying a number. */
  verifyCertificate: {
    method: 'GET',
    path: '/certificates/verify/:certificateUniqueId',
    portals: ['customer'],
    who: 'open',
  },
  /** The participant states how many of the credits were earned. */
  claimCredits: { method: 'PATCH', path: '/certificates/:id/claim', ...HOLDERS },
  /** After a change of name: the same number with the new name; the old issue is marked as replaced. */
  reissueCertificate: { method: 'POST', path: '/certificates/:id/reissue', ...HOLDERS },
  getTranscript: { method: 'GET', path: '/certificates/transcript', ...HOLDERS, needsAccount: true },
  downloadTranscriptCsv: {
    method: 'GET',
    path: '/certificates/transcript.csv',
    ...HOLDERS,
    needsAccount: true,
  },
  /** The certificate as an Open Badges 3.0 credential, signed (a compact JWT). */
  downloadCredential: { method: 'GET', path: '/certificates/:id/credential', ...HOLDERS },
  verifyCredential: {
    method: 'POST',
    path: '/certificates/verify_credential',
    portals: ['customer'],
    who: 'open',
  },
  /** Which credentials were revoked or replaced (a Bitstring Status List, signed as a compact JWT). */
  getStatusList: {
    method: 'GET',
    path: '/certificates/status_lists/:list',
    portals: ['customer'],
    who: 'open',
  },
  /** The public key of the credentials' signatures (a JSON Web Key Set). */
  getSigningKeys: { method: 'GET', path: '/.well-known/jwks.json', portals: ['root'], who: 'open' },
});
