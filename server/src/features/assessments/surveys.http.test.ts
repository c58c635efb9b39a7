import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { type BuiltSurvey, buildSurvey, surveyAnswers } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

describe('the survey', () => {
  let t: TestApp;
  let reader: Person;
  let survey: BuiltSurvey;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const fresh = async (fields: Parameters<typeof buildSurvey>[1] = {}) => {
    survey = await buildSurvey(t.deps.db, fields);
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: survey.bookId });
  };
  const submit = (answers: unknown, as: Person | null = reader) =>
    t.call(calls.submitSurvey, { as, body: { survey_id: survey.id, answers } });
  const get = (as: Person = reader) => t.call(calls.getSurvey, { as, params: { surveyId: survey.id } });
  const changed = (questionId: string, change: object) =>
    surveyAnswers(survey).map((each) =>
      each.survey_question_id === questionId ? { survey_question_id: questionId, ...change } : each,
    );

  it('numbers rating choices in descending order by count', async () => {
    await fresh();
    const { body } = await get();
    expect(body).toMatchObject({ solved: false, may_submit: true });
    const rating = body.survey_questions[2];
    expect(rating.survey_question_answer_choices.map((c: { rating: number }) => c.rating)).toEqual([
      5, 4, 3, 2, 1,
    ]);
    expect(body.survey_questions[0].survey_question_answer_choices[0].rating).toBeNull();
  });

  it('keeps the answers of each type and shows them to their giver alone', async () => {
    await fresh();
    const { status, body } = await submit(surveyAnswers(survey));
    expect(status).toBe(200);
    expect(body.solved).toBe(true);
    expect(body.survey_questions.map((q: { user_answer: unknown }) => q.user_answer)).toMatchObject([
      { survey_question_answer_choice_ids: [survey.single.choiceIds[0]] },
      { survey_question_answer_choice_ids: expect.arrayContaining(survey.several.choiceIds.slice(1)) },
      { rating: 5 },
      { open_ended_answer: 'Clear and exact.' },
    ]);
    const other = await t.person();
    await buildSubscription(t.deps.db, { userId: other.id, bookId: survey.bookId });
    expect((await get(other)).text).not.toContain('Clear and exact.');
  });

  it.each([
    ['a question left out', () => surveyAnswers(survey).slice(1), 'answers_incomplete'],
    [
      'an empty choice list',
      () => changed(survey.several.id, { survey_question_answer_choice_ids: [] }),
      'answers_incomplete',
    ],
    [
      'a blank open answer',
      () => changed(survey.open.id, { open_ended_answer: '   ' }),
      'answers_incomplete',
    ],
    ['no rating', () => changed(survey.rating.id, {}), 'answers_incomplete'],
    ['a rating beyond the count', () => changed(survey.rating.id, { rating: 6 }), 'answer_not_of_question'],
    [
      'two choices where one may be chosen',
      () => changed(survey.single.id, { survey_question_answer_choice_ids: survey.single.choiceIds }),
      'answer_not_of_question',
    ],
    [
      'a choice of another question',
      () => changed(survey.single.id, { survey_question_answer_choice_ids: [survey.several.choiceIds[0]] }),
      'answer_not_of_question',
    ],
    [
      'a question answered twice',
      () => [...surveyAnswers(survey), ...surveyAnswers(survey)],
      'answer_not_of_question',
    ],
  ])('refuses %s', async (_what, answers, code) => {
    await fresh();
    expect(await submit(answers())).toMatchObject({ status: 422, body: { code } });
    expect((await get()).body.solved).toBe(false);
  });

  it('is answered once: the same again is harmless, another answer is refused', async () => {
    await fresh();
    const all = await Promise.all(Array.from({ length: 20 }, () => submit(surveyAnswers(survey))));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    const other = changed(survey.rating.id, { rating: 1 });
    expect(await submit(other)).toMatchObject({ status: 409, body: { code: 'already_answered' } });
  });

  it('is closed to strangers, to other roles for submitting, and to those without a token', async () => {
    await fresh();
    expect((await get(await t.person())).status).toBe(403);
    expect((await submit(surveyAnswers(survey), await t.person())).status).toBe(403);
    expect((await submit(surveyAnswers(survey), null)).status).toBe(401);
    const author = await t.person({ role: 'author' });
    const written = await buildBook(t.deps.db, { authors: [author.email] });
    await fresh({ bookId: written.id });
    expect((await get(author)).body).toMatchObject({ may_submit: false });
    expect(await submit(surveyAnswers(survey), author)).toMatchObject({
      status: 403,
      body: { code: 'read_only_role' },
    });
    const book = await buildBook(t.deps.db);
    const unknown = { as: reader, params: { surveyId: book.id } };
    expect((await t.call(calls.getSurvey, unknown)).status).toBe(404);
  });
});
