import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import type { Endpoint } from '@vesalius/contract/endpoints';
import { endpointTable } from '@vesalius/contract/table';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import {
  type BuiltQuestion,
  buildFinalTest,
  buildQuiz,
  buildSurvey,
  buildTest,
} from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

/**
 * Everything a customer can ask for before answering, searched for the key: the marks "correct", the words of the
 * justifications, and the ids of the right choices where they stand alone. The logs and the jobs are searched, too.
 */
describe('the answer key', () => {
  let t: TestApp;
  let reader: Person;
  let bookId: string;
  const logged: string[] = [];
  const ids = { quizId: '', testId: '', finalId: '', surveyId: '' };
  let questions: BuiltQuestion[] = [];

  beforeAll(async () => {
    t = await testApp({
      log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    });
    const { db } = t.deps;
    const book = await buildBook(db, {
      certificate: { title: 'C', description: '', hours_of_participation: 1, credits: 1 },
    });
    bookId = book.id;
    const [quiz, test, final, survey] = [
      await buildQuiz(db, { bookId }),
      await buildTest(db, { bookId }),
      await buildFinalTest(db, { bookId }),
      await buildSurvey(db, { bookId }),
    ];
    questions = [...quiz.questions, ...test.questions, ...final.questions];
    Object.assign(ids, { quizId: quiz.id, testId: test.id, finalId: final.id, surveyId: survey.id });
    reader = await t.person();
    await buildSubscription(db, { userId: reader.id, bookId });
  });
  afterAll(() => t.close());

  /** Each GET of the customer portal and of the root, with every id of this book in its place. */
  const addresses = () =>
    Object.values(endpointTable)
      .flatMap((table) => Object.values(table as Record<string, Endpoint>))
      .filter(
        ({ method, portals }) => method === 'GET' && portals.some((p) => p === 'customer' || p === 'root'),
      )
      .flatMap(({ path, portals }) => {
        const prefix = PORTAL_PREFIX[portals.includes('customer') ? 'customer' : 'root'];
        const candidates = path.includes(':')
          ? [bookId, ...Object.values(ids), questions[0]?.id ?? '']
          : [''];
        const kinds = [`kind=pre&subject_id=${ids.testId}`, `kind=final&subject_id=${ids.finalId}`];
        return candidates.flatMap((id) =>
          ['', '&paper=true', ...kinds.map((kind) => `&${kind}`)].map(
            (more) =>
              `${prefix}${path.replace(/:\w+/g, id)}?book_id=${bookId}&book_page=7&term=a&search_term=a${more}`,
          ),
        );
      });
  const read = async () => {
    const answers: { url: string; text: string }[] = [];
    for (const url of addresses()) {
      const { payload } = await t.app.inject({
        method: 'GET',
        url,
        headers: { authorization: `Bearer ${reader.token}` },
      });
      answers.push({ url, text: payload });
    }
    return answers;
  };

  it('is in no answer before the answer', async () => {
    const answers = await read();
    expect(answers.length).toBeGreaterThan(100);
    const papers = answers.filter(({ text }) => text.includes('What does'));
    // The quiz, the test and the final test were really among them.
    for (const question of questions)
      expect(papers.some(({ text }) => text.includes(question.id))).toBe(true);
    for (const { url, text } of answers) {
      expect(text, url).not.toMatch(/"correct"|Justification of|justification-|"justification/);
      for (const question of questions) {
        const shown = question.choiceIds.filter((id) => text.includes(id));
        expect([0, question.choiceIds.length], `${url} shows some choices and not others`).toContain(
          shown.length,
        );
      }
    }
  });

  it('is told by no refusal: a wrong submission sounds like a right one', async () => {
    const submit = (choose: 'right' | 'wrong') =>
      t.app.inject({
        method: 'POST',
        url: '/customer_portal/v1/questions/quiz_questions_answers',
        headers: { authorization: `Bearer ${reader.token}` },
        payload: {
          book_quiz_id: ids.quizId,
          answers: [{ question_id: questions[0]?.id, answer_choice_id: questions[0]?.[choose] }],
        },
      });
    const said = async (choose: 'right' | 'wrong') => {
      const answer = await submit(choose);
      return { status: answer.statusCode, ...answer.json(), request_id: undefined };
    };
    const right = await said('right');
    expect(right).toMatchObject({ status: 422, code: 'answers_incomplete' });
    expect(right).toEqual(await said('wrong'));
  });

  it('is not in the OpenAPI document, the logs or the jobs', async () => {
    const { payload } = await t.app.inject({ method: 'GET', url: '/openapi.json' });
    const jobs = await many(t.deps.db, sql<{ payload: unknown }>`select payload from jobs`);
    const haystack = [payload, logged.join('\n'), JSON.stringify(jobs)].join('\n');
    for (const question of questions) expect(haystack).not.toContain(question.right);
    expect(haystack).not.toContain('Justification of');
  });
});
