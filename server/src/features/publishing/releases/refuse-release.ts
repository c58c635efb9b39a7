import type { Tx } from '../../../platform/database/database.ts';
import { enqueueAll } from '../../../platform/jobs.ts';
import { releaseLetters } from '../jobs.ts';
import { type Frozen, findReleaseRow, type ReleaseRow, updateRefused } from '../store/release-queries.ts';
import { stillEdits } from '../studio/access.ts';
import { listMakers } from '../studio/access-queries.ts';
import type { Finding } from '../works/work-under-check.ts';
import { findPending } from './release-list-queries.ts';
import { isUnwatched } from './tell-ended.ts';

export type FrozenRow = ReleaseRow & Frozen;
export const isFrozen = (row: ReleaseRow): row is FrozenRow => row.publishAt !== null;

export const ofBook = (text: string): Finding => ({ kind: 'mistake', path: [], file: null, text });
export const OVERTAKEN = ofBook(
  'was not published: another release was published meanwhile; look at what changes, and publish again',
);

/**
 * Stores the refusal. No user is watching when a scheduled release is refused, so the user who requested it and the
 * producers get a letter. The user who requested a release that took long gets it alone.
 */
export async function refuseRelease(
  tx: Tx,
  release: FrozenRow,
  findings: readonly Finding[],
  now: Date,
): Promise<void> {
  const { bookId, revision, createdBy, isScheduled } = release;
  if (!(await updateRefused(tx, release, findings))) return;
  if (!isUnwatched(release, now)) return;
  const asker = createdBy && (await stillEdits(tx, createdBy, bookId)) ? [createdBy] : [];
  const people = new Set([...asker, ...(isScheduled ? await listMakers(tx, bookId) : [])]);
  await enqueueAll(
    tx,
    [...people].map((userId) => releaseLetters.tellRefused({ book_id: bookId, revision, user_id: userId })),
  );
}

/** Refuses the release that waits for its day, when a command has published another one. */
export async function refuseOvertaken(tx: Tx, bookId: string, now: Date): Promise<void> {
  const pending = await findPending(tx, bookId, now);
  if (pending?.state !== 'waiting') return;
  const row = await findReleaseRow(tx, { bookId, revision: pending.revision });
  if (row && isFrozen(row)) await refuseRelease(tx, row, [OVERTAKEN], now);
}
