import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

const app: TestApp = await testApp();
afterAll(() => app.close());

let director: Person;
let student: Person;
let arabic: Person;
let programId: string;
let testId: string;
let taskId: string;

const assign = (due_on: string, more: object = {}) =>
  app.call(calls.createAssignment, {
    as: director,
    params: { id: programId },
    body: { kind: 'test', subject_id: testId, due_on, ...more },
  });
const at = () => ({ as: director, params: { id: programId, assignmentId: taskId } });
const move = (due_on: string) => app.call(calls.updateAssignment, { ...at(), body: { due_on } });
const remove = () => app.call(calls.deleteAssignment, at());
/** What the mails after the reminder say, the oldest first. */
const told = async ({ email }: Person) =>
  (await mailsTo(app, email))
    .filter(({ subject }) => !/^(Due soon|موعد قريب)/.test(subject))
    .map(({ text }) => text)
    .reverse();
const reminders = async ({ email }: Person) =>
  (await mailsTo(app, email)).filter(({ subject }) => /^(Due soon|موعد قريب)/.test(subject)).length;

beforeEach(async () => {
  app.clock.set(new Date('2026-12-06T09:00:00Z'));
  director = await app.person({ role: 'program_director' });
  student = await app.person();
  arabic = await app.person();
  await sql`update users set language = 'ar' where id = ${arabic.id}`.execute(app.deps.db);
  const bookId = (await buildBook(app.deps.db)).id;
  testId = (await buildTest(app.deps.db, { bookId })).id;
  await sql`update tests set title = 'Dose, time and concentration' where id = ${testId}`.execute(
    app.deps.db,
  );
  const people = { directorIds: [director.id], studentIds: [student.id, arabic.id] };
  programId = (await buildProgram(app.deps.db, { name: 'Residency', bookIds: [bookId], ...people })).id;
  taskId = (await assign('2026-12-07')).body.id;
  expect(await reminders(student)).toBe(1);
});

it('a student who was reminded hears once of the new due date, in the student’s language', async () => {
  await move('2026-12-10');
  expect(await told(student)).toEqual([]);
  app.clock.advance(11 * MINUTE_MS);
  const [letter, ...more] = await told(student);
  expect(letter).toContain(
    'The test “Dose, time and concentration” is now due on Thursday 10 December 2026.',
  );
  expect(more).toEqual([]);
  expect((await told(arabic)).join()).toMatch(
    /أصبح موعد الاختبار «Dose, time and concentration» يوم الخميس، 10 ديسمبر 2026/,
  );
  app.clock.advance(HOUR_MS);
  expect(await told(student)).toHaveLength(1);
});

it('a student who was reminded hears that it is no longer a task', async () => {
  await remove();
  app.clock.advance(11 * MINUTE_MS);
  expect(await told(student)).toEqual([
    expect.stringContaining('The test “Dose, time and concentration” is no longer a task of Residency.'),
  ]);
  expect((await told(arabic)).join()).toContain(
    'لم يعد الاختبار «Dose, time and concentration» من مهام برنامج Residency.',
  );
  await assign('2026-12-20');
  app.clock.advance(HOUR_MS);
  expect((await told(student)).slice(1)).toEqual([
    expect.stringContaining('is now due on Sunday 20 December 2026.'),
  ]);
});

it('of several changes in a row only the last one is told', async () => {
  await move('2026-12-10');
  app.clock.advance(5 * MINUTE_MS);
  await told(student);
  await move('2026-12-15');
  app.clock.advance(6 * MINUTE_MS);
  expect(await told(student)).toEqual([]);
  app.clock.advance(5 * MINUTE_MS);
  expect(await told(student)).toEqual([expect.stringContaining('Tuesday 15 December 2026')]);
  app.clock.advance(HOUR_MS);
  expect(await told(student)).toHaveLength(1);
});

it('nothing is told of a task that is again as the reminder said', async () => {
  await move('2026-12-10');
  await move('2026-12-07');
  await remove();
  expect((await assign('2026-12-07', { restores: taskId })).status).toBe(201);
  app.clock.advance(HOUR_MS);
  expect(await told(student)).toEqual([]);
  expect(await reminders(student)).toBe(1);
});

it('a task that returns to its first day after the letter is told of again, and each time', async () => {
  const days = ['2026-12-20', '2026-12-07', '2026-12-20'];
  for (const [index, day] of days.entries()) {
    await move(day);
    app.clock.advance(HOUR_MS + MINUTE_MS);
    expect(await told(student)).toHaveLength(index + 1);
  }
  expect((await told(student)).map((text) => / due on (.+)\.$/m.exec(text)?.[1])).toEqual([
    'Sunday 20 December 2026',
    'Monday 7 December 2026',
    'Sunday 20 December 2026',
  ]);
});

it('of several changes within an hour the first is told, and at the end of the hour how the task is then', async () => {
  for (const day of ['2026-12-10', '2026-12-15', '2026-12-18', '2026-12-20']) {
    await move(day);
    app.clock.advance(11 * MINUTE_MS);
    expect(await told(student)).toEqual([expect.stringContaining('Thursday 10 December 2026')]);
  }
  app.clock.advance(HOUR_MS);
  expect((await told(student)).slice(1)).toEqual([expect.stringContaining('Sunday 20 December 2026')]);
  app.clock.advance(2 * HOUR_MS);
  expect(await told(student)).toHaveLength(2);
});

it('a task that is at the end of the hour as the letter said needs no second one', async () => {
  for (const day of ['2026-12-10', '2026-12-15', '2026-12-10']) {
    await move(day);
    app.clock.advance(11 * MINUTE_MS);
    expect(await told(student)).toHaveLength(1);
  }
  app.clock.advance(3 * HOUR_MS);
  expect(await told(student)).toHaveLength(1);
});

it('of several near days the first is reminded of at once, and the last at the end of the hour', async () => {
  for (const day of ['2026-12-08', '2026-12-07', '2026-12-08', '2026-12-09']) {
    await move(day);
    app.clock.advance(5 * MINUTE_MS);
    expect(await reminders(student)).toBe(2);
  }
  app.clock.advance(2 * HOUR_MS);
  expect((await reminders(student)) + (await told(student)).length).toBe(3);
});

it('a new day that is so near that its own reminder goes at once needs no second letter', async () => {
  await move('2026-12-08');
  app.clock.advance(HOUR_MS);
  expect(await told(student)).toEqual([]);
  expect(await reminders(student)).toBe(2);
});

it('who has done the task, has left or was not reminded is told nothing', async () => {
  await sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
    select gen_random_uuid(), ${student.id}, book_id, 'post', id, 4, 4, ${app.clock.now()} from tests
    where id = ${testId}`.execute(app.deps.db);
  await sql`delete from program_students where user_id = ${arabic.id}`.execute(app.deps.db);
  const late = await app.person();
  await remove();
  await sql`insert into program_students (program_id, user_id, joined_at)
    values (${programId}, ${late.id}, ${app.clock.now()})`.execute(app.deps.db);
  app.clock.advance(HOUR_MS);
  for (const person of [student, arabic, late]) expect(await told(person)).toEqual([]);
});

it('nothing is told of a task that nobody was reminded of', async () => {
  taskId = (
    await app.call(calls.createAssignment, {
      as: director,
      params: { id: programId },
      body: { kind: 'book', subject_id: await bookOfTest(), due_on: '2027-02-01' },
    })
  ).body.id;
  await move('2027-03-01');
  await remove();
  app.clock.advance(HOUR_MS);
  expect(await told(student)).toEqual([]);
});
const bookOfTest = async (): Promise<string> =>
  (await app.call(calls.getProgramOverview, { as: director, params: { id: programId } })).body.books[0].id;

it('the same task until another day is refused, by the day it has, until that is over', async () => {
  const already = { due_on: 'This is a task already, due on 2026-12-07: change its date instead.' };
  const again = await assign('2026-12-20');
  expect([again.status, again.body.code, again.body.fields]).toEqual([422, 'invalid', already]);
  expect((await assign('2026-12-07', { note: 'Again' })).body.fields).toEqual(already);
  expect((await assign('2026-12-07')).body.id).toBe(taskId);
  app.clock.advance(3 * DAY_MS);
  expect((await assign('2026-12-20')).status).toBe(201);
  // The overdue one cannot become a second open one.
  expect((await move('2026-12-21')).body.fields).toEqual({
    due_on: 'This is a task already, due on 2026-12-20: change its date instead.',
  });
});

it('of two due dates for one subject that are set at the same time one is refused', async () => {
  await remove();
  const both = await Promise.all([assign('2026-12-20'), assign('2026-12-21')]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
});
