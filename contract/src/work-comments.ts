import { z } from 'zod';
import { Id, Timestamp } from './atoms.ts';
import { defineEndpoints } from './endpoints.ts';
import { MAX_COMMENT_LENGTH } from './studio-limits.ts';
import { workCommentsCalls } from './work-comments-calls.ts';

const WorkComment = z.object({
  id: Id,
  answers: Id.nullable().describe('The comment that it answers; null: it is about a page'),
  page: z
    .number()
    .int()
    .nullable()
    .describe('In the preview; null for an answer, and for a page that is gone'),
  text: z.string(),
  user_name: z.string().nullable(),
  is_own: z.boolean(),
  made_at: Timestamp,
  settled_at: Timestamp.nullable(),
  settled_by: z.string().nullable(),
});
export type WorkComment = z.output<typeof WorkComment>;
const WorkComments = z.object({ comments: z.array(WorkComment) });

const answer = WorkComments;
const params = z.object({ id: Id, commentId: Id });
export const workCommentsEndpoints = defineEndpoints(workCommentsCalls, {
  listWorkComments: { summary: 'The comments on the pages of a work, oldest first', answer },
  addWorkComment: {
    summary: 'Comment on a page of the preview, or answer a comment',
    description:
      'The same id sent again is stored once. A comment goes with its page when others are inserted before it.',
    body: z.object({
      id: Id.describe("Of the caller's making"),
      page: z.number().int().min(1).max(10_000).optional(),
      answers: Id.optional(),
      text: z.string().trim().min(1).max(MAX_COMMENT_LENGTH),
    }),
    answer,
    status: 201,
    errors: ['preview_missing', 'too_many_comments'],
  },
  removeWorkComment: {
    summary: 'Take back an own comment that nobody else has answered',
    params,
    answer,
    errors: ['not_allowed'],
  },
  settleWorkComment: { summary: 'Settle a comment', params, answer },
  reopenWorkComment: { summary: 'Open a settled comment again', params, answer },
});
export type WorkCommentsEndpoints = typeof workCommentsEndpoints;
