import type { ResendBody, ResendResult } from '@vesalius/contract/people-import';
import { REMINDER_AGAIN_HOURS } from '@vesalius/contract/programs-limits';
import type { z } from 'zod';
import type { Db } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { enqueueForMany } from '../../platform/jobs.ts';
import { listFirstNames } from '../accounts/people-import/first-names.ts';
import { holdDirector } from './hold-director.ts';
import { programLetters } from './jobs.ts';
import { claimReminders, listDueReminders } from './reminder-queries.ts';
import { listStudentIds } from './student-queries.ts';

/**
 * Mails all students who are behind, or those that the request names or searches, about their overdue tasks. Students who got
 * such a mail within a day are left out, whichever director sent it.
 */
export const remindStudents = (
  db: Db,
  given: { programId: string; directorId: string; body: ResendBody },
  now: Date,
): Promise<z.output<typeof ResendResult>> =>
  inTransaction(db, async (tx) => {
    await holdDirector(tx, given);
    const { programId, directorId, body } = given;
    const filter = { userIds: body.user_ids, search: body.search_term, activity: body.activity };
    const studentIds = await listStudentIds(tx, programId, { ...filter, state: 'behind' }, now);
    const notSince = new Date(now.getTime() - REMINDER_AGAIN_HOURS * HOUR_MS);
    const behind = { programId, studentIds, notSince, now };
    const due = await (body.dry_run ? listDueReminders : claimReminders)(tx, behind);
    if (!body.dry_run)
      await enqueueForMany(
        tx,
        due.map((userId) =>
          programLetters.remindBehind({ program_id: programId, director_id: directorId, user_id: userId }),
        ),
      );
    return {
      sent: due.length,
      names: await listFirstNames(tx, due),
      waiting: studentIds.length - due.length,
    };
  });
