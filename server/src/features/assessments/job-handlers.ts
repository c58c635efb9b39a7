import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { titleInLetter } from '../../platform/mail/title-in-letter.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { assessmentJobs, assessmentLetters } from './jobs.ts';
import { regradeBook } from './regrade-book.ts';
import { findBookTitle } from './regrade-queries.ts';
import { regradedLetter } from './regraded-letter.ts';

export const assessmentJobHandlers = (deps: Deps): JobHandlers =>
  handleJobs(deps, assessmentJobs, {
    regradeBook: async ({ book_id: bookId, actor_id: actorId }) => {
      const attempts = await regradeBook(deps.db, bookId, deps.clock.now(), actorId);
      deps.log.info({ bookId, attempts: attempts.length }, 'attempts graded again');
    },
  });

export function assessmentLetterHandlers(deps: Deps): JobHandlers {
  return handleJobs(deps, assessmentLetters, {
    sendRegraded: async ({ user_id: userId, book_id: bookId, changes }, { job }) => {
      const title = await findBookTitle(deps.db, bookId);
      if (title === null) return;
      const url = `${deps.config.publicUrl}/book-all-tests/${bookId}`;
      await mailPerson(deps, userId, job.id, (person) =>
        regradedLetter(person, { title: titleInLetter(title), url, changes }),
      );
    },
  });
}
