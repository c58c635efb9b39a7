import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

const Revision = z.object({ book_id: z.uuid(), revision: z.number().int() });

export const publishingJobs = {
  prepareSharpPages: defineJob('publishing.prepare-sharp-pages', Revision),
  /** The last page that is done; absent at first. */
  indexDividedWords: defineJob(
    'publishing.index-divided-words',
    z.object({ book_id: z.uuid(), page: z.number().int() }).partial(),
  ),
  removeRevision: defineJob('publishing.remove-revision', Revision),
  removeAbandonedImport: defineJob('publishing.remove-abandoned-import', Revision),
};
