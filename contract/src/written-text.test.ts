import { expect, it } from 'vitest';
import { discussionsEndpoints } from './discussions.ts';
import { programsEndpoints } from './programs.ts';
import { workCommentsEndpoints } from './work-comments.ts';
import { workReviewEndpoints } from './work-review.ts';

const TURNED = 'Look at \u202egnp.exe\u202c, \u2067all\u2069 of it';
const PLAIN = 'Look at gnp.exe, all of it';
const id = '0190a5e1-0000-7000-8000-000000000001';
const TASK = { kind: 'book', subject_id: id, due_on: '2027-01-01' };

it.each([
  [
    'a comment of a topic',
    discussionsEndpoints.createComment.body,
    (text: string) => ({ comment: { content: text } }),
  ],
  ['a reason to hide it', discussionsEndpoints.hideComment.body, (reason: string) => ({ reason })],
  ['a comment on a work', workCommentsEndpoints.addWorkComment.body, (text: string) => ({ id, text })],
  [
    'a note to reviewers',
    workReviewEndpoints.askForReview.body,
    (note: string) => ({ people: [id], due_on: '2027-01-01', note }),
  ],
  ['a note of a task', programsEndpoints.createAssignment.body, (note: string) => ({ ...TASK, note })],
])('%s turns around nothing beside it', (_name, schema, body) => {
  expect(schema.parse(body(TURNED))).toEqual(schema.parse(body(PLAIN)));
});
