import type { Certificate, Verification } from '@vesalius/contract/certificates';
import type { CertificateRow, VerificationRow } from './queries.ts';

/** `name` is the account's current name. */
export function certificateView(
  row: CertificateRow,
  { publicUrl, name }: { publicUrl: string; name: string },
): Certificate {
  return {
    id: row.id,
    book_id: row.bookId,
    user_name: row.userName,
    book_title: row.bookTitle,
    book_version: row.bookVersion,
    author_name: row.authorName,
    issue_date: row.issuedAt.toISOString(),
    name_changed: row.accountName === null && name !== row.userName,
    name_corrected: row.accountName !== null,
    account_name: name,
    certificate: {
      certificate_type: row.kind,
      certificate_title: row.title,
      certificate_description: row.description,
      requirements: row.requirements,
      book_completed: row.bookCompleted,
      hours_of_participation: row.hoursOfParticipation,
      submission_date: row.completedOn,
      certificate_unique_id: row.uniqueId,
      verification_url: verificationUrl(publicUrl, row.uniqueId),
      credits_maximum: row.creditsMaximum,
      credits_claimed: row.creditsClaimed,
      provider: row.provider,
      accreditation_statement: row.accreditationStatement,
      designation_statement: row.designationStatement,
    },
  };
}

export const verificationUrl = (publicUrl: string, uniqueId: string): string =>
  `${publicUrl}/certificates/verify/${uniqueId}`;

export function verificationView(row: VerificationRow): Verification {
  return {
    status: row.revokedAt ? 'revoked' : 'valid',
    revoked_at: row.revokedAt?.toISOString() ?? null,
    certificate_unique_id: row.uniqueId,
    user_name: row.userName,
    book_title: row.bookTitle,
    book_version: row.bookVersion,
    author_name: row.authorName,
    certificate_type: row.kind,
    certificate_title: row.title,
    requirements: row.requirements,
    book_completed: row.bookCompleted,
    hours_of_participation: row.hoursOfParticipation,
    credits_maximum: row.creditsMaximum,
    credits_claimed: row.creditsClaimed,
    provider: row.provider,
    submission_date: row.completedOn,
    issue_date: row.issuedAt.toISOString(),
    replaces_issue_of: row.earlierIssueAt?.toISOString() ?? null,
  };
}
