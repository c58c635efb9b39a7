import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { workReleasesCalls as calls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobHandlers } from '../../../app/job-handlers.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { listKeptMails } from '../../../platform/mail/mailer.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { buildFinalTest } from '../../../testing/assessment-factories.ts';
import { buildBook, buildSubscription, buildWork } from '../../../testing/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('a corrected key is offered with the answers that it affects, and producers regrade them once', async () => {
  const { db } = t.deps;
  const producer = await t.person({ role: 'author' });
  const reviewer = await t.person({ role: 'editor' });
  const { id } = await buildBook(db, { title: 'Corrected', editors: [reviewer.email] });
  await buildWork(db, { id, producers: [producer.email] });
  const test = await buildFinalTest(db, { bookId: id });
  const reader = await t.person();
  await buildSubscription(db, { userId: reader.id, bookId: id });
  const answers = test.questions.map((q, index) => ({
    question_id: q.id,
    answer_id: index < 6 ? q.right : q.wrong,
  }));
  await t.call(assessmentsCalls.submitFinalTest, { as: reader, query: { book_id: id }, body: { answers } });
  const offered = async (as = producer) => t.call(calls.getRegrading, { as, params: { id } });
  const regrade = (number: number, as = producer) =>
    t.call(calls.regradeAttempts, { as, params: { id }, body: { number_of_answers: number } });
  expect((await offered()).body).toEqual({
    number_of_questions: 0,
    number_of_answers: 0,
    number_of_attempts: 0,
  });

  const corrected = test.questions[6];
  await sql`update choices set correct = (id = ${corrected?.wrong}) where question_id = ${corrected?.id}`.execute(
    db,
  );
  expect((await offered()).body).toEqual({
    number_of_questions: 1,
    number_of_answers: 1,
    number_of_attempts: 1,
  });
  expect((await offered(reviewer)).status).toBe(403);
  expect((await regrade(1, reviewer)).status).toBe(403);
  // With another number than the one that was shown, nothing is graded.
  expect((await regrade(5)).body.code).toBe('published_meanwhile');
  expect((await regrade(1)).status).toBe(202);
  expect((await regrade(1)).status).toBe(202);

  await runDueJobs({ db, handlers: jobHandlers(t.deps), clock: t.clock, log: t.deps.log });
  const result = await t.call(assessmentsCalls.getFinalTest, { as: reader, query: { book_id: id } });
  expect(result.body.attempts).toMatchObject([{ score: 7 }]);
  expect((await offered()).body.number_of_answers).toBe(0);
  expect((await regrade(1)).status).toBe(202);
  const subjects = (await listKeptMails(db, reader.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Your results'))).toHaveLength(1);
});
