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

/** Waits for a change of this number in progress, then reads the current issue. */
async function lockIssued(tx: Tx, { actorId, number: typed }: Which) {
  await holdRole(tx, { userId: actorId, role: 'staff' });
  const uniqueId = readCertificateNumber(typed);
  await lockNumber(tx, { uniqueId });
  const row = await findIssued(tx, uniqueId);
  demand(row, 'certificate_not_valid');
  return row;
}
type Locked = Awaited<ReturnType<typeof lockIssued>>;

/** Writes the audit log and enqueues the mail. */
async function recordAct(
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

/** The issue that the staff member's screen showed. */
interface SeenIssue {
  readonly number: string;
  readonly issueId: string;
}

/**
 * Reissues certificates of one person for one book with another name, all or none. The numbers stay, so that verifying an old copy
 * leads to the new one. The holder can no longer change the name. Throws `certificate_changed` if a name has changed since it was
 * shown or the certificates are not of one person and book, and `certificate_revoked` for a revoked one. A certificate that
 * already has the name is left alone.
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
  // In the order of their numbers, so that two concurrent corrections of the same certificates cannot deadlock.
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
  // The holder may have claimed credits since, which makes another issue with the same name.
  demand((await findNameOfIssue(tx, row.uniqueId, issueId)) === row.userName, 'certificate_changed');
  const accountName = row.nameToday ?? row.userName;
  await replaceBy(tx, { ...row, userName, accountName }, now, reason);
  const detail = { before: { user_name: row.userName }, after: { user_name: userName }, reason };
  await recordAct(tx, { act: 'correct', row, actorId, detail, now });
}

/**
 * Revokes the current issue, even if the holder has made a new one since it was shown. Several must be of one person and book, or
 * `certificate_changed` is thrown. Repeating it changes nothing: the first reason and date are kept.
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
  // In the order of their numbers, as in a correction.
  const inOrder = [...new Set(numbers.map(readCertificateNumber))].sort();
  await inTransaction(db, async (tx) => {
    let first: Locked | null = null;
    for (const number of inOrder) {
      const row = await lockIssued(tx, { actorId, number });
      first ??= row;
      demand(row.userId === first.userId && row.bookId === first.bookId, 'certificate_changed');
      if (row.revokedAt) continue;
      await updateRevocation(tx, row.id, { at: now, reason });
      await recordAct(tx, { act: 'revoke', row, actorId, detail: { reason }, now });
    }
  });
}

/** Undoes a revocation. Does nothing to a valid certificate. */
export async function reinstateCertificate({ db, clock }: Part, { actorId, number }: Which): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const row = await lockIssued(tx, { actorId, number });
    if (!row.revokedAt) return;
    await updateRevocation(tx, row.id, null);
    const detail = { revoked_at: row.revokedAt.toISOString(), revoked_because: row.revokedReason };
    await recordAct(tx, { act: 'reinstate', row, actorId, detail, now });
  });
}
