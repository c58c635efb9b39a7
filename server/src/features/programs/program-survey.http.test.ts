import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { type BuiltSurvey, buildSurvey, surveyAnswers } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';

let t: TestApp;
let director: Person;
let bookId: string;
let survey: BuiltSurvey;
beforeAll(async () => {
  t = await testApp();
  director = await t.person({ role: 'program_director' });
  bookId = (await buildBook(t.deps.db)).id;
  survey = await buildSurvey(t.deps.db, { bookId });
});
afterAll(() => t.close());

const students = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => t.person({ firstName: 'Secret', secondName: 'Name' })));
const programOf = async (people: readonly Person[]) =>
  (
    await buildProgram(t.deps.db, {
      ...{ bookIds: [bookId], directorIds: [director.id], studentIds: people.map(({ id }) => id) },
    })
  ).id;
async function answer(person: Person, words: string): Promise<void> {
  t.clock.advance(1000);
  const answers = surveyAnswers(survey).map((each) =>
    each.survey_question_id === survey.open.id ? { ...each, open_ended_answer: words } : each,
  );
  const body = { survey_id: survey.id, answers };
  expect((await t.call(assessmentsCalls.submitSurvey, { as: person, body })).status).toBe(200);
}
const results = (programId: string, as = director) =>
  t.call(calls.getProgramSurvey, { as, params: { id: programId }, query: { book_id: bookId } });
async function wordsIn(programId: string): Promise<string[]> {
  const { body, text } = await t.call(calls.listProgramSurveyWords, {
    ...{ as: director, params: { id: programId } },
    query: { book_id: bookId, question_id: survey.open.id, items: 100 },
  });
  expect(text).not.toContain('Secret');
  return body.data.map((each: { text: string }) => each.text).sort();
}

it('is shown to the director once five students have answered, without names', async () => {
  const people = await students(6);
  const program = await programOf(people);
  for (const [index, person] of people.slice(0, 4).entries()) await answer(person, `a${index}`);
  const early = (await results(program)).body;
  expect(early).toMatchObject({ number_of_readers: 0, number_held_back: 4, group_size: 5 });
  expect(early.questions.every((each: { number_answered: number }) => each.number_answered === 0)).toBe(true);
  expect(await wordsIn(program)).toEqual([]);
  await answer(people[4] as Person, 'a4');
  const { body, text } = await results(program);
  expect(body).toMatchObject({ number_of_readers: 5, number_held_back: 0 });
  expect(body.questions[0]).toMatchObject({ number_answered: 5 });
  expect(text).not.toContain('Secret');
  expect(await wordsIn(program)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  await answer(people[5] as Person, 'a5');
  expect((await results(program)).body).toMatchObject({ number_of_readers: 5, number_held_back: 1 });
  expect(await wordsIn(program)).not.toContain('a5');
});

it('grows by whole groups, whoever leaves or joins meanwhile', async () => {
  const people = await students(7);
  const program = await programOf(people);
  for (const [index, person] of people.slice(0, 6).entries()) await answer(person, `b${index}`);
  await results(program);
  const before = await wordsIn(program);
  expect(before).toEqual(['b0', 'b1', 'b2', 'b3', 'b4']);
  await sql`delete from program_students where program_id = ${program} and user_id = ${people[2]?.id ?? ''}`.execute(
    t.deps.db,
  );
  await answer(people[6] as Person, 'b6');
  expect((await results(program)).body).toMatchObject({ number_of_readers: 5, number_held_back: 2 });
  expect(await wordsIn(program)).toEqual(before);
});

it('shows nobody in two programs of one director, whose difference would be one answer', async () => {
  const shared = await students(4);
  const [one, other] = await students(2);
  const first = await programOf([...shared, one as Person]);
  const second = await programOf([...shared, other as Person]);
  for (const [index, person] of [...shared, one as Person, other as Person].entries())
    await answer(person, `c${index}`);
  expect((await results(first)).body.number_of_readers).toBe(5);
  expect((await results(second)).body).toMatchObject({ number_of_readers: 0, number_held_back: 1 });
  expect(await wordsIn(second)).toEqual([]);
});

it('hides a whole group of which an answer was deleted', async () => {
  const people = await students(5);
  const program = await programOf(people);
  for (const [index, person] of people.entries()) await answer(person, `d${index}`);
  expect((await results(program)).body.number_of_readers).toBe(5);
  const gone = sql`(select id from survey_responses where user_id = ${people[0]?.id ?? ''})`;
  await sql`delete from survey_answers where response_id = ${gone}`.execute(t.deps.db);
  await sql`delete from survey_responses where id = ${gone}`.execute(t.deps.db);
  expect((await results(program)).body.number_of_readers).toBe(0);
  expect(await wordsIn(program)).toEqual([]);
});

it('does not exist for another director, for a book of no program, and for other roles', async () => {
  const program = await programOf([]);
  expect((await results(program, await t.person({ role: 'program_director' }))).status).toBe(404);
  const foreign = await buildBook(t.deps.db);
  const query = { book_id: foreign.id };
  expect(
    (await t.call(calls.getProgramSurvey, { as: director, params: { id: program }, query })).status,
  ).toBe(404);
  expect((await results(program, await t.person())).status).toBe(403);
});
