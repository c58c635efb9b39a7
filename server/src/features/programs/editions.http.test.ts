import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

const app: TestApp = await testApp();
afterAll(() => app.close());

let director: Person;
let early: Person;
let late: Person;
let old: string;
let current: string;
let other: string;
let programId: string;

beforeEach(async () => {
  app.clock.reset();
  const { db } = app.deps;
  director = await app.person({ role: 'program_director' });
  [early, late] = [await app.person(), await app.person()];
  [old, current, other] = (await Promise.all(
    ['The Heart', 'The Heart', 'The Lung'].map(async (title) => (await buildBook(db, { title })).id),
  )) as [string, string, string];
  programId = (
    await buildProgram(db, {
      ...{ bookIds: [old, current, other], directorIds: [director.id], studentIds: [early.id, late.id] },
    })
  ).id;
  app.clock.advance(60_000);
  const lastDay = dayAfter(20);
  await sql`update books set old_version_book_id = ${old}, readable_until = ${lastDay},
    published_at = ${app.clock.now()} where id = ${current}`.execute(db);
});

const dayAfter = (days: number) =>
  new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const assign = (bookId: string, days: number) =>
  app.call(calls.createAssignment, {
    as: director,
    params: { id: programId },
    body: { kind: 'book', subject_id: bookId, due_on: dayAfter(days) },
  });
const complete = ({ id }: Person, ...bookIds: string[]) =>
  sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at, completed_at)
    select ${id}, b, 1, 'completed', ${app.clock.now()}, ${app.clock.now()}, ${app.clock.now()}
    from unnest(${bookIds}::uuid[]) b`.execute(app.deps.db);
const overview = async () =>
  (await app.call(calls.getProgramOverview, { as: director, params: { id: programId } })).body;
const stateOf = async ({ id }: Person): Promise<string> => {
  const query = { program_id: programId };
  const { data } = (await app.call(calls.studentsOverview, { as: director, query })).body;
  return data.find(({ user }: { user: { id: string } }) => user.id === id).state;
};
const signedInStill = () => sql`update sessions set last_seen_at = ${app.clock.now()}`.execute(app.deps.db);

it('names the edition of a task to students and directors, of books that have several', async () => {
  const { books } = await overview();
  const [first, , lung] = books as {
    id: string;
    edition: string;
    subjects: { kind: string; id: string }[];
  }[];
  const chapter = (book: typeof first) => book?.subjects.find(({ kind }) => kind === 'chapter')?.id;
  await assign(current, 3);
  for (const subject_id of [chapter(first), chapter(lung)])
    await app.call(calls.createAssignment, {
      as: director,
      params: { id: programId },
      body: { kind: 'chapter', subject_id, due_on: dayAfter(4) },
    });
  const named = `The Heart (${first?.edition})`;
  const booksOf = (tasks: { book_title: string }[]) => tasks.map(({ book_title }) => book_title).sort();
  const own = (await app.call(calls.listUserPrograms, { as: early, params: { userId: early.id } })).body
    .data[0].assignments;
  expect(booksOf(own)).toEqual([named, named, 'The Lung']);
  expect(own[0].title).toBe(named);
  const { assignments } = await overview();
  expect(booksOf(assignments)).toEqual([named, named, 'The Lung']);
  expect(assignments[0].title).toBe(named);
  const { body } = await app.call(calls.getStudentProgress, {
    as: director,
    params: { id: programId, studentId: early.id },
  });
  expect(booksOf(body.tasks)).toEqual([named, named, 'The Lung']);
});

it('names the edition to directors, of books that have several', async () => {
  const edition = (await app.call(calls.getProgramOverview, { as: director, params: { id: programId } })).body
    .books[0].edition;
  const shown = [`The Heart (${edition})`, `The Heart (${edition})`, 'The Lung'];
  const query = { program_id: programId };
  const { data } = (await app.call(calls.studentsOverview, { as: director, query })).body;
  expect(data[0].books.map(({ book }: { book: { title: string } }) => book.title)).toEqual(shown);
  const { body } = await app.call(calls.getStudentProgress, {
    as: director,
    params: { id: programId, studentId: early.id },
  });
  expect(body.books.map(({ book }: { book: { title: string } }) => book.title)).toEqual(shown);
});

it('either edition completes the book: the state, the task, and who is reminded', async () => {
  for (const bookId of [old, current]) expect((await assign(bookId, 3)).status).toBe(201);
  await complete(early, old, other);
  await complete(late, current);
  const { states, assignments } = await overview();
  expect(states).toMatchObject({ completed: 1, on_track: 1 });
  expect([await stateOf(early), await stateOf(late)]).toEqual(['completed', 'on_track']);
  expect(assignments.map((task: { number_done: number }) => task.number_done)).toEqual([2, 2]);
  const own = await app.call(calls.listUserPrograms, { as: late, params: { userId: late.id } });
  expect(own.body.data[0].assignments).toMatchObject([{ done: true }, { done: true }]);
  await mailsTo(app, early.email);
  app.clock.advance(5 * DAY_MS);
  expect(await stateOf(late)).toBe('on_track');
  const { body } = await app.call(calls.remindStudents, {
    ...{ as: director, params: { id: programId }, body: { dry_run: true } },
  });
  expect(body).toMatchObject({ sent: 0, waiting: 0 });
});

it('takes no task in an edition for a day after its last one, and moves none there', async () => {
  const late = await assign(old, 21);
  expect([late.status, late.body.fields]).toEqual([422, { due_on: expect.stringContaining('last day') }]);
  const { body } = await assign(old, 20);
  const params = { id: programId, assignmentId: body.id };
  const move = async (days: number) =>
    (await app.call(calls.updateAssignment, { as: director, params, body: { due_on: dayAfter(days) } }))
      .status;
  expect([await move(21), await move(19)]).toEqual([422, 204]);
  expect((await assign(current, 60)).status).toBe(201);
  app.clock.advance(22 * DAY_MS);
  await signedInStill();
  const { assignments } = await overview();
  expect(assignments.map((task: { is_over: boolean }) => task.is_over)).toEqual([false, false]);
});

it('after the last day nobody is behind with the old edition, reminded of it, or given tasks in it', async () => {
  await assign(old, 10);
  await assign(other, 60);
  app.clock.advance(12 * DAY_MS);
  const remind = async () =>
    (
      await app.call(calls.remindStudents, {
        ...{ as: director, params: { id: programId }, body: { dry_run: true } },
      })
    ).body;
  expect([await stateOf(late), await remind()]).toMatchObject(['behind', { sent: 2, waiting: 0 }]);
  app.clock.advance(10 * DAY_MS);
  await signedInStill();
  expect([await stateOf(late), await remind()]).toMatchObject(['not_started', { sent: 0, waiting: 0 }]);
  expect((await overview()).states).toMatchObject({ behind: 0, not_started: 2 });
  const own = await app.call(calls.listUserPrograms, { as: late, params: { userId: late.id } });
  expect(own.body.data[0].assignments.map((task: { book_id: string }) => task.book_id)).toEqual([other]);
  expect((await assign(old, 30)).status).toBe(404);
  const { books } = await overview();
  const subjects = (id: string) => books.find((book: { id: string }) => book.id === id).subjects.length;
  expect([subjects(old), subjects(current) > 0]).toEqual([0, true]);
});
