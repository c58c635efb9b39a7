import { defineCalls } from './calls.ts';

export const certificatesCalls = defineCalls({
  listCertificates: { method: 'GET', path: '/certificates', portals: ['customer'] },
  /** Query: book_id, kind. Issues it the first time, when it is earned. */
  getSingleCertificate: { method: 'GET', path: '/certificates/single_certificate', portals: ['customer'] },
  /** What a stranger sees who checks a number. */
  verifyCertificate: {
    method: 'GET',
    path: '/certificates/verify/:certificateUniqueId',
    portals: ['customer'],
    who: 'open',
  },
  /** The participant says how many of the credits were earned. */
  claimCredits: { method: 'PATCH', path: '/certificates/:id/claim', portals: ['customer'] },
  /** After a change of name: the same number, the new name; the old one is marked replaced. */
  reissueCertificate: { method: 'POST', path: '/certificates/:id/reissue', portals: ['customer'] },
  getTranscript: { method: 'GET', path: '/certificates/transcript', portals: ['customer'] },
  downloadTranscriptCsv: { method: 'GET', path: '/certificates/transcript.csv', portals: ['customer'] },
  /** The certificate as an Open Badges 3.0 credential, signed (a compact JWT). */
  downloadCredential: { method: 'GET', path: '/certificates/:id/credential', portals: ['customer'] },
  verifyCredential: {
    method: 'POST',
    path: '/certificates/verify_credential',
    portals: ['customer'],
    who: 'open',
  },
  /** The public key that credentials are signed with (a JSON Web Key Set). */
  getSigningKeys: { method: 'GET', path: '/.well-known/jwks.json', portals: ['root'], who: 'open' },
});
