import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest, buildSurvey, buildTest } from '../../testing/assessment-factories.ts';
import { buildSubscription } from '../../testing/factories.ts';

describe('answers that are being given', () => {
  let t: TestApp;
  let reader: Person;
  let test: Awaited<ReturnType<typeof buildTest>>;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const fresh = async () => {
    test = await buildTest(t.deps.db);
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: test.bookId });
  };
  const save = (answers: unknown, as: Person | null = reader, kind = 'pre', subject_id = test.id) =>
    t.call(calls.saveAnswerDraft, { as, body: { kind, subject_id, answers } });
  const get = (as: Person = reader, kind = 'pre') =>
    t.call(calls.getAnswerDraft, { as, query: { kind, subject_id: test.id } });

  it('are found again on another device, also when two tabs answer different questions', async () => {
    await fresh();
    const [a, b] = test.questions;
    expect((await get()).body).toMatchObject({ answers: [], updated_at: null });
    await Promise.all([
      save([{ question_id: a?.id, choice_ids: [a?.wrong] }]),
      save([{ question_id: b?.id, choice_ids: [b?.right] }]),
    ]);
    await save([{ question_id: a?.id, choice_ids: [a?.right] }]);
    expect((await get()).body.answers).toEqual(
      expect.arrayContaining([
        { question_id: a?.id, choice_ids: [a?.right] },
        { question_id: b?.id, choice_ids: [b?.right] },
      ]),
    );
    expect((await get(reader, 'post')).body.answers).toEqual([]);
  });

  it('that waited on a device do not replace a later one, whatever its clock says', async () => {
    await fresh();
    const [a, b] = test.questions;
    await save([{ question_id: b?.id, choice_ids: [b?.wrong] }]);
    t.clock.advance(HOUR_MS);
    // On the phone, at once.
    await save([{ question_id: a?.id, choice_ids: [a?.right] }]);
    t.clock.advance(60_000);
    // On the laptop, two hours ago and half an hour ago, by a clock that is years wrong.
    const late = await t.call(calls.saveAnswerDraft, {
      as: reader,
      body: {
        kind: 'pre',
        subject_id: test.id,
        sent_at: '1999-01-01T12:00:00.000Z',
        answers: [
          { question_id: a?.id, choice_ids: [a?.wrong], answered_at: '1999-01-01T10:00:00.000Z' },
          { question_id: b?.id, choice_ids: [b?.right], answered_at: '1999-01-01T11:30:00.000Z' },
        ],
      },
    });
    const kept = expect.arrayContaining([
      { question_id: a?.id, choice_ids: [a?.right] },
      { question_id: b?.id, choice_ids: [b?.right] },
    ]);
    expect(late.body.answers).toEqual(kept);
    expect((await get()).body.answers).toEqual(kept);
  });

  it('are taken back by an empty answer, and tell nothing about right or wrong', async () => {
    await fresh();
    const [a] = test.questions;
    const saved = await save([{ question_id: a?.id, choice_ids: [a?.right] }]);
    expect(saved.text).not.toMatch(/correct|justification/i);
    expect((await save([{ question_id: a?.id, choice_ids: [] }])).body.answers).toEqual([]);
  });

  it('are gone once they are submitted, and cannot be drafted again', async () => {
    await fresh();
    const answers = test.questions.map((q) => ({ question_id: q.id, choice_ids: [q.right] }));
    await save(answers);
    const submission = test.questions.map((q) => ({ question_id: q.id, test_answer_choice_id: q.right }));
    await t.call(calls.submitTest, {
      as: reader,
      body: { test_id: test.id, test_type: 0, answers: submission },
    });
    expect((await get()).body.answers).toEqual([]);
    expect(await save(answers)).toMatchObject({ status: 409, body: { code: 'already_answered' } });
  });

  it('that waited on a device are none to the next attempt at a final test', async () => {
    await fresh();
    const final = await buildFinalTest(t.deps.db, { bookId: test.bookId });
    const [a, b] = final.questions;
    const givenAt = t.clock.now().toISOString();
    t.clock.advance(60_000);
    await t.call(calls.submitFinalTest, {
      as: reader,
      query: { book_id: test.bookId },
      body: { answers: final.questions.map((q) => ({ question_id: q.id, answer_id: q.wrong })) },
    });
    t.clock.advance(60_000);
    const now = t.clock.now().toISOString();
    const { body } = await t.call(calls.saveAnswerDraft, {
      as: reader,
      body: {
        kind: 'final',
        subject_id: final.id,
        sent_at: now,
        answers: [
          { question_id: a?.id, choice_ids: [a?.wrong], answered_at: givenAt },
          { question_id: b?.id, choice_ids: [b?.right], answered_at: now },
        ],
      },
    });
    expect(body.answers).toEqual([{ question_id: b?.id, choice_ids: [b?.right] }]);
  });

  it('must belong to the paper, and to the one who gives them', async () => {
    await fresh();
    const other = await buildTest(t.deps.db);
    const [foreign] = other.questions;
    const [a] = test.questions;
    expect((await save([{ question_id: foreign?.id, choice_ids: [foreign?.right] }])).body.code).toBe(
      'answer_not_of_question',
    );
    expect((await save([{ question_id: a?.id, choice_ids: [foreign?.right] }])).status).toBe(422);
    expect((await save([], await t.person())).status).toBe(403);
    expect((await save([], null)).status).toBe(401);
    expect((await save([], reader, 'quiz')).status).toBe(404);
    await save([{ question_id: a?.id, choice_ids: [a?.right] }]);
    const friend = await t.person();
    await buildSubscription(t.deps.db, { userId: friend.id, bookId: test.bookId });
    expect((await get(friend)).body.answers).toEqual([]);
  });

  it('may be those of a survey, too', async () => {
    const survey = await buildSurvey(t.deps.db);
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: survey.bookId });
    const answers = [
      { question_id: survey.rating.id, rating: 4 },
      { question_id: survey.open.id, text: 'So far' },
    ];
    const saved = await save(answers, reader, 'survey', survey.id);
    expect(saved.body.answers).toEqual(
      expect.arrayContaining(answers.map((answer) => ({ ...answer, choice_ids: [] }))),
    );
  });
});
