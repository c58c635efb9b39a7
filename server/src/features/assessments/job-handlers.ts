import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { assessmentLetters } from './jobs.ts';
import { findBookTitle } from './regrade-queries.ts';
import { regradedLetter } from './regraded-letter.ts';

export function assessmentLetterHandlers(deps: Deps): JobHandlers {
  return handleJobs(deps, assessmentLetters, {
    sendRegraded: async ({ user_id: userId, book_id: bookId, changes }, { job }) => {
      const title = await findBookTitle(deps.db, bookId);
      if (title === null) return;
      const url = `${deps.config.publicUrl}/book-all-tests/${bookId}`;
      await mailPerson(deps, userId, job.id, (person) => regradedLetter(person, { title, url, changes }));
    },
  });
}
