import { assessmentsCalls as calls } from '@vesalius/contract/assessments-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildTest } from '../../testing/assessment-factories.ts';
import { buildSubscription } from '../../testing/factories.ts';

/** A first submission is graded and counted in memory; whoever opens the test later has it counted by the database. */
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const question = fc.record({
  points: fc.integer({ min: 1, max: 5 }),
  section: fc.constantFrom('first', 'second', 'none'),
  isRightBefore: fc.boolean(),
  isRightAfter: fc.boolean(),
  /** Taken out by a new import, between the two turns. */
  isRetired: fc.boolean(),
  /** The key was corrected after the pre-test: its answer counts in full. */
  isRegraded: fc.boolean(),
});
type Wanted = typeof question extends fc.Arbitrary<infer Value> ? Value : never;
const scenario = fc.record({
  questions: fc
    .array(question, { minLength: 1, maxLength: 6 })
    .filter((questions) => questions.some(({ isRetired }) => !isRetired)),
  isOpenedFirst: fc.boolean(),
});

it('answers a submission with what reading the test answers afterwards', async () => {
  const { db } = t.deps;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ questions: wanted, isOpenedFirst }) => {
      const test = await buildTest(db, { questions: wanted.length });
      const questions = test.questions.map((built, index) => ({ ...(wanted[index] as Wanted), ...built }));
      for (const { id, points, section } of questions)
        await sql`update questions set points = ${points}, section_id = (select s.id from test_sections s
          where s.test_id = ${test.id} and s.key = ${{ first: 'section-1', second: 'section-2', none: '' }[section]})
          where id = ${id}`.execute(db);
      const as = await t.person();
      await buildSubscription(db, { userId: as.id, bookId: test.bookId });

      const submit = async (turn: 'pre' | 'post', answers: { question_id: string; choice: string }[]) => {
        const open = () => t.call(calls.getTest, { as, params: { id: test.id }, query: { turn } });
        if (isOpenedFirst) await open();
        const submitted = await t.call(calls.submitTest, {
          as,
          body: {
            test_id: test.id,
            test_type: turn === 'pre' ? 0 : 1,
            answers: answers.map(({ question_id, choice }) => ({
              question_id,
              test_answer_choice_id: choice,
            })),
          },
        });
        expect(submitted).toMatchObject({ status: 200, body: { [`${turn}_solved`]: true } });
        expect(submitted.body).toEqual((await open()).body);
      };
      const answers = (of: typeof questions, isRight: 'isRightBefore' | 'isRightAfter') =>
        of.map((asked) => ({ question_id: asked.id, choice: asked[isRight] ? asked.right : asked.wrong }));

      await submit('pre', answers(questions, 'isRightBefore'));
      for (const { id, points, isRetired, isRegraded } of questions) {
        if (isRetired)
          await sql`update questions set retired_at = ${t.clock.now()} where id = ${id}`.execute(db);
        if (isRegraded)
          await sql`update attempt_answers set correct = true, points = ${points} where question_id = ${id}`.execute(
            db,
          );
      }
      await sql`update books set revision = revision + 1 where id = ${test.bookId}`.execute(db);
      t.clock.advance(60_000);
      const shown = '3,4,5,6,7,8,9,10,11,20';
      await t.call(readerCalls.updateCurrentProgress, {
        as,
        query: { book_id: test.bookId, page: 20, shown },
      });
      await submit(
        'post',
        answers(
          questions.filter(({ isRetired }) => !isRetired),
          'isRightAfter',
        ),
      );
    }),
    { numRuns: 20 },
  );
});
