import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

export const readerJobs = {
  /** Enqueued in the transaction that publishes a new revision of a book. */
  reanchorAnnotations: defineJob('reader.reanchor-annotations', z.object({ book_id: z.uuid() })),
  forgetMissedSearches: defineJob('reader.forget-missed-searches', z.object({}), { dailyAtHour: 4 }),
};
