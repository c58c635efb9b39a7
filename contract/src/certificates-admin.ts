import { z } from 'zod';
import { Id, IsoDate, ListQuery, listOf, Timestamp } from './atoms.ts';
import { CertificateKind } from './certificates.ts';
import { certificatesAdminCalls } from './certificates-admin-calls.ts';
import {
  CERTIFICATE_NAME_MAX_LENGTH,
  CERTIFICATE_REASON_MAX_LENGTH,
  REASON_MIN_LENGTH,
} from './constants.ts';
import { defineEndpoints } from './endpoints.ts';
import { visibleText } from './visible-text.ts';
import { WrittenText } from './written-text.ts';

export const CERTIFICATE_STATES = ['valid', 'revoked'] as const;
const CertificateState = z.enum(CERTIFICATE_STATES);

export const IssuedCertificate = z.object({
  /** Of this issue; another issue with the same number has another id. */
  id: Id,
  number: z.string(),
  state: CertificateState,
  kind: CertificateKind,
  /** As printed. */
  user_name: z.string(),
  user_id: Id,
  /** Null = the account was deleted. */
  email: z.string().nullable(),
  book_id: Id,
  book_title: z.string(),
  book_version: z.string(),
  title: z.string(),
  provider: z.string().nullable(),
  hours_of_participation: z.number(),
  credits_maximum: z.number().nullable(),
  credits_claimed: z.number().nullable(),
  /** The day of completion in the reader's time zone. */
  completed_on: IsoDate,
  issued_at: Timestamp,
  revoked_at: Timestamp.nullable(),
  revoked_reason: z.string().nullable(),
});
export type IssuedCertificate = z.output<typeof IssuedCertificate>;

export const CertificateHistory = IssuedCertificate.extend({
  /** The account's current name; null = the account was deleted. */
  account_name: z.string().nullable(),
  final_score: z.number().int(),
  final_total: z.number().int(),
  /** Valid certificates of the same user for the same book, of another kind and with the same name. */
  same_name: z.array(z.object({ id: Id, number: z.string(), kind: CertificateKind })),
  /** The same, with any name. */
  also_valid: z.array(z.object({ id: Id, number: z.string(), kind: CertificateKind })),
  /** Of a revoked certificate: those of the same user for the same book that were revoked in the same request. */
  revoked_with: z.array(z.object({ id: Id, number: z.string(), kind: CertificateKind })),
  /** How many issues of this number came before. */
  earlier_issue_count: z.number().int(),
  /** The latest ones of them, newest first. */
  earlier_issues: z.array(
    z.object({
      id: Id,
      user_name: z.string(),
      credits_claimed: z.number().nullable(),
      issued_at: Timestamp,
      replaced_at: Timestamp,
      /** Null = replaced by its holder, after a change of name or of the claim. */
      reason: z.string().nullable(),
    }),
  ),
});
export type CertificateHistory = z.output<typeof CertificateHistory>;

const filters = {
  /** A part of the name or of the mail address, or the number as users type it. */
  search_term: z.string().trim().max(200).optional(),
  book_id: Id.optional(),
  kind: CertificateKind.optional(),
  state: CertificateState.optional(),
  /** Completed from this day to that, both included. */
  from: IsoDate.optional(),
  to: IsoDate.optional(),
};
export const IssuedCertificatesQuery = z.object(filters);
const params = z.object({ number: z.string().max(40) });
const reason = WrittenText.min(REASON_MIN_LENGTH).max(CERTIFICATE_REASON_MAX_LENGTH);
/** The issue that the screen showed; the call fails if the name has changed since. */
const issue_id = Id;

export const certificatesAdminEndpoints = defineEndpoints(certificatesAdminCalls, {
  listIssuedCertificates: {
    summary: 'Everybody’s certificates as they stand, the latest completion first',
    query: ListQuery.extend(filters),
    answer: listOf(IssuedCertificate),
  },
  downloadIssuedCertificates: {
    summary: 'The same as CSV, all of them; written into the audit log',
    query: IssuedCertificatesQuery,
    raw: 'text/csv',
  },
  getIssuedCertificate: {
    summary: 'A certificate with its earlier issues',
    params,
    answer: CertificateHistory,
    errors: ['certificate_not_valid'],
  },
  correctCertificate: {
    summary:
      'Issues the certificate again with another name, under the same number; its holder gets a letter',
    description:
      'With `also`, the other certificates of the same person for the same book are issued again with that name: all of them, or none. Each keeps its number, and its holder gets a letter for each.',
    params,
    body: z.object({
      issue_id,
      user_name: z.string().overwrite(visibleText).min(2).max(CERTIFICATE_NAME_MAX_LENGTH),
      reason,
      also: z
        .array(z.object({ number: params.shape.number, issue_id }))
        .max(10)
        .default([]),
    }),
    answer: CertificateHistory,
    errors: ['certificate_not_valid', 'certificate_changed', 'certificate_revoked'],
  },
  revokeCertificate: {
    summary: 'The certificate is not valid any more; its holder gets a letter with the reason',
    description:
      'With `also`, the other certificates of the same person for the same book are revoked with it: all of them, or none.',
    params,
    body: z.object({ reason, also: z.array(params.shape.number).max(10).default([]) }),
    answer: CertificateHistory,
    errors: ['certificate_not_valid', 'certificate_changed'],
  },
  reinstateCertificate: {
    summary: 'The certificate is valid again; its holder gets a letter',
    params,
    answer: CertificateHistory,
    errors: ['certificate_not_valid'],
  },
});
export type CertificatesAdminEndpoints = typeof certificatesAdminEndpoints;
