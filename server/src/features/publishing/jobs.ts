import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';

/** Of a page set or a release: both are named so. */
const Revision = z.object({ book_id: z.uuid(), revision: z.number().int() });

export const publishingJobs = {
  prepareSharpPages: defineJob('publishing.prepare-sharp-pages', Revision),
  /** The last page that is done; absent at first. */
  indexDividedWords: defineJob(
    'publishing.index-divided-words',
    z.object({ book_id: z.uuid(), page: z.number().int() }).partial(),
  ),
  /** The next book that has no ranked search index. */
  indexSearch: defineJob('publishing.index-search', z.object({})),
  /** A PDF of a work: its pages, and what it tells of the book. One at a time: it takes all processors. */
  prepareWorkPdf: defineJob(
    'publishing.prepare-work-pdf',
    z.object({ work_id: z.uuid(), asset: z.string() }),
    { concurrency: 1, inTurnBy: 'work_id' },
  ),
  /** An uploaded video becomes what browsers play. One at a time: it takes all processors for minutes. */
  convertVideo: defineJob(
    'publishing.convert-video',
    // Those who send videos take turns; empty: those of books that were published before videos were converted.
    z.object({ asset: z.string(), sender: z.union([z.uuid(), z.literal('')]).default('') }),
    { concurrency: 1, inTurnBy: 'sender' },
  ),
  /** Of books published before releases were kept. */
  rebuildFirstRelease: defineJob('publishing.rebuild-first-release', z.object({ book_id: z.uuid() })),
  /** Of a release that was frozen: at once, or at its time. */
  publishFrozen: defineJob('publishing.publish-scheduled', Revision),
  /** The hidden book that shows a working copy. */
  makePreview: defineJob('publishing.make-preview', z.object({ work_id: z.uuid() }), {
    concurrency: 1,
    inTurnBy: 'work_id',
  }),
  removePreviews: defineJob('publishing.remove-previews', z.object({}), { dailyAtHour: 2 }),
  collectUnused: defineJob('publishing.collect-unused', z.object({}), { dailyAtHour: 3 }),
  removeRevision: defineJob('publishing.remove-revision', Revision),
  removeAbandonedImport: defineJob('publishing.remove-abandoned-import', Revision),
};

const Reviewer = z.object({ work_id: z.uuid(), user_id: z.uuid() });
export const reviewLetters = {
  askReviewer: defineJob('publishing.ask-reviewer', Reviewer),
  /** `due_on`: a reminder of a day that was changed meanwhile is not sent. */
  remindReviewer: defineJob('publishing.remind-reviewer', Reviewer.extend({ due_on: z.iso.date() })),
  /** `version`: that they approved. */
  tellApprovalVoid: defineJob(
    'publishing.tell-approval-void',
    // Jobs of the release before do not name the time.
    Reviewer.extend({ version: z.number().int(), given_at: z.iso.datetime().optional() }),
  ),
  tellReviewEnded: defineJob('publishing.tell-review-ended', Reviewer),
};

export const releaseLetters = {
  /** A release that was scheduled was not published at its time. One job a person. */
  tellRefused: defineJob('publishing.tell-release-refused', Revision.extend({ user_id: z.uuid() })),
};
