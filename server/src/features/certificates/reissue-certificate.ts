import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
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

const DAY_MS = 86_400_000;
/** Each issue stays for good, and whoever checks an old copy is led through it: a holder makes a few a day at most. */
const HOLDER_ISSUES: ThrottlePolicy = {
  name: 'certificate issues',
  refusal: 'too_many_certificate_issues',
  free: 5,
  firstMs: DAY_MS,
  longestMs: DAY_MS,
  forgetMs: DAY_MS,
};

/**
 * With the account's name of today, under the same number. The same name: the certificate as it stands. Throws
 * `certificate_name_corrected` where staff corrected the name: nobody else changes it afterwards.
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
 * The first claim completes the certificate; a later, different one makes a new issue of it under the same number,
 * so that copies with the old figure can be told from it.
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

/** A new issue in the place of the one whose id it comes with; the caller holds the number. */
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
