import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { ownerProfile } from '../../testing/owner-profile.ts';

const app: TestApp = await testApp();
afterAll(() => app.close());

let director: Person;
let late: Person;
let other: Person;
let ready: Person;
let programId: string;
let books: { id: string; title: string }[];

const dayAfter = (days: number) =>
  new Date(app.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const assign = (bookId: string, days: number) =>
  app.call(calls.createAssignment, {
    as: director,
    params: { id: programId },
    body: { kind: 'book', subject_id: bookId, due_on: dayAfter(days) },
  });
const complete = (userId: string, bookId: string, at: Date) =>
  sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at, completed_at)
    values (${userId}, ${bookId}, 1, 'completed', ${at}, ${at}, ${at})`.execute(app.deps.db);
const remind = (body: object = {}, as: Person = director) =>
  app.call(calls.remindStudents, { as, params: { id: programId }, body });
const letters = async ({ email }: Person) =>
  (await mailsTo(app, email)).filter(({ subject }) => subject.startsWith('Overdue in'));

beforeEach(async () => {
  director = await app.person({ role: 'program_director', firstName: 'Dora', secondName: 'Director' });
  [late, other, ready] = [await app.person(), await app.person(), await app.person()];
  books = [
    await buildBook(app.deps.db, { title: 'The Heart' }),
    await buildBook(app.deps.db, { title: 'The Lung' }),
    await buildBook(app.deps.db, { title: 'The Liver' }),
  ];
  programId = (
    await buildProgram(app.deps.db, {
      bookIds: books.map(({ id }) => id),
      directorIds: [director.id],
      studentIds: [late.id, other.id, ready.id],
    })
  ).id;
  await assign(books[0]!.id, 1);
  await assign(books[1]!.id, 2);
  await assign(books[2]!.id, 60);
  app.clock.advance(5 * DAY_MS);
  for (const book of books.slice(0, 2)) await complete(ready.id, book.id, app.clock.now());
  await complete(other.id, books[0]!.id, app.clock.now());
});

it('goes to those who are behind, and names what is overdue and nothing else', async () => {
  expect((await remind({ dry_run: true })).body).toMatchObject({ sent: 2, waiting: 0 });
  expect(await letters(late)).toEqual([]);
  const told = (await remind()).body;
  expect(told).toMatchObject({ sent: 2, waiting: 0 });
  expect(told.names).toHaveLength(2);
  const [mail, ...more] = await letters(late);
  expect(more).toEqual([]);
  expect(mail?.text).toContain('Dora Director reminds you');
  expect(mail?.text).toContain('The Heart');
  expect(mail?.text).toContain('The Lung');
  expect(mail?.text).not.toContain('The Liver');
  expect(linkIn(mail).pathname).toBe(`/book-viewer/${books[0]!.id}`);
  const [others] = await letters(other);
  expect(others?.text).not.toContain('The Heart');
  expect(await letters(ready)).toEqual([]);
});

it('goes to one student, or to the selected, once a day', async () => {
  expect((await remind({ user_ids: [late.id, ready.id] })).body).toMatchObject({ sent: 1, waiting: 0 });
  expect((await remind({ user_ids: [late.id] })).body).toMatchObject({ sent: 0, waiting: 1 });
  expect((await remind({ dry_run: true })).body).toMatchObject({ sent: 1, waiting: 1 });
  const both = await Promise.all([remind(), remind()]);
  expect(both.map(({ body }) => body.sent).sort()).toEqual([0, 1]);
  expect(await letters(late)).toHaveLength(1);
  expect(await letters(other)).toHaveLength(1);
  app.clock.advance(DAY_MS);
  expect((await remind()).body).toMatchObject({ sent: 2, waiting: 0 });
});

it('keeps the day of a student who is removed and put back', async () => {
  await remind({ user_ids: [late.id] });
  const params = { id: programId, removalId: newId() };
  const body = { removal_id: params.removalId, user_ids: [late.id] };
  await app.call(calls.removeStudents, { as: director, params: { id: programId }, body });
  expect((await app.call(calls.undoRemoval, { as: director, params })).body).toEqual({ restored: 1 });
  expect((await remind({ user_ids: [late.id] })).body).toMatchObject({ sent: 0, waiting: 1 });
});

it('is no letter for somebody who has done it before the letter leaves', async () => {
  await remind({ user_ids: [other.id] });
  await complete(other.id, books[1]!.id, app.clock.now());
  expect(await letters(other)).toEqual([]);
});

it('counts as many as it sends, also where a task was done only before joining', async () => {
  const earlier = await app.person();
  await complete(earlier.id, books[0]!.id, app.clock.now());
  app.clock.advance(HOUR_MS);
  const users = [{ first_name: 'Ea', second_name: 'Rlier', email: earlier.email }];
  await app.call(calls.assignUsers, {
    as: director,
    params: { id: programId },
    body: { program: { users } },
  });
  const task = { kind: 'book', subject_id: books[0]!.id, due_on: dayAfter(4), note: 'Read www.evil.example' };
  await app.call(calls.createAssignment, { as: director, params: { id: programId }, body: task });
  app.clock.advance(2 * DAY_MS);
  const [soon] = (await mailsTo(app, earlier.email)).filter(({ subject }) => subject.startsWith('Due soon'));
  expect(soon?.text).toContain('You did this, or some of it, before you joined');
  expect(soon?.text).toContain('Note of the director: Read www. evil. example');
  app.clock.advance(3 * DAY_MS);
  expect((await remind({ user_ids: [earlier.id] })).body).toMatchObject({ sent: 1 });
  const [mail] = await letters(earlier);
  expect(mail?.text).toContain('The Heart');
  expect(mail?.text).toContain('You did this, or some of it, before you joined');
  expect(mail?.text).toContain('Note of the director: Read www. evil. example');
});

it('goes to who joins or accepts after it was sent to the others, once, while the task is open', async () => {
  await assign(books[0]!.id, 4);
  app.clock.advance(3 * DAY_MS);
  const soon = async (email: string) =>
    (await mailsTo(app, email)).filter(({ subject }) => subject.startsWith('Due soon'));
  expect(await soon(late.email)).toHaveLength(1);
  const joined = await app.person();
  const invited = `invited-${newId()}@reminders.example`;
  const users = [
    { first_name: 'Jo', second_name: 'Ined', email: joined.email },
    { first_name: 'In', second_name: 'Vited', email: invited },
  ];
  const params = { id: programId };
  await app.call(calls.assignUsers, { as: director, params, body: { program: { users } } });
  expect(await soon(joined.email)).toHaveLength(1);
  const [invitation, ...more] = await mailsTo(app, invited);
  expect(more).toEqual([]);
  const body = {
    ...(await ownerProfile(app)),
    ...{ email: invited, new_password: 'Night shift in the program 7' },
    reset_password_token: linkIn(invitation).searchParams.get('token'),
  };
  expect((await app.call(accountsCalls.resetPassword, { body })).body).toMatchObject({
    invitation_withdrawn: false,
  });
  expect(await soon(invited)).toHaveLength(1);
  const removal = { removal_id: newId(), user_ids: [joined.id] };
  await app.call(calls.removeStudents, { as: director, params, body: removal });
  const undone = { id: programId, removalId: removal.removal_id };
  await app.call(calls.undoRemoval, { as: director, params: undone });
  expect(await soon(joined.email)).toHaveLength(1);
  expect(await soon(late.email)).toHaveLength(1);
  app.clock.advance(2 * DAY_MS);
  const tooLate = await app.person();
  const last = [{ first_name: 'Too', second_name: 'Late', email: tooLate.email }];
  await app.call(calls.assignUsers, { as: director, params, body: { program: { users: last } } });
  expect(await soon(tooLate.email)).toEqual([]);
});

it('is the director’s, and nobody else’s', async () => {
  const stranger = await app.person({ role: 'program_director' });
  expect((await remind({}, stranger)).status).toBe(404);
  expect(await letters(late)).toEqual([]);
});

it('is shown in the list, and the student’s page says which tasks are behind', async () => {
  await remind({ user_ids: [late.id] });
  const { body: list } = await app.call(calls.studentsOverview, {
    as: director,
    query: { program_id: programId, state: 'behind' },
  });
  const row = (id: string) => list.data.find(({ user }: { user: { id: string } }) => user.id === id);
  expect(row(late.id).reminded_at).toBe(app.clock.now().toISOString());
  expect(row(other.id).reminded_at).toBeNull();
  const tasksOf = async (studentId: string) =>
    (
      await app.call(calls.getStudentProgress, { as: director, params: { id: programId, studentId } })
    ).body.tasks.map(({ title, state }: { title: string; state: string }) => [title, state]);
  expect(await tasksOf(late.id)).toEqual([
    ['The Heart', 'behind'],
    ['The Lung', 'behind'],
    ['The Liver', 'open'],
  ]);
  expect(await tasksOf(other.id)).toEqual([
    ['The Heart', 'done'],
    ['The Lung', 'behind'],
    ['The Liver', 'open'],
  ]);
});

it('of a task that is sent again, and at the same moment, are those of one task', async () => {
  const sent = await Promise.all([1, 2, 3].map(() => assign(books[1]!.id, 3)));
  sent.push(await assign(books[1]!.id, 3));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1);
  app.clock.advance(2 * DAY_MS);
  const due = (await mailsTo(app, late.email)).filter(({ subject }) => subject.startsWith('Due soon'));
  expect(due).toHaveLength(1);
});

it('a task that is removed and created again mails each student once, with its last note', async () => {
  const dueSoon = async () =>
    (await mailsTo(app, late.email)).filter(({ subject }) => subject.startsWith('Due soon'));
  const book = books[2]!;
  await sql`delete from program_assignments where program_id = ${programId} and book_id = ${book.id}`.execute(
    app.deps.db,
  );
  const create = async (note: string): Promise<string> =>
    (
      await app.call(calls.createAssignment, {
        as: director,
        params: { id: programId },
        body: { kind: 'book', subject_id: book.id, due_on: dayAfter(1), note },
      })
    ).body.id;
  const remove = (id: string) =>
    app.call(calls.deleteAssignment, { as: director, params: { id: programId, assignmentId: id } });
  const before = (await dueSoon()).length;
  // Removed before its letter goes: the next one is sent.
  await remove(await create('first'));
  const id = await create('second');
  const [letter] = (await dueSoon()).slice(0, 1);
  expect(letter?.text).toContain('second');
  await remove(id);
  await create('third');
  expect(await dueSoon()).toHaveLength(before + 1);
});
