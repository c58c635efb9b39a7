import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, TEST_NOW, type TestApp, testApp } from '../../testing/app.ts';
import { buildSurvey } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

describe('what readers answered in a survey', () => {
  let t: TestApp;
  let staff: Person;
  beforeAll(async () => {
    t = await testApp();
    staff = await t.person({ role: 'staff' });
  });
  afterAll(() => t.close());

  async function scene() {
    const [author, editor] = [await t.person({ role: 'author' }), await t.person({ role: 'editor' })];
    const book = await buildBook(t.deps.db, { authors: [author.email], editors: [editor.email] });
    const survey = await buildSurvey(t.deps.db, { bookId: book.id });
    t.clock.set(new Date(TEST_NOW));
    return {
      author,
      editor,
      book,
      survey,
      /** The `number`th reader answers, each a day after the one before. */
      async answer(number: number, words = `Words of reader ${number}.`) {
        t.clock.set(new Date(new Date(TEST_NOW).getTime() + (number - 1) * DAY_MS));
        const reader = await t.person({ firstName: 'Secret', secondName: `Name${number}` });
        await buildSubscription(t.deps.db, { userId: reader.id, bookId: book.id });
        const { single, several, rating, open } = survey;
        const answers = [
          {
            survey_question_id: single.id,
            survey_question_answer_choice_ids: [single.choiceIds[number % 4 === 0 ? 1 : 0]],
          },
          {
            survey_question_id: several.id,
            survey_question_answer_choice_ids: several.choiceIds.slice(0, 2),
          },
          { survey_question_id: rating.id, rating: number === 1 ? 1 : 5 },
          { survey_question_id: open.id, open_ended_answer: words },
        ];
        const body = { survey_id: survey.id, answers };
        expect((await t.call(calls.submitSurvey, { as: reader, body })).status).toBe(200);
        return reader;
      },
      results: (as: Person, query: Record<string, string> = {}) =>
        t.call(calls.getSurveyResults, { as, query: { book_id: book.id, ...query } }),
      words: (as: Person, query: Record<string, string | number> = {}) =>
        t.call(calls.listSurveyWords, {
          as,
          query: { book_id: book.id, question_id: survey.open.id, ...query },
        }),
      csv: (as: Person, query: Record<string, string> = {}) =>
        t.call(calls.downloadSurveyResults, { as, query: { book_id: book.id, ...query } }),
    };
  }

  it('is told per question: how many chose what, in percent, the mean, and the words, without names', async () => {
    const s = await scene();
    for (let number = 1; number <= 5; number += 1) await s.answer(number);
    for (const as of [s.author, s.editor, staff]) {
      const { body, text } = await s.results(as);
      expect(body).toMatchObject({
        title: 'Your view of the book',
        number_of_readers: 5,
        number_held_back: 0,
      });
      const [single, several, rating, open] = body.questions;
      expect(single).toMatchObject({
        question_type: 'MCQ',
        number_answered: 5,
        mean: null,
        choices: [
          { answer_choice: 'Yes', number_chosen: 4, percentage: 80 },
          { answer_choice: 'No', number_chosen: 1, percentage: 20 },
        ],
      });
      expect(several.choices.map(({ percentage }: { percentage: number }) => percentage)).toEqual([
        100, 100, 0,
      ]);
      expect(rating).toMatchObject({ mean: 4.2 });
      expect(rating.choices[0]).toEqual({
        answer_choice: 'Excellent',
        rating: 5,
        number_chosen: 4,
        percentage: 80,
      });
      expect(rating.choices[4]).toMatchObject({ answer_choice: 'Bad', rating: 1, number_chosen: 1 });
      expect(open).toMatchObject({ question_type: 'OpenEnded', number_answered: 5, choices: [] });
      const words = await s.words(as);
      expect(words.body.metadata.count).toBe(5);
      expect(words.body.data.map(({ text: each }: { text: string }) => each).sort()).toEqual(
        [1, 2, 3, 4, 5].map((number) => `Words of reader ${number}.`),
      );
      for (const said of [text, words.text, (await s.csv(as)).text]) expect(said).not.toContain('Secret');
    }
  });

  it('is shown to authors and editors in groups of five, so that nobody can be told by asking twice', async () => {
    const s = await scene();
    const seenBy = async (as: Person, query: Record<string, string> = {}) => {
      const { body } = await s.results(as, query);
      const words = await s.words(as, query);
      const csv = parse((await s.csv(as, query)).text, { columns: true, bom: true }) as { type: string }[];
      const counts = [
        body.number_of_readers,
        words.body.metadata.count,
        csv.filter(({ type }) => type === 'OpenEnded').length,
      ];
      expect(new Set(counts).size, 'every way tells of the same readers').toBe(1);
      return counts[0];
    };
    for (let number = 1; number <= 4; number += 1) await s.answer(number);
    expect(await seenBy(s.author)).toBe(0);
    expect((await s.results(s.author)).body).toMatchObject({ number_held_back: 4, group_size: 5 });
    expect(await seenBy(staff)).toBe(4);
    for (let number = 5; number <= 13; number += 1) {
      await s.answer(number);
      expect(await seenBy(s.editor)).toBe(number < 10 ? 5 : 10);
    }
    expect((await s.results(staff)).body).toMatchObject({ number_held_back: 0, group_size: 1 });
    // Every period is made of whole groups, each on the day of its last answer: 5 March and 10 March.
    const days = Array.from({ length: 14 }, (_none, day) => `2026-03-${String(day + 1).padStart(2, '0')}`);
    for (const from of days.filter((_day, index) => index % 3 === 0))
      for (const to of days.filter((_day, index) => index % 4 === 0)) {
        const expected = ['2026-03-05', '2026-03-10'].filter((day) => from <= day && day <= to).length * 5;
        expect(await seenBy(s.author, { from, to }), `${from} to ${to}`).toBe(expected);
      }
    expect(await seenBy(staff, { from: '2026-03-02', to: '2026-03-03' })).toBe(2);
  });

  it('pages its words in an order that does not tell who came first', async () => {
    const s = await scene();
    for (let number = 1; number <= 5; number += 1) await s.answer(number);
    const pages = await Promise.all([1, 2, 3].map((page) => s.words(s.author, { page, items: 2 })));
    const words = pages.flatMap(({ body }) => body.data.map(({ text }: { text: string }) => text));
    expect(new Set(words).size).toBe(5);
    expect(pages[0]?.body.metadata).toEqual({ count: 5, currentPage: 1, pages: 3 });
  });

  it('is a file with a row for each choice and each text, defused', async () => {
    const s = await scene();
    for (let number = 1; number <= 5; number += 1)
      await s.answer(number, number === 3 ? '=HYPERLINK("x")' : `Clear, and "exact" ${number}.`);
    const { text, headers } = await s.csv(s.author);
    expect(headers['content-type']).toContain('text/csv');
    const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
    expect(rows).toHaveLength(2 + 3 + 5 + 5);
    expect(rows[0]).toMatchObject({ number: '1', answer: 'Yes', readers: '4', percent: '80' });
    const answers = rows.map(({ answer }) => answer);
    expect(answers).toContain(`'=HYPERLINK("x")`);
    expect(answers).toContain('Clear, and "exact" 4.');
  });

  it('keeps the answers to what is not asked any more, and is empty for a book without a survey', async () => {
    const s = await scene();
    for (let number = 1; number <= 5; number += 1) await s.answer(number);
    const { db } = t.deps;
    await sql`update survey_questions set retired_at = now() where id = ${s.survey.single.id}`.execute(db);
    await sql`update survey_choices set retired_at = now() where id = ${s.survey.several.choiceIds[0] ?? ''}`.execute(
      db,
    );
    await sql`update survey_choices set retired_at = now() where id = ${s.survey.several.choiceIds[2] ?? ''}`.execute(
      db,
    );
    const { questions } = (await s.results(s.author)).body;
    expect(questions.at(-1)).toMatchObject({ id: s.survey.single.id, retired: true, number_answered: 5 });
    expect(questions[0].choices.map(({ answer_choice }: { answer_choice: string }) => answer_choice)).toEqual(
      ['Figures', 'Text'],
    );
    const none = await buildBook(db);
    const empty = await t.call(calls.getSurveyResults, { as: staff, query: { book_id: none.id } });
    expect(empty.body).toMatchObject({ title: null, number_of_readers: 0, questions: [] });
  });

  it('is nobody else’s business, an author’s with a subscription to the book included', async () => {
    const s = await scene();
    const other = await t.person({ role: 'author' });
    await buildSubscription(t.deps.db, { userId: other.id, bookId: s.book.id });
    for (const call of [
      calls.getSurveyResults,
      calls.downloadSurveyResults,
      calls.listQuestionStatistics,
      calls.downloadQuestionStatistics,
    ]) {
      const query = { book_id: s.book.id };
      expect((await t.call(call, { as: other, query })).body.code).toBe('not_allowed');
      expect((await t.call(call, { as: await t.person(), query })).status).toBe(403);
      expect((await t.call(call, { query })).status).toBe(401);
    }
    const director = await t.person({ role: 'program_director' });
    expect((await s.results(director)).status).toBe(403);
    const foreign = await scene();
    const words = await s.words(s.author, { question_id: foreign.survey.open.id });
    expect(words.body.data).toEqual([]);
  });
});
