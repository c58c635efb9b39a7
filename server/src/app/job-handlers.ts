import { isPortrait } from '../features/accounts/is-portrait.ts';
import { accountJobHandlers } from '../features/accounts/job-handlers.ts';
import { accountLetterHandlers } from '../features/accounts/mail/job-handlers.ts';
import { assessmentJobHandlers, assessmentLetterHandlers } from '../features/assessments/job-handlers.ts';
import { certificateLetterHandlers } from '../features/certificates/job-handlers.ts';
import { commerceJobHandlers } from '../features/commerce/job-handlers.ts';
import { commerceLetterHandlers } from '../features/commerce/mail/job-handlers.ts';
import { discussionJobHandlers, discussionLetterHandlers } from '../features/discussions/job-handlers.ts';
import { isTopicImage } from '../features/discussions/topic-images.ts';
import { institutionJobHandlers, institutionLetterHandlers } from '../features/institutions/job-handlers.ts';
import { programJobHandlers, programLetterHandlers } from '../features/programs/job-handlers.ts';
import { recognizeFile } from '../features/publishing/assets/recognize-file.ts';
import { adoptUpload } from '../features/publishing/assets/store-asset.ts';
import { publishingJobHandlers } from '../features/publishing/job-handlers.ts';
import { publishingJobs } from '../features/publishing/jobs.ts';
import { releaseLetterHandlers } from '../features/publishing/releases/letter-handlers.ts';
import { reviewLetterHandlers } from '../features/publishing/review/letter-handlers.ts';
import { isListingPicture } from '../features/publishing/staff/listing-picture.ts';
import { readerJobHandlers } from '../features/reader/job-handlers.ts';
import { supportLetterHandlers } from '../features/support/job-handlers.ts';
import { weeklyJobHandlers, weeklyLetterHandlers } from '../features/weekly/job-handlers.ts';
import type { JobDefinition, JobHandler, JobHandlers } from '../platform/define-job.ts';
import type { Deps } from '../platform/deps.ts';
import { enqueueAgain } from '../platform/jobs.ts';
import { resumableJobHandlers } from '../platform/resumable/job-handlers.ts';
import { unusedUploadHandlers } from '../platform/unused-uploads.ts';

/** Only jobs that send mail, so that a silent mail server delays nothing else. */
const letters = (deps: Deps): JobHandlers => ({
  ...accountLetterHandlers(deps),
  ...assessmentLetterHandlers(deps),
  ...certificateLetterHandlers(deps),
  ...commerceLetterHandlers(deps),
  ...discussionLetterHandlers(deps),
  ...institutionLetterHandlers(deps),
  ...programLetterHandlers(deps),
  ...releaseLetterHandlers(deps),
  ...reviewLetterHandlers(deps),
  ...supportLetterHandlers(deps),
  ...weeklyLetterHandlers(deps),
});

/** Payments and everything else that takes at most seconds. */
const promptJobs = (deps: Deps): JobHandlers => ({
  ...accountJobHandlers(deps),
  ...commerceJobHandlers(deps),
  ...discussionJobHandlers(deps),
  ...institutionJobHandlers(deps),
  ...programJobHandlers(deps),
  ...readerJobHandlers(deps),
  ...weeklyJobHandlers(deps),
  ...unusedUploadHandlers(
    deps,
    async (key) =>
      (await isPortrait(deps.db, key)) ||
      (await isTopicImage(deps.db, key)) ||
      (await isListingPicture(deps.db, key)),
  ),
});

const DUE: JobDefinition = publishingJobs.publishFrozen;
/** Improves books that readers have already; after an upgrade, every book, for hours. */
const NOBODY_WAITS_FOR: readonly JobDefinition[] = [
  publishingJobs.prepareSharpPages,
  publishingJobs.readTextsAgain,
  publishingJobs.measureConfidence,
  publishingJobs.measureInk,
  publishingJobs.cleanCopies,
];

/**
 * One worker per lane, so that no lane waits for another: a mail server may be silent for hours, and preparing the pages of a
 * thousand-page book takes minutes.
 */
export function jobLanes(deps: Deps): readonly JobHandlers[] {
  const publishing = publishingJobHandlers(deps);
  const ofPublishing = (jobs: readonly JobDefinition[]): JobHandlers =>
    Object.fromEntries(jobs.map(({ kind }) => [kind, publishing[kind] as JobHandler]));
  const others = Object.values(publishingJobs).filter(
    (job) => job !== DUE && !NOBODY_WAITS_FOR.includes(job),
  );
  return [
    promptJobs(deps),
    letters(deps),
    ofPublishing(others),
    ofPublishing(NOBODY_WAITS_FOR),
    // A release that is due waits for nobody's pages; nor do corrected scores.
    { ...ofPublishing([DUE]), ...assessmentJobHandlers(deps) },
    // Reading twenty gigabytes also takes minutes, and its user waits.
    resumableJobHandlers(deps, { recognize: recognizeFile, adopt: (file) => adoptUpload(deps, file) }),
  ];
}

/** The handler of each kind of job. */
export const jobHandlers = (deps: Deps): JobHandlers => Object.assign({}, ...jobLanes(deps));

/** Enqueues the next run of each daily and hourly job unless it is enqueued. Called at every start, by every process. */
export async function scheduleDailyJobs(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const next = Object.values(jobHandlers(deps)).flatMap((handler) => handler.next?.(now) ?? []);
  await enqueueAgain(deps.db, next);
}
