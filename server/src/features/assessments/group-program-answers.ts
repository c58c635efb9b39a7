import { sql } from 'kysely';
import { type Db, many } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { waitingOf } from './survey-result-queries.ts';

/**
 * Puts the answers that wait into groups, while there are enough for a whole one. Groups are stored, because the students of a
 * program change, and one may be in two programs of the same director: what is shown grows by whole groups only.
 */
export const groupProgramAnswers = (
  db: Db,
  { programId, bookId, groupSize }: { programId: string; bookId: string; groupSize: number },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    // One at a time for a survey: a response gets into one group only.
    await sql`select 1 from surveys where book_id = ${bookId} for no key update`.execute(tx);
    const waiting = await many(tx, sql<{ id: string }>`${waitingOf(programId, bookId)}`);
    const whole = waiting.slice(0, waiting.length - (waiting.length % groupSize));
    if (whole.length === 0) return;
    const groups = Array.from({ length: whole.length / groupSize }, () => newId());
    await sql`insert into program_survey_groups (response_id, program_id, group_id)
      select x.response_id, ${programId}::uuid, x.group_id
      from unnest(${whole.map(({ id }) => id)}::uuid[],
        ${whole.map((_row, index) => groups[Math.floor(index / groupSize)])}::uuid[]) as x (response_id, group_id)`.execute(
      tx,
    );
  });
