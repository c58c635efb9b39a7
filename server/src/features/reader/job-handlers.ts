import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { readerJobs } from './jobs.ts';
import { deleteOldMissedSearches } from './missed-search-queries.ts';
import { reanchorAnnotations } from './reanchor-annotations.ts';

export const readerJobHandlers = (deps: Deps): JobHandlers =>
  handleJobs(deps, readerJobs, {
    reanchorAnnotations: async ({ book_id: bookId }) => {
      deps.log.info({ bookId, ...(await reanchorAnnotations(deps, bookId)) }, 'annotations found again');
    },
    forgetMissedSearches: () => deleteOldMissedSearches(deps.db, deps.clock.now()),
  });
