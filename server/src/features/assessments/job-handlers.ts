import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandlers } from '../../platform/jobs.ts';
import { mailPerson } from '../accounts/mail/mail-person.ts';
import { findBookTitle } from './regrade-queries.ts';
import { regradedLetter } from './regraded-letter.ts';

export const SEND_REGRADED = 'assessments.send-regraded';

const Regraded = z.object({
  user_id: z.uuid(),
  book_id: z.uuid(),
  changes: z.array(
    z.object({
      kind: z.enum(['quiz', 'pre', 'post', 'final']),
      number: z.number(),
      before: z.number(),
      after: z.number(),
      total: z.number(),
    }),
  ),
});

export function assessmentsJobHandlers(deps: Deps): JobHandlers {
  return {
    [SEND_REGRADED]: async (payload, { job }) => {
      const { user_id: userId, book_id: bookId, changes } = Regraded.parse(payload);
      const title = await findBookTitle(deps.db, bookId);
      if (title === null) return;
      const url = `${deps.config.publicUrl}/book-all-tests/${bookId}`;
      await mailPerson(deps, userId, job.id, (person) => regradedLetter(person, { title, url, changes }));
    },
  };
}
