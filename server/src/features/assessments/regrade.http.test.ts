import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobHandlers } from '../../app/job-handlers.ts';
import { many } from '../../platform/database/database.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { listKeptMails } from '../../platform/mail/mailer.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { regradeBook } from './regrade-book.ts';
import { countRegradable } from './regrade-queries.ts';

describe('a corrected answer key', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  it('leaves attempts as they were graded until the book is regraded; then readers are told and earn', async () => {
    const { db } = t.deps;
    const certificate = { title: 'C', description: '', hours_of_participation: 1 };
    const { id: bookId } = await buildBook(db, { certificate, title: 'Corrected' });
    const test = await buildFinalTest(db, { bookId });
    const reader = await t.person();
    await buildSubscription(db, { userId: reader.id, bookId });
    // Six right; the seventh is "wrong" by a mistaken key.
    const answers = test.questions.map((q, index) => ({
      question_id: q.id,
      answer_id: index < 6 ? q.right : q.wrong,
    }));
    await t.call(calls.submitFinalTest, { as: reader, query: { book_id: bookId }, body: { answers } });
    const corrected = test.questions[6];
    await sql`update choices set correct = (id = ${corrected?.wrong}) where question_id = ${corrected?.id}`.execute(
      db,
    );

    const get = () => t.call(calls.getFinalTest, { as: reader, query: { book_id: bookId } });
    expect((await get()).body.attempts).toMatchObject([{ score: 6, reaches_certificate: false }]);
    expect(await countRegradable(db, bookId)).toEqual({ questions: 1, answers: 1, attempts: 1 });

    const regraded = await regradeBook(db, bookId, t.clock.now());
    expect(regraded).toMatchObject([{ userId: reader.id, kind: 'final', before: 6, after: 7, total: 10 }]);
    expect((await get()).body.attempts).toMatchObject([{ score: 7, reaches_certificate: true }]);
    const list = await t.call(certificatesCalls.listCertificates, { as: reader });
    expect(list.body.metadata.count).toBe(1);

    await runDueJobs({ db, handlers: jobHandlers(t.deps), clock: t.clock, log: t.deps.log });
    const mails = await listKeptMails(db, reader.email);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Your certificate for Corrected',
      'Your results in Corrected were corrected',
    ]);
    const mail = mails.find(({ subject }) => subject.startsWith('Your results'));
    expect(mail?.text).toContain('7 of 10 (was 6)');
    const audit = await many(db, sql`select 1 from audit_log where action = 'assessments.regrade'`);
    expect(audit).toHaveLength(1);

    expect(await regradeBook(db, bookId, t.clock.now())).toEqual([]);
    expect(await countRegradable(db, bookId)).toEqual({ questions: 0, answers: 0, attempts: 0 });
  });

  it('takes no certificate back', async () => {
    const { db } = t.deps;
    const certificate = { title: 'C', description: '', hours_of_participation: 1 };
    const { id: bookId } = await buildBook(db, { certificate });
    const test = await buildFinalTest(db, { bookId });
    const reader = await t.person();
    await buildSubscription(db, { userId: reader.id, bookId });
    const answers = test.questions.map((q, index) => ({
      question_id: q.id,
      answer_id: index < 7 ? q.right : q.wrong,
    }));
    await t.call(calls.submitFinalTest, { as: reader, query: { book_id: bookId }, body: { answers } });
    const corrected = test.questions[0];
    await sql`update choices set correct = (id = ${corrected?.wrong}) where question_id = ${corrected?.id}`.execute(
      db,
    );
    await regradeBook(db, bookId, t.clock.now());
    const list = await t.call(certificatesCalls.listCertificates, { as: reader });
    expect(list.body.metadata.count).toBe(1);
  });
});
