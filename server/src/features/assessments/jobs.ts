import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

const Change = z.object({
  kind: z.enum(['quiz', 'pre', 'post', 'final']),
  number: z.number(),
  before: z.number(),
  after: z.number(),
  total: z.number(),
});

export const assessmentJobs = {
  regradeBook: defineJob(
    'assessments.regrade-book',
    z.object({ book_id: z.uuid(), actor_id: z.uuid().nullable() }),
  ),
};

export const assessmentLetters = {
  sendRegraded: defineJob(
    'assessments.send-regraded',
    z.object({ user_id: z.uuid(), book_id: z.uuid(), changes: z.array(Change) }),
  ),
};
