import type { ResendBody } from '@vesalius/contract/people-import';
import { REMINDER_AGAIN_HOURS } from '@vesalius/contract/programs-limits';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import { holdDirector } from './hold-director.ts';
import { programLetters } from './jobs.ts';
import { claimReminders, countDueReminders } from './reminder-queries.ts';
import { listStudentIds } from './student-queries.ts';

/**
 * Mails all students who are behind, or those that the request names or searches, about their overdue tasks. Students who got
 * such a mail within a day are left out, whichever director sent it.
 */
export const remindStudents = (
  db: Db,
  given: { programId: string; directorId: string; body: ResendBody },
  now: Date,
): Promise<{ sent: number; waiting: number }> =>
  inTransaction(db, async (tx) => {
    await holdDirector(tx, given);
    const { programId, directorId, body } = given;
    const filter = { userIds: body.user_ids, search: body.search_term, activity: body.activity };
    const studentIds = await listStudentIds(tx, programId, { ...filter, state: 'behind' }, now);
    const notSince = new Date(now.getTime() - REMINDER_AGAIN_HOURS * HOUR_MS);
    const behind = { programId, studentIds, notSince, now };
    if (body.dry_run) {
      const sent = await countDueReminders(tx, behind);
      return { sent, waiting: studentIds.length - sent };
    }
    const claimed = await claimReminders(tx, behind);
    await enqueueForMany(
      tx,
      claimed.map((userId) =>
        programLetters.remindBehind({ program_id: programId, director_id: directorId, user_id: userId }),
      ),
    );
    return { sent: claimed.length, waiting: studentIds.length - claimed.length };
  });
