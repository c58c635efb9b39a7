import { isPortrait } from '../features/accounts/is-portrait.ts';
import { accountJobHandlers } from '../features/accounts/mail/job-handlers.ts';
import { assessmentsJobHandlers } from '../features/assessments/job-handlers.ts';
import { certificatesJobs } from '../features/certificates/jobs.ts';
import { commerceJobHandlers } from '../features/commerce/job-handlers.ts';
import { discussionsJobs } from '../features/discussions/jobs.ts';
import { isTopicImage } from '../features/discussions/topic-images.ts';
import { programsJobs } from '../features/programs/jobs.ts';
import { publishingJobs } from '../features/publishing/jobs.ts';
import { readerJobs } from '../features/reader/jobs.ts';
import { supportJobHandlers } from '../features/support/job-handlers.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobHandlers } from '../platform/jobs.ts';
import { unusedUploadJobs } from '../platform/unused-uploads.ts';

/** What people wait for: mails, receipts, small clean-ups. */
function promptJobs(deps: Deps): JobHandlers {
  return {
    ...accountJobHandlers(deps),
    ...certificatesJobs(deps),
    ...commerceJobHandlers(deps),
    ...assessmentsJobHandlers(deps),
    ...discussionsJobs(deps),
    ...programsJobs(deps),
    ...readerJobs(deps),
    ...supportJobHandlers(deps),
    ...unusedUploadJobs(
      deps,
      async (key) => (await isPortrait(deps.db, key)) || (await isTopicImage(deps.db, key)),
    ),
  };
}

/**
 * One worker a lane: preparing the pages of a thousand-page book takes minutes, and a mail to verify an address must
 * not wait behind it.
 */
export const jobLanes = (deps: Deps): readonly JobHandlers[] => [promptJobs(deps), publishingJobs(deps)];

/** What each kind of job does, by feature. */
export const jobHandlers = (deps: Deps): JobHandlers => Object.assign({}, ...jobLanes(deps));
