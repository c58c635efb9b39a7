import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildQuestion, buildQuiz } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

type Quiz = Awaited<ReturnType<typeof buildQuiz>>;

describe('a quiz', () => {
  let t: TestApp;
  let reader: Person;
  let quiz: Quiz;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const fresh = async (questions = 3) => {
    quiz = await buildQuiz(t.deps.db, { questions });
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: quiz.bookId });
  };
  const answersOf = (choose: 'right' | 'wrong' = 'right') =>
    quiz.questions.map((question) => ({ question_id: question.id, answer_choice_id: question[choose] }));
  const submit = (answers: unknown, as: Person | null = reader) =>
    t.call(calls.submitQuiz, { as, body: { book_quiz_id: quiz.id, answers } });

  it('is shown without answers and justifications, and with them once it is answered', async () => {
    await fresh();
    const before = await t.call(calls.getQuiz, {
      as: reader,
      params: { id: quiz.id },
      query: { book_id: quiz.bookId, book_page: 7 },
    });
    expect(before.status).toBe(200);
    expect(before.body).toMatchObject({ solved: false, may_submit: true, number_of_questions: 3 });
    expect(before.text).not.toMatch(/correct|justification/i);

    const after = await submit(answersOf());
    expect(after.status).toBe(200);
    expect(after.body).toMatchObject({ solved: true, user_points: 3, total_points: 3 });
    for (const question of after.body.questions) {
      expect(question).toMatchObject({
        revealed: true,
        user_answer: { correct: true, user_gained_points: 1 },
      });
      expect(question.justification_image_url).toMatch(/\?grant=/);
    }
  });

  it('asks for every answer in the specified words, and stores nothing otherwise', async () => {
    await fresh();
    const refused = await submit(answersOf().slice(1));
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'answers_incomplete', message: 'Please answer all questions.' },
    });
    const now = await t.call(calls.getQuiz, { as: reader, params: { id: quiz.id } });
    expect(now.body.number_answered).toBe(0);
  });

  it('is answered question by question: each is locked and revealed alone', async () => {
    await fresh(2);
    const [first, second] = quiz.questions as [Quiz['questions'][0], Quiz['questions'][0]];
    const answer = (question_id: string, answer_choice_id: string) =>
      t.call(calls.answerQuizQuestion, {
        as: reader,
        params: { id: quiz.id },
        body: { question_id, answer_choice_id },
      });
    const one = await answer(first.id, first.wrong);
    expect(one.body).toMatchObject({ solved: false, number_answered: 1, user_points: 0 });
    expect(one.body.questions[0]).toMatchObject({ revealed: true, user_answer: { correct: false } });
    expect(one.body.questions[1]).toMatchObject({ revealed: false, user_answer: null });
    expect(await answer(first.id, first.right)).toMatchObject({
      status: 409,
      body: { code: 'already_answered' },
    });
    expect((await answer(first.id, first.wrong)).status).toBe(200);
    // The rest of it: new plus previous answers are all.
    const rest = await submit([{ question_id: second.id, answer_choice_id: second.right }]);
    expect(rest.body).toMatchObject({ solved: true, user_points: 1 });
  });

  it('stores the same submission once and refuses another one', async () => {
    await fresh();
    const first = await submit(answersOf());
    expect((await submit(answersOf())).body).toEqual(first.body);
    expect(await submit(answersOf('wrong'))).toMatchObject({
      status: 409,
      body: { code: 'already_answered' },
    });
  });

  it('refuses choices of other questions, strangers, other roles and those without a token', async () => {
    await fresh();
    const [a, b] = quiz.questions as [Quiz['questions'][0], Quiz['questions'][0]];
    const mixed = answersOf().map((each) =>
      each.question_id === a.id ? { ...each, answer_choice_id: b.right } : each,
    );
    expect(await submit(mixed)).toMatchObject({ status: 422, body: { code: 'answer_not_of_question' } });
    expect(await submit([{ question_id: 'no', answer_choice_id: 1 }])).toMatchObject({
      status: 422,
      body: { code: 'invalid' },
    });
    expect((await submit(answersOf(), null)).status).toBe(401);
    const stranger = await t.person();
    expect(await submit(answersOf(), stranger)).toMatchObject({
      status: 403,
      body: { code: 'not_subscribed', message: 'You need to subscribe to access this page.' },
    });
    const get = (as: Person) => t.call(calls.getQuiz, { as, params: { id: quiz.id } });
    expect((await get(stranger)).status).toBe(403);
    const author = await t.person({ role: 'author' });
    expect((await submit(answersOf(), author)).status).toBe(403);
    const otherBook = await buildBook(t.deps.db);
    const elsewhere = { as: reader, params: { id: quiz.id }, query: { book_id: otherBook.id } };
    expect((await t.call(calls.getQuiz, elsewhere)).status).toBe(404);
    const unknown = { as: reader, params: { id: otherBook.id } };
    expect((await t.call(calls.getQuiz, unknown)).status).toBe(404);
  });

  it('shows authors everything and lets them submit nothing', async () => {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { authors: [author.email] });
    const own = await buildQuiz(t.deps.db, { bookId: book.id });
    const seen = await t.call(calls.getQuiz, { as: author, params: { id: own.id } });
    expect(seen.body).toMatchObject({ may_submit: false });
    expect(seen.body.questions[0]).toMatchObject({ revealed: true, user_answer: null });
    expect(
      seen.body.questions[0].answer_choices.filter((choice: { correct: boolean }) => choice.correct),
    ).toHaveLength(1);
  });

  it('lists the quizzes of a book by page, solved or not', async () => {
    await fresh();
    const later = await buildQuiz(t.deps.db, { bookId: quiz.bookId, page: 30 });
    await submit(answersOf());
    const list = await t.call(calls.listBookQuizzes, { as: reader, query: { book_id: quiz.bookId } });
    expect(list.body.data).toMatchObject([
      { quiz_id: quiz.id, book_page: 7, solved: true, user_points: 3 },
      { quiz_id: later.id, book_page: 30, solved: false, number_answered: 0 },
    ]);
    expect(list.body.metadata).toEqual({ count: 2, currentPage: 1, pages: 1 });
  });

  it('is unsolved again when an import adds a question; only that one is asked', async () => {
    await fresh();
    await submit(answersOf());
    const added = await buildQuestion(t.deps.db, { bookId: quiz.bookId, quizId: quiz.id });
    const now = await t.call(calls.getQuiz, { as: reader, params: { id: quiz.id } });
    expect(now.body).toMatchObject({ solved: false, number_answered: 3, number_of_questions: 4 });
    const rest = await submit([{ question_id: added.id, answer_choice_id: added.right }]);
    expect(rest.body).toMatchObject({ solved: true, user_points: 4 });
  });
});
