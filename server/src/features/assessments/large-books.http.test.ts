import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

describe('a book with more questions than most', () => {
  let t: TestApp;
  let reader: Person;
  let bookId: string;
  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db, { pages: 2211 })).id;
    reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId });
  });
  afterAll(() => t.close());

  /** Questions of two choices each, the first one right, below whatever the column names. */
  const insertQuestions = async (column: string, subject: ReturnType<typeof sql>, count: number) => {
    const { db } = t.deps;
    await sql`insert into questions (id, book_id, ${sql.ref(column)}, key, position, question)
      select gen_random_uuid(), ${bookId}, subject.id, 'q' || n, n, 'Question ' || n
      from ${subject} subject, generate_series(1, ${count}::integer) n`.execute(db);
    await sql`insert into choices (id, question_id, position, answer, correct)
      select gen_random_uuid(), q.id, n, 'Choice ' || n, n = 1
      from questions q, generate_series(1, 2) n where q.${sql.ref(column)} is not null`.execute(db);
  };

  it('has a final test of 714 questions, kept in parts and submitted in one body', async () => {
    const id = newId();
    await sql`insert into final_tests (id, book_id) values (${id}, ${bookId})`.execute(t.deps.db);
    await insertQuestions('final_test_id', sql`(select ${id}::uuid as id)`, 714);
    const right = await many(
      t.deps.db,
      sql<{ question_id: string; answer_id: string }>`
        select question_id, c.id as answer_id from choices c join questions q on q.id = c.question_id
        where q.final_test_id = ${id} and c.correct`,
    );
    const paper = await t.call(calls.getFinalTest, { as: reader, query: { book_id: bookId, paper: 'true' } });
    expect(paper.body.details.questions).toHaveLength(714);

    for (let from = 0; from < 714; from += 100) {
      const answers = right
        .slice(from, from + 100)
        .map(({ question_id, answer_id }) => ({ question_id, choice_ids: [answer_id] }));
      const kept = await t.call(calls.saveAnswerDraft, {
        as: reader,
        body: { kind: 'final', subject_id: id, answers },
      });
      expect(kept.body.answers).toHaveLength(answers.length);
    }
    const [first] = right;
    const marked = { question_id: first?.question_id, choice_ids: [first?.answer_id], marked: true };
    await t.call(calls.saveAnswerDraft, {
      as: reader,
      body: { kind: 'final', subject_id: id, answers: [marked] },
    });
    const draft = await t.call(calls.getAnswerDraft, {
      as: reader,
      query: { kind: 'final', subject_id: id },
    });
    expect(draft.body.answers).toHaveLength(714);
    expect(draft.body.answers).toContainEqual(marked);

    const done = await t.call(calls.submitFinalTest, {
      as: reader,
      query: { book_id: bookId },
      body: { attempt: 1, answers: right },
    });
    expect(done.body.attempts).toMatchObject([{ score: 714, total: 714, percentage: 100 }]);
  });

  it('lists all of its 250 quizzes and 250 chapter tests, page by page', async () => {
    const { db } = t.deps;
    await sql`insert into quizzes (id, book_id, key, page, title)
      select gen_random_uuid(), ${bookId}, 'quiz-' || n, n * 8, 'Quiz ' || n from generate_series(1, 250) n`.execute(
      db,
    );
    await sql`insert into tests (id, book_id, key, title, pre_page, post_page)
      select gen_random_uuid(), ${bookId}, 'test-' || n, 'Test ' || n, n * 8, n * 8 + 7
      from generate_series(1, 250) n`.execute(db);
    await insertQuestions('quiz_id', sql`(select id from quizzes where book_id = ${bookId})`, 2);
    await insertQuestions('test_id', sql`(select id from tests where book_id = ${bookId})`, 2);
    for (const call of [calls.listBookQuizzes, calls.listTests]) {
      const titles: string[] = [];
      for (let page = 1; page <= 3; page += 1) {
        const { body } = await t.call(call, { as: reader, query: { book_id: bookId, page, items: 100 } });
        expect(body.metadata).toEqual({ count: 250, currentPage: page, pages: 3 });
        titles.push(...body.data.map(({ title }: { title: string }) => title));
      }
      expect(new Set(titles).size).toBe(250);
    }
  });
});
