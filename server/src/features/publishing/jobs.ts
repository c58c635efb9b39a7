import { Timestamp } from '@vesalius/contract/atoms';
import { z } from 'zod';
import { defineJob } from '../../platform/define-job.ts';
import { MINUTE_MS } from '../../platform/durations.ts';

/** Identifies a page set or a release. */
const Revision = z.object({ book_id: z.uuid(), revision: z.number().int() });

/** Long enough that opening a large PDF again costs little, and a book of some hundred pages is done in one turn. */
const PAGES_TURN_MS = 2 * MINUTE_MS;
const PAGES_IN_TURN = { concurrency: 1, turnMs: PAGES_TURN_MS } as const;

export const publishingJobs = {
  prepareSharpPages: defineJob('publishing.prepare-sharp-pages', Revision, {
    ...PAGES_IN_TURN,
    inTurnBy: 'book_id',
  }),
  /** The last page that is indexed; absent in the first run. */
  indexDividedWords: defineJob(
    'publishing.index-divided-words',
    z.object({ book_id: z.uuid(), page: z.number().int() }).partial(),
  ),
  /** Indexes the next book without a ranked search index. */
  indexSearch: defineJob('publishing.index-search', z.object({})),
  /** Indexes the lectures of a book; without one, those of the next book that was published before this index. */
  indexMaterials: defineJob('publishing.index-materials', z.object({ book_id: z.uuid() }).partial()),
  /** Reads the texts of a page set that an earlier version of the program read. One at a time: it takes minutes. */
  readTextsAgain: defineJob('publishing.read-texts-again', Revision, { concurrency: 1 }),
  /** Measures how certain the order of the texts is, in a page set that an earlier version prepared. */
  measureConfidence: defineJob('publishing.measure-confidence', Revision, { concurrency: 1 }),
  /** Measures where the ink is on the pages of a set that an earlier version prepared. One at a time: it draws them. */
  measureInk: defineJob('publishing.measure-ink', Revision, { ...PAGES_IN_TURN, inTurnBy: 'book_id' }),
  /** Prepares the pages of a work's PDF and proposes facts of the book. One at a time: it uses all processors. */
  prepareWorkPdf: defineJob(
    'publishing.prepare-work-pdf',
    // Senders take turns; '' for folders that were imported from a command line.
    z.object({
      work_id: z.uuid(),
      asset: z.string(),
      sender: z.union([z.uuid(), z.literal('')]).default(''),
    }),
    { ...PAGES_IN_TURN, inTurnBy: 'sender' },
  ),
  /** Converts an uploaded video to formats that browsers play. One at a time: it uses all processors for minutes. */
  convertVideo: defineJob(
    'publishing.convert-video',
    // Senders take turns; '' for books that were published before videos were converted.
    z.object({ asset: z.string(), sender: z.union([z.uuid(), z.literal('')]).default('') }),
    { concurrency: 1, inTurnBy: 'sender' },
  ),
  /** What was dropped as a study becomes a material. One at a time: it unpacks and reads up to gigabytes. */
  sortStudy: defineJob('publishing.sort-study', z.object({ work_id: z.uuid(), study: z.uuid() }), {
    concurrency: 1,
    inTurnBy: 'work_id',
  }),
  /** Attributes and pixels of a study are looked at, for a person to decide. One at a time: it takes minutes. */
  reportStudy: defineJob('publishing.report-study', z.object({ work_id: z.uuid(), content: z.string() }), {
    concurrency: 1,
    inTurnBy: 'work_id',
  }),
  /** Writes readers' copies of a DICOM file or video again that an earlier version wrote. One at a time: there may be thousands. */
  cleanCopies: defineJob('publishing.clean-copies', z.object({ asset: z.string() }), { concurrency: 1 }),
  requestCleaning: defineJob('publishing.request-cleaning', z.object({}), { dailyAtHour: 4 }),
  /** For books published before releases were stored. */
  rebuildFirstRelease: defineJob('publishing.rebuild-first-release', z.object({ book_id: z.uuid() })),
  /** Publishes a frozen release: at once, or at its scheduled time. */
  publishFrozen: defineJob(
    'publishing.publish-scheduled',
    Revision.extend({ publish_at: Timestamp.optional() }),
  ),
  /** Makes the hidden book that previews a working copy. */
  makePreview: defineJob('publishing.make-preview', z.object({ work_id: z.uuid() }), {
    concurrency: 1,
    inTurnBy: 'work_id',
  }),
  /** Tells about new comments on a work, when they have probably ended. */
  gatherComments: defineJob('publishing.gather-comments', z.object({ work_id: z.uuid() })),
  removePreviews: defineJob('publishing.remove-previews', z.object({}), { dailyAtHour: 2 }),
  collectUnused: defineJob('publishing.collect-unused', z.object({}), { dailyAtHour: 3 }),
  removeRevision: defineJob('publishing.remove-revision', Revision),
  removeAbandonedImport: defineJob('publishing.remove-abandoned-import', Revision),
};

const Reviewer = z.object({ work_id: z.uuid(), user_id: z.uuid() });
export const reviewLetters = {
  askReviewer: defineJob('publishing.ask-reviewer', Reviewer),
  /** `due_on`: a reminder for a day that has since changed is not sent. */
  remindReviewer: defineJob('publishing.remind-reviewer', Reviewer.extend({ due_on: z.iso.date() })),
  /** `version`: the approved version. */
  tellApprovalVoid: defineJob(
    'publishing.tell-approval-void',
    // Jobs of the previous release have no time.
    Reviewer.extend({ version: z.number().int(), given_at: z.iso.datetime().optional() }),
  ),
  tellReviewEnded: defineJob('publishing.tell-review-ended', Reviewer),
  /** To the user who asked for the review. */
  tellApproved: defineJob(
    'publishing.tell-approved',
    // The approval that was given then; absent in jobs of the previous release.
    Reviewer.extend({ by: z.uuid(), version: z.number().int(), given_at: z.iso.datetime().optional() }),
  ),
  /** To the user who asked for the review, or those who make the book. `request`: what a reviewer asked to be changed. */
  tellChangesAsked: defineJob('publishing.tell-changes-asked', Reviewer.extend({ request: z.uuid() })),
  /** To the reviewer who had asked for changes when the book was published. */
  tellPublishedOver: defineJob('publishing.tell-published-over', Reviewer.extend({ request: z.uuid() })),
  tellComments: defineJob(
    'publishing.tell-comments',
    z.union([
      Reviewer.extend({ told_in: z.uuid() }),
      // Jobs of the previous release: comments that were made after `since` (null: all) and until `until`.
      Reviewer.extend({ since: z.iso.datetime().nullable(), until: z.iso.datetime() }),
    ]),
  ),
};

export const releaseLetters = {
  /** Tells that a scheduled release was not published at its time. One job per user. */
  tellRefused: defineJob('publishing.tell-release-refused', Revision.extend({ user_id: z.uuid() })),
  /** To the user who requested a release that was scheduled, or took long. */
  tellPublished: defineJob('publishing.tell-published', Revision.extend({ user_id: z.uuid() })),
};
