import { z } from 'zod';
import { Id, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { MAX_COMMENT_LENGTH, MAX_COMMENTS_PER_PART, MAX_QUOTE_OF_COMMENT } from './studio-limits.ts';
import { workCommentsCalls } from './work-comments-calls.ts';
import { ShownText, WrittenText } from './written-text.ts';

const ListKind = z.enum(['quiz', 'test', 'final_test']);
const Second = z.number().int().min(0).max(1_000_000);
const WorkComment = z.object({
  id: Id,
  answers: Id.nullable().describe('The comment that it answers; null: it is about a page'),
  page: z
    .number()
    .int()
    .nullable()
    .describe('In the preview; null for an answer, and for a page that is gone'),
  was_page: z.number().int().nullable().describe('When it was commented on; null: not known'),
  quote: z
    .object({ text: ShownText, before: ShownText, after: ShownText })
    .nullable()
    .describe('The words of the page that it is about'),
  lecture: z
    .object({
      id: Id.nullable().describe('In the preview; null: it is gone'),
      title: z.string(),
      second: Second,
    })
    .nullable(),
  question: z
    .object({
      id: Id.nullable().describe('In the preview; null: it is gone'),
      title: z.string(),
      kind: ListKind,
      list_id: Id.nullable().describe('Of the quiz or test that it is in'),
    })
    .nullable(),
  text: ShownText,
  user_name: z.string().nullable(),
  is_own: z.boolean(),
  may_remove: z.boolean().describe('By the caller'),
  made_at: Timestamp,
  settled_at: Timestamp.nullable(),
  settled_by: z.string().nullable(),
});
export type WorkComment = z.output<typeof WorkComment>;
const NewWorkComment = z.object({
  id: Id.describe("Of the caller's making"),
  page: z.number().int().min(1).max(10_000).optional(),
  quote: z
    .object({
      text: WrittenText.min(1).max(MAX_QUOTE_OF_COMMENT),
      before: ShownText.max(200).default(''),
      after: ShownText.max(200).default(''),
    })
    .optional()
    .describe('Words of the page, with those around them'),
  lecture: z.object({ id: Id, second: Second }).optional().describe('Of the preview; without a page'),
  question_id: Id.optional().describe('Of the preview; without a page'),
  answers: Id.optional(),
  text: WrittenText.min(1).max(MAX_COMMENT_LENGTH),
});
export type NewWorkComment = z.output<typeof NewWorkComment>;
const PageOfBook = z.number().int().min(1).max(10_000);
const Count = z.number().int();
const CommentsQuery = z.object({
  page: z.coerce.number().pipe(PageOfBook).optional().describe('Of the preview: comments there alone'),
  lecture_id: Id.optional().describe('Of the preview: comments on it alone'),
  question_id: Id.optional().describe('Of the preview: comments on it alone'),
  comment_id: Id.optional().describe('This one alone'),
  state: z.enum(['open', 'settled']).optional(),
  from: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('How many to pass over: `next`'),
});
export type CommentsQuery = z.output<typeof CommentsQuery>;

const params = z.object({ id: Id, commentId: Id });
export const workCommentsEndpoints = defineEndpoints(workCommentsCalls, {
  listWorkComments: {
    summary: 'Comments on a work with their answers, oldest first, in parts',
    description: `A part has at most ${MAX_COMMENTS_PER_PART} comments, and fewer where they are long.`,
    query: CommentsQuery,
    answer: z.object({
      comments: z.array(WorkComment).describe('Comments on places, and the answers to them'),
      next: Count.nullable().describe('Where the next part begins; null: this is the last one'),
    }),
  },
  countWorkComments: {
    summary: 'How many comments on a work are open, also by page, and how many are settled',
    answer: z.object({
      open: Count,
      settled: Count,
      pages: z.array(z.object({ page: PageOfBook, open: Count })).describe('With open comments'),
    }),
  },
  addWorkComment: {
    summary:
      'Comment on a page, a phrase, a second of a lecture or a question of the preview, or answer a comment',
    description:
      'The same id sent again is stored once. A comment goes with its page when others are inserted before it.',
    body: NewWorkComment,
    answer: WorkComment,
    status: 201,
    errors: ['preview_missing', 'too_many_comments', 'too_many_answers'],
  },
  removeWorkComment: {
    summary: 'Take back an own comment that nobody else has answered; staff remove any',
    description: 'Its answers go with it. What staff remove of others is in the audit log.',
    params,
    status: 204,
    errors: ['not_allowed'],
  },
  settleWorkComment: { summary: 'Settle a comment', params, answer: WorkComment },
  reopenWorkComment: {
    summary: 'Open a settled comment again',
    params,
    answer: WorkComment,
    errors: ['too_many_comments'],
  },
});
export type WorkCommentsEndpoints = typeof workCommentsEndpoints;
