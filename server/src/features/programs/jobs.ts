import { z } from 'zod';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue, type JobHandlers } from '../../platform/jobs.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { listNewcomers } from './assign-queries.ts';
import { findAssignmentForMail, listUndone } from './assignment-queries.ts';
import { reminderLetter, welcomeLetter } from './letters.ts';
import { findDirectedProgram, findPersonName } from './program-queries.ts';
import { recountScores } from './read-scores.ts';

const Welcome = z.object({ program_id: z.uuid(), director_id: z.uuid(), user_ids: z.array(z.uuid()) });
const WelcomeOne = z.object({ program_id: z.uuid(), director_id: z.uuid(), user_id: z.uuid() });
const Remind = z.object({ assignment_id: z.uuid() });
const Scores = z.object({ program_id: z.uuid(), book_id: z.uuid() });
const RemindOne = Remind.extend({ user_id: z.uuid() });

/**
 * Letters about programs, and the sums of large ones. A letter to many becomes a job a person, so that one refused
 * address holds up nobody.
 */
export function programsJobs(deps: Deps): JobHandlers {
  const { db, clock } = deps;
  return {
    'programs.welcome-students': (payload, { job }) => {
      const { program_id, director_id, user_ids } = Welcome.parse(payload);
      return inTransaction(db, async (tx) => {
        const program = await findDirectedProgram(tx, director_id, program_id);
        const director = await findPersonName(tx, director_id);
        for (const { id, emailVerified } of await listNewcomers(tx, program_id, user_ids)) {
          const dedupeKey = `welcome:${job.id}:${id}`;
          // Whose address is not verified gets the letter with which its owner sets a password.
          await enqueue(
            tx,
            emailVerified
              ? {
                  kind: 'programs.welcome-student',
                  payload: { program_id, director_id, user_id: id },
                  dedupeKey,
                }
              : {
                  kind: 'accounts.send-invitation',
                  payload: { user_id: id, by: program ? `${director} (${program.name})` : director },
                  dedupeKey,
                },
          );
        }
      });
    },
    'programs.count-scores': (payload) => {
      const { program_id: programId, book_id: bookId } = Scores.parse(payload);
      return recountScores(db, { programId, bookId }, clock.now());
    },
    'programs.remind-students': (payload) => {
      const { assignment_id } = Remind.parse(payload);
      return inTransaction(db, async (tx) => {
        for (const { userId } of await listUndone(tx, assignment_id))
          await enqueue(tx, {
            kind: 'programs.remind-student',
            payload: { assignment_id, user_id: userId },
            dedupeKey: `reminder:${assignment_id}:${userId}`,
          });
      });
    },
  };
}

export function programsLetterJobs(deps: Deps): JobHandlers {
  const { db, config } = deps;
  return {
    'programs.welcome-student': async (payload, { job }) => {
      const { program_id, director_id, user_id } = WelcomeOne.parse(payload);
      const program = await findDirectedProgram(db, director_id, program_id);
      if (!program) return;
      const director = (await findPersonName(db, director_id)) ?? program.name;
      await mailPerson(deps, user_id, job.id, (person) =>
        welcomeLetter(person, { program: program.name, director, url: `${config.publicUrl}/` }),
      );
    },
    'programs.remind-student': async (payload, { job }) => {
      const { assignment_id, user_id } = RemindOne.parse(payload);
      const found = await findAssignmentForMail(db, assignment_id);
      if (!found) return;
      const url = `${config.publicUrl}/book-viewer/${found.bookId}?page=${found.page}`;
      await mailPerson(deps, user_id, job.id, (person) =>
        reminderLetter(person, { ...found, book: found.bookTitle, program: found.programName, url }),
      );
    },
  };
}
