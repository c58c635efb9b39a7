import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { demand } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { counterOf, type ThrottlePolicy, takeAttempts } from '../../platform/throttle.ts';
import {
  type CertificateRow,
  getName,
  insertCertificate,
  lockCertificate,
  lockLatestIssue,
  replaceCertificate,
  updateClaim,
} from './queries.ts';

interface Which {
  readonly userId: string;
  readonly id: string;
}

/** Each issue is kept forever, and verifying an old copy leads through it, so a holder may make only a few a day. */
const HOLDER_ISSUES: ThrottlePolicy = {
  name: 'certificate issues',
  refusal: 'too_many_certificate_issues',
  free: 5,
  firstMs: DAY_MS,
  longestMs: DAY_MS,
  forgetMs: DAY_MS,
};

/**
 * Issues the certificate with the account's current name under the same number; without a change returns the existing one. Throws
 * `certificate_name_corrected` if staff corrected the name, which the holder cannot change.
 */
export function reissueCertificate(db: Db, { userId, id }: Which, now: Date): Promise<CertificateRow> {
  return inTransaction(db, async (tx) => {
    const old = await lockCertificate(tx, userId, id);
    demand(old, 'certificate_not_valid');
    const userName = await getName(tx, userId);
    if (userName === old.userName) return old;
    demand(old.accountName === null, 'certificate_name_corrected');
    return replaceByHolder(tx, { ...old, userName }, now);
  });
}

/**
 * The first claim completes the certificate. A later, different claim makes a new issue under the same number, so that copies
 * with the old figure can be told apart.
 */
export function claimCredits(
  db: Db,
  { userId, id, credits }: Which & { credits: number },
  now: Date,
): Promise<CertificateRow> {
  return inTransaction(db, async (tx) => {
    const row = await lockLatestIssue(tx, userId, id);
    demand(row?.kind === 'credit', 'certificate_not_valid');
    demand(credits <= (row.creditsMaximum ?? 0), 'credits_beyond_maximum', {
      credits_claimed: VALUE_MESSAGES.creditsMaximum,
    });
    const claimed = { ...row, creditsClaimed: credits };
    if (row.creditsClaimed === credits) return row;
    if (row.creditsClaimed !== null) return replaceByHolder(tx, claimed, now);
    await updateClaim(tx, row.id, credits);
    return claimed;
  });
}

async function replaceByHolder(tx: Tx, certificate: CertificateRow, now: Date): Promise<CertificateRow> {
  await takeAttempts(tx, [counterOf(HOLDER_ISSUES, certificate.uniqueId)], now);
  return replaceBy(tx, certificate, now);
}

/** Replaces the issue with the given id; the caller has locked the number. */
export async function replaceBy(
  tx: Tx,
  certificate: CertificateRow,
  now: Date,
  reason: string | null = null,
): Promise<CertificateRow> {
  await replaceCertificate(tx, { id: certificate.id, at: now, reason });
  const row = { ...certificate, id: newId(), issuedAt: now };
  await insertCertificate(tx, row);
  return row;
}
