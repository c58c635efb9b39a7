import { z } from 'zod';
import { Id, IsoDate, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { VALUE_MESSAGES } from './issue-text.ts';
import { MAX_EARLIER_APPROVALS, MAX_REVIEW_NOTE_LENGTH, MAX_REVIEWERS } from './studio-limits.ts';
import { workReviewCalls } from './work-review-calls.ts';
import { ShownText, WrittenText } from './written-text.ts';

const Count = z.number().int().min(0);
const Version = z.number().int().min(0).max(2_000_000_000);
const Reviewer = z.object({
  role: z.enum(['author', 'editor']),
  user_id: Id.nullable().describe('Null: the address has no account yet'),
  name: z.string().nullable(),
  email: z.string().nullable().describe('For those who may change the work'),
  can_be_asked: z.boolean().describe('The account has this role, and its address is verified'),
  asked_at: Timestamp.nullable().describe(
    'Null: not asked in the review that is open, or else in the last one',
  ),
  looked_at: Timestamp.nullable().describe('When they opened the preview last since they were asked'),
  number_of_comments: Count.describe('Since they were asked; answers included'),
  approval: z
    .object({
      version: Version,
      given_at: Timestamp,
      counts: z.boolean().describe('For the working copy as it is now'),
    })
    .nullable()
    .describe('The last one'),
  changes_asked: z
    .object({
      version: Version,
      text: ShownText,
      asked_at: Timestamp,
      is_behind: z.boolean().describe('The working copy was changed since'),
    })
    .nullable()
    .describe('What they want changed; null: they asked for nothing, or took it back'),
});
const EarlierChanges = z.object({
  ...{ id: Id, name: z.string(), role: z.enum(['author', 'editor']) },
  version: Version.describe('That was looked at'),
  text: ShownText,
  asked_at: Timestamp,
  ended_at: Timestamp,
  ended_by: z
    .enum(['withdrawn', 'approved', 'replaced', 'published'])
    .describe('Taken back, approved or asked anew by who had asked, or ended by a release'),
});
const EarlierApproval = z.object({
  id: Id,
  name: z.string(),
  role: z.enum(['author', 'editor']),
  version: Version.describe('That was approved'),
  given_at: Timestamp,
  withdrawn_at: Timestamp.nullable().describe('When the giver took it back'),
  changed_files: z
    .array(z.string())
    .nullable()
    .describe('Files that were approved and have been swapped or removed since; null: not known'),
});
export type WorkReviewer = z.output<typeof Reviewer>;
export const WorkReview = z.object({
  review: z
    .object({
      asked_by: z.string().nullable(),
      asked_at: Timestamp,
      note: ShownText,
      due_on: IsoDate,
      is_overdue: z.boolean(),
    })
    .nullable()
    .describe('Null: none is open'),
  ended_at: Timestamp.nullable().describe('Of the last review; null: one is open, or there was none'),
  people: z.array(Reviewer).describe('The authors and editors of the book'),
  number_of_open_comments: Count,
  version: Version.describe('Of the working copy now'),
  approvals: z.object({
    needed: Count.describe("What staff demand of this publisher's releases"),
    given: Count.describe('That count for the working copy as it is now'),
  }),
  earlier_approvals: z
    .array(EarlierApproval)
    .describe(`That do not count now, newest first; ${MAX_EARLIER_APPROVALS} at most`),
  earlier_changes_asked: z
    .array(EarlierChanges)
    .describe(`Requests that have ended, newest first; ${MAX_EARLIER_APPROVALS} at most`),
  may_approve: z.boolean().describe('And may ask for changes'),
  may_ask: z.boolean(),
});
export type WorkReview = z.output<typeof WorkReview>;

const answer = WorkReview;
export const workReviewEndpoints = defineEndpoints(workReviewCalls, {
  getWorkReview: { summary: 'Who is asked to review a work, until when, and how far they are', answer },
  askForReview: {
    summary: 'Ask authors and editors of a book to review it, by mail',
    description:
      'One review of a work is open at a time. Asking again changes its note and its day, and adds people; whoever was asked already gets no second letter. Each person gets one letter a day that asks about a work, and one that calls off; what follows is told the next day. A reminder goes out the day before. The review ends when it is called off, or when the working copy is published.',
    body: z.object({
      people: z.array(Id).min(1).max(MAX_REVIEWERS),
      note: WrittenText.max(MAX_REVIEW_NOTE_LENGTH).default(''),
      due_on: IsoDate,
    }),
    answer,
    needsMail: true,
    errors: ['not_allowed', 'due_in_past', 'cannot_review', 'too_many_review_letters'],
  },
  endReview: {
    summary: 'Call off the review of a work',
    description: 'Everybody who was asked gets a letter. Comments stay.',
    answer,
    errors: ['not_allowed'],
  },
  approveWork: {
    summary: 'Approve a working copy, as an author or editor of the book',
    description:
      'Given for one version: a later change makes it void. Refused as `edited_meanwhile` where the caller knows another version. Sent twice it is there once. Producers of a book do not approve it.',
    body: z.object({
      version: Version,
      preview_made_at: Timestamp.optional().describe(
        '`made_at` of the preview that was looked at, required once there is one: refused as `edited_meanwhile` where that is not current',
      ),
    }),
    answer,
    errors: ['not_allowed', 'edited_meanwhile', 'being_published', 'work_busy'],
  },
  withdrawApproval: {
    summary: 'Take back an own approval that no release has used',
    description:
      'Refused as `published_meanwhile` where a release has used the approval of the current version. An approval that was given again after that release, because files changed, can be taken back.',
    answer,
    errors: ['published_meanwhile', 'being_published', 'work_busy'],
  },
  askForChanges: {
    summary: 'Say what must change, as an author or editor of the book',
    description:
      'It takes the place of an own approval that no release has used, and of an earlier request. Who asked for the review, or else the producers, get a letter. It stops no release: the number of approvals does. An approval by the same person ends it, and so does a release. Sent twice it is there once.',
    body: z.object({
      version: Version.describe('Of the working copy that was looked at'),
      text: WrittenText.min(1, VALUE_MESSAGES.required).max(MAX_REVIEW_NOTE_LENGTH),
    }),
    answer,
    errors: ['not_allowed', 'being_published', 'work_busy'],
  },
  withdrawChanges: {
    summary: 'Take an own request for changes back',
    answer,
    errors: ['being_published', 'work_busy'],
  },
  removeReviewer: {
    summary: 'Call off the review for one person; the last one ends it',
    params: z.object({ id: Id, userId: Id }),
    answer,
    errors: ['not_allowed'],
  },
});
export type WorkReviewEndpoints = typeof workReviewEndpoints;
