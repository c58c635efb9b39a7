import { isPortrait } from '../features/accounts/is-portrait.ts';
import { accountJobHandlers } from '../features/accounts/mail/job-handlers.ts';
import { enqueueRemoveExpired, removeExpiredJobs } from '../features/accounts/remove-expired.ts';
import { assessmentsJobHandlers } from '../features/assessments/job-handlers.ts';
import { certificatesJobs } from '../features/certificates/jobs.ts';
import { commerceJobHandlers } from '../features/commerce/job-handlers.ts';
import { commerceLetterJobs } from '../features/commerce/mail/job-handlers.ts';
import { enqueueReconciliation } from '../features/commerce/reconcile.ts';
import { discussionsJobs, discussionsLetterJobs } from '../features/discussions/jobs.ts';
import { isTopicImage } from '../features/discussions/topic-images.ts';
import { programsJobs, programsLetterJobs } from '../features/programs/jobs.ts';
import { publishingJobs } from '../features/publishing/jobs.ts';
import { readerJobs } from '../features/reader/jobs.ts';
import { supportJobHandlers } from '../features/support/job-handlers.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobHandlers } from '../platform/jobs.ts';
import { unusedUploadJobs } from '../platform/unused-uploads.ts';

/** Whatever ends at the mail server, and nothing else: a silent one holds up these alone. */
const letterJobs = (deps: Deps): JobHandlers => ({
  ...accountJobHandlers(deps),
  ...assessmentsJobHandlers(deps),
  ...certificatesJobs(deps),
  ...commerceLetterJobs(deps),
  ...discussionsLetterJobs(deps),
  ...programsLetterJobs(deps),
  ...supportJobHandlers(deps),
});

/** Payments and everything else that takes seconds at most. */
const promptJobs = (deps: Deps): JobHandlers => ({
  ...commerceJobHandlers(deps),
  ...discussionsJobs(deps),
  ...programsJobs(deps),
  ...readerJobs(deps),
  ...removeExpiredJobs(deps),
  ...unusedUploadJobs(
    deps,
    async (key) => (await isPortrait(deps.db, key)) || (await isTopicImage(deps.db, key)),
  ),
});

/**
 * One worker a lane, so that none waits for another: a mail server may be silent for hours, and preparing the pages of a
 * thousand-page book takes minutes.
 */
export const jobLanes = (deps: Deps): readonly JobHandlers[] => [
  promptJobs(deps),
  letterJobs(deps),
  publishingJobs(deps),
];

/** What runs every day by itself; each start makes sure that the next time is in the queue. */
export async function scheduleDailyJobs({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await enqueueReconciliation(db, clock.now());
  await enqueueRemoveExpired(db, clock.now());
}

/** What each kind of job does, by feature. */
export const jobHandlers = (deps: Deps): JobHandlers => Object.assign({}, ...jobLanes(deps));
