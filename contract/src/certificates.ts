import { z } from 'zod';
import { Id, IsoDate, ListQuery, listOf, PageNumber, Timestamp } from './atoms.ts';
import { certificatesCalls } from './certificates-calls.ts';
import { CREDIT_STEP } from './constants.ts';
import { defineEndpoints } from './endpoints.ts';

/** `hours` for every profession; `credit` for professions that may claim it. */
export const CERTIFICATE_KINDS = ['hours', 'credit'] as const;
export const CertificateKind = z.enum(CERTIFICATE_KINDS);
export type CertificateKind = z.output<typeof CertificateKind>;

/** Unambiguous letters and digits in groups: VSL-7F3K-9QXD-2M4T. */
export const CERTIFICATE_NUMBER = /^VSL(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;

const credits = {
  /** The maximum claim; null on a certificate of hours. */
  credits_maximum: z.number().nullable(),
  /** Null until the participant claims credits. */
  credits_claimed: z.number().nullable(),
};
/** The accredited provider's statements; null = none. */
const provider = {
  provider: z.string().nullable(),
  accreditation_statement: z.string().nullable(),
  designation_statement: z.string().nullable(),
};
const work = {
  user_name: z.string(),
  book_title: z.string(),
  book_version: z.string(),
  author_name: z.string(),
};

/** The requirements on the day of issue, all of which the holder had met. */
export const Requirements = z.object({
  /** The minimum percentage of the final test. */
  final_test_percent: z.number().int(),
  /** Whether the book had a survey. */
  survey: z.boolean(),
  /** Whether every mandatory test had to be solved, and the book had one. */
  mandatory_tests: z.boolean().default(false),
  /** The minimum percentage of the pages read; null = none. */
  pages_percent: z.number().int().nullable().default(null),
});
export type Requirements = z.output<typeof Requirements>;
const issuedFor = {
  /** Null = issued before this was stored. */
  requirements: Requirements.nullable(),
  /** Whether the book was completed (read, and its final test passed) on the day of issue. */
  book_completed: z.boolean(),
};

export const Certificate = z.object({
  id: Id,
  book_id: Id,
  ...work,
  issue_date: Timestamp,
  /** The account's name has changed since, so the certificate can be reissued. */
  name_changed: z.boolean(),
  /** Staff corrected the name, so only staff can change it. */
  name_corrected: z.boolean(),
  /** The account's current name. */
  account_name: z.string(),
  certificate: z.object({
    certificate_type: CertificateKind,
    certificate_title: z.string(),
    /** The book's description of the activity. */
    certificate_description: z.string(),
    ...issuedFor,
    hours_of_participation: z.number(),
    /** The day of completion in the reader's time zone. */
    submission_date: IsoDate,
    certificate_unique_id: z.string(),
    verification_url: z.string(),
    ...credits,
    ...provider,
  }),
});
export type Certificate = z.output<typeof Certificate>;

/** What a reader still has to do for a book's certificate. */
export const MISSING_STEPS = ['pages', 'mandatory_tests', 'final_test', 'survey'] as const;
const missing = {
  /** In the order in which a reader does it. */
  missing: z.array(z.enum(MISSING_STEPS)),
  /** How many pages are still to be read. */
  pages_to_read: z.number().int(),
  /** The mandatory tests that are not solved, each with the page of its next turn, and what is printed on that page. */
  open_tests: z.array(z.object({ id: Id, title: z.string(), page: PageNumber, page_label: z.string() })),
};

/** A book whose certificate the reader has begun to earn, and what is missing. */
export const PendingCertificate = z.object({ book_id: Id, book_title: z.string(), ...missing });
export type PendingCertificate = z.output<typeof PendingCertificate>;

/** For its holder, with the reason that the letter about it gave. */
const RevokedCertificate = z.object({
  id: Id,
  book_id: Id,
  book_title: z.string(),
  certificate_type: CertificateKind,
  certificate_unique_id: z.string(),
  revoked_at: Timestamp,
  /** Null = none was given. */
  reason: z.string().nullable(),
});
export type RevokedCertificate = z.output<typeof RevokedCertificate>;

/** What anyone with the number may see. */
export const Verification = z.object({
  status: z.enum(['valid', 'revoked']),
  /** The time of revocation; null = valid. */
  revoked_at: Timestamp.nullable(),
  certificate_unique_id: z.string(),
  ...work,
  certificate_type: CertificateKind,
  certificate_title: z.string(),
  ...issuedFor,
  hours_of_participation: z.number(),
  ...credits,
  provider: z.string().nullable(),
  submission_date: IsoDate,
  issue_date: Timestamp,
  /** When the previous issue with this number was made (before a change of name or claim): its copies are outdated. */
  replaces_issue_of: Timestamp.nullable(),
});
export type Verification = z.output<typeof Verification>;

export const Transcript = z.object({
  user_name: z.string(),
  issued_at: Timestamp,
  entries: z.array(
    z.object({
      certificate_unique_id: z.string(),
      certificate_type: CertificateKind,
      certificate_title: z.string(),
      book_title: z.string(),
      book_version: z.string(),
      provider: z.string().nullable(),
      submission_date: IsoDate,
      hours_of_participation: z.number(),
      ...credits,
    }),
  ),
  total_hours: z.number(),
  total_credits_claimed: z.number(),
});
export type Transcript = z.output<typeof Transcript>;

/** What a book requires for its certificate, and what the caller still has to do. */
export const CertificateRequirements = z.object({
  book_id: Id,
  requirements: Requirements,
  ...missing,
  /** The caller has the certificate. */
  is_issued: z.boolean(),
});
export type CertificateRequirements = z.output<typeof CertificateRequirements>;

const JsonWebKeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      alg: z.literal('EdDSA'),
      use: z.literal('sig'),
    }),
  ),
});

export const certificatesEndpoints = defineEndpoints(certificatesCalls, {
  listCertificates: {
    summary: "The reader's certificates, and what is missing for those begun",
    query: ListQuery,
    answer: listOf(Certificate).extend({
      /** Of books that the reader can open, the most recent one first. */
      pending: z.array(PendingCertificate),
      /** The latest first. */
      revoked: z.array(RevokedCertificate),
    }),
  },
  getSingleCertificate: {
    summary: 'The certificate of a book; issued now when it is earned and was not issued yet',
    query: z.object({ book_id: Id, kind: CertificateKind.optional() }),
    answer: Certificate,
    errors: ['certificate_not_valid'],
  },
  getCertificateRequirements: {
    summary: "What a book's certificate requires, and what the reader still has to do",
    query: z.object({ book_id: Id }),
    answer: CertificateRequirements,
    errors: ['not_subscribed', 'certificate_not_valid'],
  },
  verifyCertificate: {
    summary: 'Check the number of a certificate',
    params: z.object({ certificateUniqueId: z.string().max(40) }),
    answer: Verification,
    ignoresToken: true,
    errors: ['certificate_not_valid'],
  },
  claimCredits: {
    summary: 'Claim credits, in steps of 0.25, up to the maximum',
    body: z.object({ credits_claimed: z.number().min(CREDIT_STEP).max(500).multipleOf(CREDIT_STEP) }),
    answer: Certificate,
    errors: ['certificate_not_valid', 'credits_beyond_maximum', 'too_many_certificate_issues'],
  },
  reissueCertificate: {
    summary: "Issue again with the account's name of today, unless staff corrected the name",
    answer: Certificate,
    errors: ['certificate_not_valid', 'certificate_name_corrected', 'too_many_certificate_issues'],
  },
  getTranscript: { summary: 'All certificates in one list', answer: Transcript },
  downloadTranscriptCsv: { summary: 'The transcript as CSV', raw: 'text/csv' },
  downloadCredential: {
    summary: 'The certificate as a signed Open Badges 3.0 credential',
    raw: 'application/vc+jwt',
    errors: ['certificate_not_valid'],
  },
  verifyCredential: {
    summary: 'Check a signed credential',
    body: z.object({ credential: z.string().min(1).max(20_000) }),
    answer: Verification,
    ignoresToken: true,
    errors: ['certificate_not_valid'],
  },
  getStatusList: {
    summary: 'Which signed credentials were revoked or replaced, as a signed Bitstring Status List',
    params: z.object({ list: z.coerce.number().int().min(1).max(100_000) }),
    raw: 'application/vc+jwt',
    ignoresToken: true,
  },
  getSigningKeys: {
    summary: 'Public keys of signed credentials',
    answer: JsonWebKeySet,
    ignoresToken: true,
  },
});
export type CertificatesEndpoints = typeof certificatesEndpoints;
