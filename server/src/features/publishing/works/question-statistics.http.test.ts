import { join } from 'node:path';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { workQuestionsCalls } from '@vesalius/contract/work-questions-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { buildSubscription } from '../../../testing/factories.ts';
import { importBook } from '../import-book.ts';

const FIVE_MINUTES = 5 * 60_000;
let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let author: Person;
let bookId: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  folder.manifest((book) => {
    const choices = (...answers: string[]) =>
      answers.map((answer, index) => ({ answer, correct: index === 0 }));
    book.final_test.questions = [
      { key: 'good', question: 'A good one?', choices: choices('good right', 'good wrong') },
      { key: 'second', question: 'A second one?', choices: choices('second right', 'second wrong') },
      { key: 'miskeyed', question: 'A wrong key?', choices: choices('keyed', 'truth', 'neither') },
    ];
  });
  bookId = await publish();
  author = await t.person({ role: 'author', email: 'author@example.org' });
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

async function publish(): Promise<string> {
  // Later than the previous answers.
  t.clock.advance(1000);
  return (
    await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file }, replaceChanges: true })
  ).bookId;
}
const read = (list: string, as: Person | null = author) =>
  t.call(workQuestionsCalls.getWorkQuestionStatistics, { as, params: { id: bookId }, query: { list } });
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the expectations say
const figuresOf = async (key: string, list = 'final_test/questions'): Promise<any> =>
  (await read(list)).body.questions.find((question: { key: string }) => question.key === key);

/** Submits one reader's final test: the texts of the choices. */
async function answerLast(...words: string[]) {
  const reader = await t.person();
  await buildSubscription(t.deps.db, { userId: reader.id, bookId });
  const asked = await many(
    t.deps.db,
    sql<{ question: string; choice: string }>`select q.id as question, c.id as choice
      from questions q join choices c on c.question_id = q.id and c.retired_at is null
      where q.book_id = ${bookId} and q.final_test_id is not null and c.answer = any(${words})`,
  );
  const { status } = await t.call(assessmentsCalls.submitFinalTest, {
    as: reader,
    query: { book_id: bookId },
    body: { answers: asked.map(({ question, choice }) => ({ question_id: question, answer_id: choice })) },
  });
  expect(status).toBe(200);
}

describe('how the questions of a work perform', () => {
  it('shows only that there are fewer than ten answers, until there are ten', async () => {
    // Five know everything and take "truth", except one who takes "keyed"; five know nothing and take "keyed", except
    // one who takes "neither".
    for (let reader = 0; reader < 9; reader += 1)
      await answerLast(
        ...(reader < 5 ? ['good right', 'second right'] : ['good wrong', 'second wrong']),
        ['truth', 'truth', 'truth', 'truth', 'keyed', 'keyed', 'keyed', 'keyed', 'keyed'][reader] ?? '',
      );
    const staff = await t.person({ role: 'staff' });
    for (const as of [author, staff]) {
      const { body } = await read('final_test/questions', as);
      expect(body.questions.map(({ key }: { key: string }) => key)).toEqual(['good', 'second', 'miskeyed']);
      expect(body.questions[2].wordings).toEqual([
        {
          ...{ question: 'A wrong key?', image: null, is_current: true },
          choices: ['keyed', 'truth', 'neither'].map((answer) => ({ answer, image: null })),
          turns: [
            {
              ...{ kind: 'final', number_answered: null, percentage_right: null },
              ...{ difficulty: null, discrimination: null, choices: [] },
            },
          ],
        },
      ]);
    }
    await answerLast('good wrong', 'second wrong', 'neither');
    // Not at once: the figures are counted every five minutes.
    expect((await figuresOf('good')).wordings[0].turns[0].number_answered).toBeNull();
  });

  it('is shown from ten answers on: difficulty, discrimination, each choice’s share and its readers’ results', async () => {
    t.clock.advance(FIVE_MINUTES);
    const [good] = (await figuresOf('good')).wordings;
    /*
     * Right: 1 for five readers, 0 for five. The rest of their papers, of two points: 1/2 for the four who know the second
     * question and were graded wrong in the third, 1 for the fifth; 1/2 for the four who took "keyed" by chance, 0 for the last.
     * Means .6 and .4, covariance .05, standard deviations .5 and sqrt(.05) = .2236: r = .4472.
     */
    expect(good.turns).toMatchObject([
      {
        ...{ kind: 'final', number_answered: 10, percentage_right: 50, difficulty: 'medium' },
        discrimination: 0.45,
      },
    ]);
    const [miskeyed] = (await figuresOf('miskeyed')).wordings;
    /*
     * The rest of the paper is 1 for the first five readers and 0 for the others. "keyed": one of the first five and four of the
     * others: mean .5, covariance (1 * 1) / 10 - .25 = -.15, deviations .5 and .5: r = -.6. "truth" was taken by four, "neither" by one:
     * too few to tell how they did.
     */
    expect(miskeyed.turns).toMatchObject([{ percentage_right: 50, discrimination: -0.6 }]);
    const choices = Object.fromEntries(
      miskeyed.turns[0].choices.map((choice: { answer: string }) => [choice.answer, choice]),
    );
    expect(choices).toMatchObject({
      keyed: { correct: true, number_chosen: 5, discrimination: -0.6 },
      truth: { correct: false, number_chosen: 4, discrimination: null },
      neither: { number_chosen: 1, discrimination: null },
    });
  });

  it('belongs to the answered wording, also after a correction, and when the wording returns', async () => {
    const ask = async (question: string, truth: string) => {
      folder.manifest((book) => {
        book.final_test.questions[2].question = question;
        book.final_test.questions[2].choices[1].answer = truth;
      });
      await publish();
    };
    await ask('Another wording?', 'the truth');
    // Nine more and one: the first ten readers who answered only the new wording.
    for (let reader = 0; reader < 10; reader += 1)
      await answerLast('good right', 'second right', 'the truth');
    const told = await figuresOf('miskeyed');
    expect(told.wordings).toMatchObject([
      {
        ...{ question: 'Another wording?', is_current: true },
        turns: [{ number_answered: 10, percentage_right: 0, difficulty: 'hard', discrimination: null }],
      },
      { question: 'A wrong key?', is_current: false, turns: [{ number_answered: 10, discrimination: -0.6 }] },
    ]);
    const words = (index: number) =>
      told.wordings[index].turns[0].choices.map(({ answer }: { answer: string }) => answer).toSorted();
    expect(words(0)).toEqual(['keyed', 'neither', 'the truth']);
    expect(words(1)).toEqual(['keyed', 'neither', 'truth']);
    // The unchanged question has one wording, with all answers.
    expect((await figuresOf('good')).wordings).toMatchObject([
      { is_current: true, turns: [{ number_answered: 20 }] },
    ]);
    await ask('A wrong key?', 'truth');
    const back = await figuresOf('miskeyed');
    expect(back.wordings).toMatchObject([
      { question: 'A wrong key?', is_current: true, turns: [{ number_answered: 10, discrimination: -0.6 }] },
      { question: 'Another wording?', is_current: false },
    ]);
  });

  it('is shown separately for the turns before and after the chapter', async () => {
    const [test] = await many(t.deps.db, sql<{ id: string }>`select id from tests where book_id = ${bookId}`);
    const asked = await many(
      t.deps.db,
      sql<{
        question: string;
        choice: string;
        correct: boolean;
      }>`select c.question_id as question, c.id as choice, c.correct
        from choices c join questions q on q.id = c.question_id where q.test_id = ${test?.id}`,
    );
    const answer = async (knows: boolean) => {
      const reader = await t.person();
      await buildSubscription(t.deps.db, { userId: reader.id, bookId });
      const submit = (test_type: 0 | 1, right: boolean) =>
        t.call(assessmentsCalls.submitTest, {
          as: reader,
          body: {
            ...{ test_id: test?.id, test_type },
            answers: asked.flatMap(({ question, choice, correct }) =>
              correct === right ? [{ question_id: question, test_answer_choice_id: choice }] : [],
            ),
          },
        });
      expect((await submit(0, knows)).status).toBe(200);
      const query = { book_id: bookId, page: 3, shown: '1,2,3' };
      t.clock.advance(36_000);
      await t.call(readerCalls.updateCurrentProgress, { as: reader, query });
      expect((await submit(1, true)).status).toBe(200);
    };
    for (let reader = 0; reader < 10; reader += 1) await answer(reader < 3);
    const { wordings } = await figuresOf('t1', 'tests/#test/questions');
    expect(wordings[0].turns).toMatchObject([
      // Readers who know one of the two questions know both.
      { kind: 'pre', number_answered: 10, percentage_right: 30, difficulty: 'hard', discrimination: 1 },
      { kind: 'post', number_answered: 10, percentage_right: 100, difficulty: 'easy', discrimination: null },
    ]);
  });

  it('is counted as on the results page: for staff each answer, for others whole groups', async () => {
    for (let reader = 0; reader < 3; reader += 1) await answerLast('good right', 'second right', 'keyed');
    t.clock.advance(FIVE_MINUTES);
    const countsOf = async (as: Person) => {
      const studio = (await read('final_test/questions', as)).body.questions.find(
        ({ key }: { key: string }) => key === 'good',
      );
      const results = await t.call(assessmentsCalls.listQuestionStatistics, {
        as,
        query: { book_id: bookId, kind: 'final', items: 50 },
      });
      const row = results.body.data.find(({ question }: { question: string }) => question === 'A good one?');
      return [studio.wordings[0].turns[0].number_answered, row.number_answered];
    };
    const [ofStaff, ofAuthor] = [await countsOf(await t.person({ role: 'staff' })), await countsOf(author)];
    expect(ofStaff[0]).toBe(ofStaff[1]);
    expect(ofAuthor[0]).toBe(ofAuthor[1]);
    expect(ofAuthor[0]).toBeLessThan(ofStaff[0]);
  });

  it('is hidden from other users, and needs an existing list', async () => {
    expect((await read('final_test/questions', null)).status).toBe(401);
    expect((await read('final_test/questions', await t.person({ role: 'author' }))).status).toBe(404);
    for (const list of ['survey/questions', 'quizzes/#quiz', 'quizzes', 'final_test'])
      expect((await read(list)).status).toBe(404);
    expect((await read('quizzes/#none/questions')).body).toEqual({ questions: [] });
  });
});
