import { SCORES_FRESH_SECONDS, SCORES_LIVE_MAX_STUDENTS } from '@vesalius/contract/programs-limits';
import type { Db, Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enqueue } from '../../platform/jobs.ts';
import { type CountedScores, countScores } from './count-scores.ts';
import { programJobs } from './jobs.ts';
import { findStoredScores, upsertStoredScores } from './score-queries.ts';

const NOTHING_YET: CountedScores = { chapters: [], weak_sections: [] };
const FRESH_MS = SCORES_FRESH_SECONDS * 1000;
/** For 10,000 students a count reads a million answers. */
export const COUNT_TIMEOUT_MS = 20_000;

/**
 * The scores of small programs are counted at each request. Large ones show the last count, at first none; if that is older than
 * a minute, a job counts again, at most once a minute, and `isCounting` is true. No request waits for a count.
 */
export async function readScores(
  tx: Tx,
  given: { programId: string; bookId: string; numberOfStudents: number },
  now: Date,
): Promise<{ facts: CountedScores; countedAt: Date | null; isCounting: boolean }> {
  const { programId, bookId } = given;
  if (given.numberOfStudents <= SCORES_LIVE_MAX_STUDENTS)
    return { facts: await countScores(tx, programId, bookId), countedAt: now, isCounting: false };
  const stored = await findStoredScores(tx, programId, bookId);
  const isCounting = !stored || Math.abs(now.getTime() - stored.countedAt.getTime()) > FRESH_MS;
  if (isCounting)
    await enqueue(
      tx,
      programJobs.countScores(
        { program_id: programId, book_id: bookId },
        { dedupeKey: `scores:${programId}:${bookId}:${Math.floor(now.getTime() / FRESH_MS)}` },
      ),
    );
  return stored ? { ...stored, isCounting } : { facts: NOTHING_YET, countedAt: null, isCounting };
}

export const recountScores = (
  db: Db,
  { programId, bookId }: { programId: string; bookId: string },
  now: Date,
): Promise<void> =>
  inTransaction(
    db,
    async (tx) => {
      const facts = await countScores(tx, programId, bookId);
      await upsertStoredScores(tx, { programId, bookId, facts }, now);
    },
    { statementTimeoutMs: COUNT_TIMEOUT_MS },
  );
