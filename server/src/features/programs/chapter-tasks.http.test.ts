import { adminCalls } from '@vesalius/contract/admin-calls';
import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildProgram, buildSubscription } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

let app: TestApp;
let director: Person;
let reader: Person;
let jumper: Person;
let bookId: string;
let programId: string;

beforeAll(async () => {
  app = await testApp();
  director = await app.person({ role: 'program_director' });
  reader = await app.person();
  jumper = await app.person();
  // Its first chapter, of 70 pages, stands in two rows of the pages shown.
  bookId = (await buildBook(app.deps.db, { pages: 140 })).id;
  programId = (
    await buildProgram(app.deps.db, {
      bookIds: [bookId],
      directorIds: [director.id],
      studentIds: [reader.id, jumper.id],
    })
  ).id;
  const due_on = new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  const body = { kind: 'chapter', subject_id: await firstChapter(), due_on };
  await app.call(calls.createAssignment, { as: director, params: { id: programId }, body });
});
afterAll(() => app.close());

const overview = async () =>
  (await app.call(calls.getProgramOverview, { as: director, params: { id: programId } })).body;
const chapters = async (): Promise<{ id: string }[]> =>
  (await overview()).books[0].subjects.filter(({ kind }: { kind: string }) => kind === 'chapter');
const firstChapter = async () => (await chapters())[0]?.id;
const turnTo = (as: Person, page: number, shown: readonly number[]) =>
  app.call(readerCalls.updateCurrentProgress, {
    as,
    portal: 'customer',
    query: { book_id: bookId, page, shown: shown.join(',') },
  });
const pages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** What everybody who looks is told of the task. */
async function task(student: Person) {
  const asStudent = { as: student, params: { userId: student.id } };
  const own = (await app.call(calls.listUserPrograms, asStudent)).body.data[0].assignments[0];
  const params = { id: programId, studentId: student.id };
  const page = (await app.call(calls.getStudentProgress, { as: director, params })).body;
  const rows = (await app.call(calls.studentsOverview, { as: director, query: { program_id: programId } }))
    .body.data;
  const row = rows.find(({ user }: { user: { id: string } }) => user.id === student.id);
  return { isDone: own.done, onPage: page.tasks[0].state, state: row.state };
}
const done = async () => {
  const { assignments, states } = await overview();
  return { done: assignments[0].number_done, behind: states.behind };
};

it('a chapter is read by its pages: a jump to its end does it not', async () => {
  await turnTo(jumper, 70, [70]);
  expect(await task(jumper)).toMatchObject({ isDone: false, onPage: 'open' });
  await turnTo(reader, 60, pages(1, 62));
  expect(await task(reader)).toMatchObject({ isDone: false, onPage: 'open' });
  // 63 of 70 are 90 percent.
  await turnTo(reader, 65, [65]);
  expect(await task(reader)).toMatchObject({ isDone: true, onPage: 'done' });
  expect((await done()).done).toBe(1);
});

it('a reader who turns back has still done it, and is not reminded', async () => {
  await turnTo(reader, 2, [2]);
  app.clock.advance(3 * DAY_MS);
  expect(await task(reader)).toEqual({ isDone: true, onPage: 'done', state: 'on_track' });
  expect(await task(jumper)).toEqual({ isDone: false, onPage: 'behind', state: 'behind' });
  expect(await done()).toEqual({ done: 1, behind: 1 });
  const sent = await app.call(calls.remindStudents, {
    as: director,
    params: { id: programId },
    body: {},
  });
  expect(sent.body).toMatchObject({ sent: 1, waiting: 0 });
  const subjects = async ({ email }: Person) => (await mailsTo(app, email)).map(({ subject }) => subject);
  expect(await subjects(reader)).toEqual([]);
  expect(await subjects(jumper)).toContainEqual(expect.stringMatching(/^Overdue in/));
});

it('the director and the student count the pages that were shown since the student joined', async () => {
  const early = await app.person();
  await buildSubscription(app.deps.db, { userId: early.id, bookId });
  await turnTo(early, 40, pages(1, 40));
  app.clock.advance(DAY_MS);
  const users = [{ first_name: 'Ear', second_name: 'Ly', email: early.email }];
  await app.call(calls.assignUsers, {
    as: director,
    params: { id: programId },
    body: { program: { users } },
  });
  const due_on = new Date(app.clock.now().getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
  const body = { kind: 'chapter', subject_id: await firstChapter(), due_on };
  await app.call(calls.createAssignment, { as: director, params: { id: programId }, body });
  await turnTo(early, 70, pages(41, 70));
  expect(await task(early)).toMatchObject({ isDone: false, onPage: 'open' });
  await turnTo(early, 1, pages(1, 40));
  expect(await task(early)).toMatchObject({ isDone: true, onPage: 'done' });
});

it('nothing is due soon at an address that was never verified', async () => {
  const email = 'never-accepted@chapters.example';
  const users = [{ first_name: 'Never', second_name: 'Accepted', email }];
  await app.call(calls.assignUsers, {
    as: director,
    params: { id: programId },
    body: { program: { users } },
  });
  const due_on = new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  const body = { kind: 'book', subject_id: bookId, due_on };
  await app.call(calls.createAssignment, { as: director, params: { id: programId }, body });
  expect((await mailsTo(app, email)).map(({ subject }) => subject)).toEqual(['Your invitation to Vesalius']);
  expect((await mailsTo(app, jumper.email)).map(({ subject }) => subject)).toContain(
    `Due soon: the book “${(await overview()).books[0].title}”`,
  );
});

it('tasks that are set, moved, removed and put back stand in the log, each once', async () => {
  const staff = await app.person({ role: 'staff' });
  const params = { id: programId };
  const inDays = (days: number) =>
    new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const body = { kind: 'chapter', subject_id: (await chapters())[1]?.id, due_on: inDays(20) };
  const { body: task } = await app.call(calls.createAssignment, { as: director, params, body });
  const at = { as: director, params: { ...params, assignmentId: task.id } };
  const move = () => app.call(calls.updateAssignment, { ...at, body: { due_on: inDays(30) } });
  expect((await Promise.all([move(), move()])).map(({ status }) => status)).toEqual([204, 204]);
  const removals = await Promise.all([1, 2].map(() => app.call(calls.deleteAssignment, at)));
  expect(removals.map(({ status }) => status).sort()).toEqual([204, 404]);
  const back = { ...body, due_on: inDays(30), restores: task.id };
  const restore = () => app.call(calls.createAssignment, { as: director, params, body: back });
  expect((await Promise.all([restore(), restore()])).map(({ body: { id } }) => id)).toEqual([
    task.id,
    task.id,
  ]);
  const { data } = (
    await app.call(adminCalls.listAuditLog, { as: staff, query: { subject_id: programId, items: 100 } })
  ).body;
  const ofTasks = data.filter(
    ({ action, detail }: { action: string; detail: { id?: string; due_on?: string } }) =>
      /-task$/.test(action) &&
      (detail.due_on === inDays(20) || detail.due_on === inDays(30) || 'after' in detail),
  );
  expect(ofTasks).toMatchObject([
    { action: 'programs.restore-task', detail: { kind: 'chapter', due_on: inDays(30) } },
    { action: 'programs.remove-task', detail: { kind: 'chapter', due_on: inDays(30) } },
    {
      action: 'programs.change-task',
      actor_id: director.id,
      detail: { before: { due_on: inDays(20) }, after: { due_on: inDays(30) } },
    },
    { action: 'programs.create-task', detail: { kind: 'chapter', due_on: inDays(20) } },
  ]);
});

it('no task is due in two hundred years', async () => {
  const body = { kind: 'book', subject_id: bookId, due_on: '2226-03-01' };
  const answer = await app.call(calls.createAssignment, { as: director, params: { id: programId }, body });
  expect([answer.status, answer.body.fields]).toEqual([
    422,
    { due_on: 'Choose a day within the next 20 years.' },
  ]);
});
