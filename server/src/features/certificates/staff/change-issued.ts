import { recordAudit } from '../../../platform/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs.ts';
import { holdRole } from '../../accounts/hold-role.ts';
import { readCertificateNumber } from '../certificate-number.ts';
import { certificateLetters } from '../jobs.ts';
import { lockNumber } from '../queries.ts';
import { replaceBy } from '../reissue-certificate.ts';
import { findIssued, findNameOfIssue, updateRevocation } from './issued-queries.ts';

type Part = Pick<Deps, 'db' | 'clock'>;
interface Which {
  readonly actorId: string;
  /** As it was typed or linked. */
  readonly number: string;
}

/** Waits for whoever is at this number, then reads what stands. */
async function lockIssued(tx: Tx, { actorId, number: typed }: Which) {
  await holdRole(tx, { userId: actorId, role: 'staff' });
  const uniqueId = readCertificateNumber(typed);
  await lockNumber(tx, { uniqueId });
  const row = await findIssued(tx, uniqueId);
  demand(row, 'certificate_not_valid');
  return row;
}
type Locked = Awaited<ReturnType<typeof lockIssued>>;

/** The record and the letter of one act. */
async function tell(
  tx: Tx,
  {
    act,
    row,
    actorId,
    detail,
    now,
  }: {
    act: 'correct' | 'revoke' | 'reinstate';
    row: Pick<Locked, 'uniqueId'>;
    actorId: string;
    detail: Record<string, unknown>;
    now: Date;
  },
): Promise<void> {
  await recordAudit(
    tx,
    {
      actorId,
      action: `certificate.${act}`,
      subjectType: 'certificate',
      subjectId: row.uniqueId,
      detail,
    },
    now,
  );
  await enqueue(tx, certificateLetters.sendChanged({ number: row.uniqueId, act }));
}

/** An issue that was on the staff member's screen. */
interface SeenIssue {
  readonly number: string;
  readonly issueId: string;
}

/**
 * Issues certificates of one person for one book again with another name, all of them or none. The numbers stay, so that
 * whoever checks an old copy is led to the new one. From then on the holder does not change the name. Throws
 * `certificate_changed` when a name has changed since it was seen, or where the certificates are not of one person and
 * book; `certificate_revoked` for a revoked certificate. The name that it has already: nothing happens.
 */
export async function correctCertificates(
  { db, clock }: Part,
  {
    actorId,
    issues,
    userName,
    reason,
  }: {
    readonly actorId: string;
    readonly issues: readonly SeenIssue[];
    readonly userName: string;
    readonly reason: string;
  },
): Promise<void> {
  const now = clock.now();
  // In the order of their numbers: two who correct the same ones wait for each other, never in a circle.
  const seen = new Map(issues.map(({ number, issueId }) => [readCertificateNumber(number), issueId]));
  const inOrder = [...seen].sort(([one], [other]) => (one < other ? -1 : 1));
  await inTransaction(db, async (tx) => {
    let first: Locked | null = null;
    for (const [number, issueId] of inOrder) {
      const row = await lockIssued(tx, { actorId, number });
      first ??= row;
      demand(row.userId === first.userId && row.bookId === first.bookId, 'certificate_changed');
      await correct(tx, row, { issueId, userName, actorId, reason, now });
    }
  });
}

async function correct(
  tx: Tx,
  row: Locked,
  {
    issueId,
    userName,
    actorId,
    reason,
    now,
  }: { issueId: string; userName: string; actorId: string; reason: string; now: Date },
): Promise<void> {
  demand(!row.revokedAt, 'certificate_revoked');
  if (row.userName === userName) return;
  // Another claim of the holder's makes another issue, and takes nothing from what staff saw.
  demand((await findNameOfIssue(tx, row.uniqueId, issueId)) === row.userName, 'certificate_changed');
  const accountName = row.nameToday ?? row.userName;
  await replaceBy(tx, { ...row, userName, accountName }, now, reason);
  const detail = { before: { user_name: row.userName }, after: { user_name: userName }, reason };
  await tell(tx, { act: 'correct', row, actorId, detail, now });
}

/**
 * Whatever issue stands now: the holder may have made a new one since the staff member looked. Several are of one person
 * and book, or `certificate_changed` is thrown. A second time changes nothing: the first reason and its day stand.
 */
export async function revokeCertificates(
  { db, clock }: Part,
  {
    actorId,
    numbers,
    reason,
  }: { readonly actorId: string; readonly numbers: readonly string[]; readonly reason: string },
): Promise<void> {
  const now = clock.now();
  // In the order of their numbers, as they are corrected.
  const inOrder = [...new Set(numbers.map(readCertificateNumber))].sort();
  await inTransaction(db, async (tx) => {
    let first: Locked | null = null;
    for (const number of inOrder) {
      const row = await lockIssued(tx, { actorId, number });
      first ??= row;
      demand(row.userId === first.userId && row.bookId === first.bookId, 'certificate_changed');
      if (row.revokedAt) continue;
      await updateRevocation(tx, row.id, { at: now, reason });
      await tell(tx, { act: 'revoke', row, actorId, detail: { reason }, now });
    }
  });
}

/** Takes a revocation back. What is valid stays as it is. */
export async function reinstateCertificate({ db, clock }: Part, { actorId, number }: Which): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const row = await lockIssued(tx, { actorId, number });
    if (!row.revokedAt) return;
    await updateRevocation(tx, row.id, null);
    const detail = { revoked_at: row.revokedAt.toISOString(), revoked_because: row.revokedReason };
    await tell(tx, { act: 'reinstate', row, actorId, detail, now });
  });
}
