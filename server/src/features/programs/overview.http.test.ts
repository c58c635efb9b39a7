import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

let app: TestApp;
let director: Person;
let ann: Person;
let bob: Person;
let programId: string;
let bookId: string;
let test: Awaited<ReturnType<typeof buildTest>>;

beforeAll(async () => {
  app = await testApp();
  director = await app.person({ role: 'program_director' });
  ann = await app.person({ email: 'ann@example.org', timeZone: 'Asia/Tashkent' });
  bob = await app.person({ email: 'bob@example.org' });
  bookId = (await buildBook(app.deps.db, { title: 'The Book' })).id;
  test = await buildTest(app.deps.db, { bookId });
  programId = (
    await buildProgram(app.deps.db, {
      bookIds: [bookId],
      directorIds: [director.id],
      studentIds: [ann.id, bob.id],
    })
  ).id;
  const attemptId = newId();
  await sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
    values (${attemptId}, ${ann.id}, ${bookId}, 'pre', ${test.id}, 2, 4, now())`.execute(app.deps.db);
  for (const [index, question] of test.questions.entries())
    await sql`insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
      values (${attemptId}, ${question.id}, ${question.right}, ${index < 2}, ${index < 2 ? 1 : 0})`.execute(
      app.deps.db,
    );
});
afterAll(() => app.close());

const overview = () => app.call(calls.getProgramOverview, { as: director, params: { id: programId } });
const assign = (body: Record<string, unknown>) =>
  app.call(calls.createAssignment, { as: director, params: { id: programId }, body });

it('tells where everybody is, how chapters went, and which sections the group fails', async () => {
  const { status, body } = await overview();
  expect(status).toBe(200);
  expect(body.states).toEqual({ invited: 0, on_track: 1, behind: 0, not_started: 1, completed: 0 });
  expect(body.scores.chapters).toMatchObject([
    { test: { id: test.id }, pre: { count: 1, mean: 50 }, post: { count: 0, mean: null } },
  ]);
  expect(body.scores.chapters[0].pre.bins).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  expect(body.scores.weak_sections).toEqual([
    expect.objectContaining({
      name: 'Section 2',
      percentage: 0,
      number_of_students: 1,
      first_page: 8,
      last_page: 20,
    }),
  ]);
  expect(body.books[0].subjects.map(({ kind }: { kind: string }) => kind)).toEqual([
    'book',
    'chapter',
    'chapter',
    'test',
  ]);
});

it('of a book that is not of the program does not exist', async () => {
  const params = { id: programId };
  const { status } = await app.call(calls.getProgramOverview, {
    as: director,
    params,
    query: { book_id: newId() },
  });
  expect(status).toBe(404);
});

it('an assignment is over at the end of its day where the student is', async () => {
  const made = await assign({
    kind: 'test',
    subject_id: test.id,
    due_on: '2026-03-04',
    note: 'Before the round',
  });
  expect(made.status).toBe(201);
  const own = await app.call(calls.listUserPrograms, { as: ann, params: { userId: ann.id } });
  expect(own.body.data[0].assignments).toMatchObject([
    { id: made.body.id, done: false, due_on: '2026-03-04', due_at: '2026-03-04T19:00:00.000Z', page: 3 },
  ]);
  // In Tashkent the day has ended; in London not yet.
  app.clock.set(new Date('2026-03-04T20:00:00Z'));
  expect((await overview()).body.states).toMatchObject({ behind: 1, not_started: 1 });
  app.clock.set(new Date('2026-03-05T00:00:00Z'));
  expect((await overview()).body.states).toMatchObject({ behind: 2 });
});

it('nobody is behind with what was over before they joined, or with what they have completed', async () => {
  const { db } = app.deps;
  const assign = (users: object[]) =>
    app.call(calls.assignUsers, { as: director, params: { id: programId }, body: { program: { users } } });
  const newcomer = await app.person({ email: 'newcomer@states.example' });
  const person = { first_name: 'New', second_name: 'Comer' };
  await assign([{ ...person, email: newcomer.email }]);
  await assign([{ ...person, email: 'invited@states.example' }]);
  const stateOf = async (email: string) =>
    (
      await app.call(calls.studentsOverview, {
        as: director,
        query: { program_id: programId, search_term: email },
      })
    ).body.data[0];
  expect(await stateOf(newcomer.email)).toMatchObject({ state: 'not_started', last_active_at: null });
  // Two had joined before its day was over; those who came later are asked for nothing.
  const [task] = (await overview()).body.assignments;
  expect([task.number_assigned, (await overview()).body.number_of_students]).toEqual([2, 4]);
  expect(await stateOf('INVITED@states')).toMatchObject({ state: 'invited' });
  // Over for those who were there; completed beats it.
  expect(await stateOf(ann.email)).toMatchObject({ state: 'behind', books: [{ is_read: false }] });
  await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
    select ${ann.id}, book_id, 9, 'completed', ${app.clock.now()}, ${app.clock.now()}
    from program_books where program_id = ${programId}
    on conflict (user_id, book_id) do update set status = 'completed', updated_at = excluded.updated_at`.execute(
    db,
  );
  expect(await stateOf(ann.email)).toMatchObject({
    state: 'completed',
    last_active_at: expect.any(String),
    books: [{ is_read: true, is_passed: null, is_certified: null }],
  });
});

it('a reminder goes to those who have not done it, once', async () => {
  await sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
    values (${newId()}, ${ann.id}, ${bookId}, 'post', ${test.id}, 4, 4, now())`.execute(app.deps.db);
  // Its day is over by now, and nobody was told that it comes.
  expect(await mailsTo(app, bob.email)).toEqual([]);
  const [task] = (await overview()).body.assignments;
  await app.call(calls.updateAssignment, {
    as: director,
    params: { id: programId, assignmentId: task.id },
    body: { due_on: '2026-03-10' },
  });
  app.clock.set(new Date('2026-03-08T07:00:00Z'));
  await mailsTo(app, bob.email);
  const mails = await mailsTo(app, bob.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Due soon: the test “Chapter test”']);
  expect(await mailsTo(app, ann.email)).toEqual([]);
  expect((await overview()).body.assignments).toMatchObject([{ number_done: 1, title: 'Chapter test' }]);
});

it('an assignment for tomorrow is told of at once', async () => {
  const before = (await mailsTo(app, bob.email)).length;
  const tomorrow = new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  await assign({ kind: 'chapter', subject_id: await chapterId(), due_on: tomorrow });
  const told = (await mailsTo(app, bob.email)).slice(before);
  expect(told.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Due soon: /)]);
});

it('an assignment in the past, of another book, or without a day is refused', async () => {
  expect((await assign({ kind: 'book', subject_id: bookId, due_on: '2026-03-01' })).body.code).toBe(
    'due_in_past',
  );
  const other = await buildBook(app.deps.db);
  expect((await assign({ kind: 'book', subject_id: other.id, due_on: '2026-12-01' })).status).toBe(404);
  expect((await assign({ kind: 'book', subject_id: bookId, due_on: 'soon' })).status).toBe(422);
});

/** An open task of the same subject is no second one. */
const forgetTasks = () =>
  sql`delete from program_assignments where program_id = ${programId}`.execute(app.deps.db);

it('the due date moves without a withdrawal, not into the past, and only the last one is reminded of', async () => {
  await forgetTasks();
  const { body } = await assign({ kind: 'chapter', subject_id: await chapterId(), due_on: '2026-04-01' });
  const params = { id: programId, assignmentId: body.id };
  const move = (due_on: string) =>
    app.call(calls.updateAssignment, { as: director, params, body: { due_on } });
  expect((await move('2026-03-01')).body.code).toBe('due_in_past');
  expect((await move('2026-05-01')).status).toBe(204);
  expect((await overview()).body.assignments).toContainEqual(
    expect.objectContaining({ id: body.id, due_on: '2026-05-01' }),
  );
  const before = (await mailsTo(app, bob.email)).length;
  app.clock.set(new Date('2026-03-30T07:00:00Z'));
  expect((await mailsTo(app, bob.email)).length).toBe(before);
  app.clock.set(new Date('2026-04-29T07:00:00Z'));
  expect((await mailsTo(app, bob.email)).length).toBe(before + 1);
  // To a day that is nearer than the reminder would be.
  expect((await move('2026-04-30')).status).toBe(204);
  expect((await mailsTo(app, bob.email)).length).toBe(before + 2);
  const stranger = await app.person({ role: 'program_director' });
  const foreign = await app.call(calls.updateAssignment, {
    as: stranger,
    params,
    body: { due_on: '2026-06-01' },
  });
  expect(foreign.status).toBe(404);
});
const chapterId = async () =>
  (await overview()).body.books[0].subjects.find(({ kind }: { kind: string }) => kind === 'chapter').id;

it('an assignment is withdrawn once', async () => {
  const { body } = await assign({ kind: 'book', subject_id: bookId, due_on: '2026-12-01' });
  const params = { id: programId, assignmentId: body.id };
  expect((await app.call(calls.deleteAssignment, { as: director, params })).status).toBe(204);
  expect((await app.call(calls.deleteAssignment, { as: director, params })).status).toBe(404);
});

it('a day that is over where the director is can be no due date, though it lasts elsewhere', async () => {
  app.clock.set(new Date('2026-06-10T03:00:00Z'));
  expect((await assign({ kind: 'book', subject_id: bookId, due_on: '2026-06-09' })).body.code).toBe(
    'due_in_past',
  );
  expect((await assign({ kind: 'book', subject_id: bookId, due_on: '2026-06-10' })).status).toBe(201);
});

it('the overview calls a task overdue when its day is over where the director is', async () => {
  await forgetTasks();
  const { body } = await assign({ kind: 'book', subject_id: bookId, due_on: '2026-06-11' });
  const isOver = async (timeZone: string) => {
    await sql`update users set time_zone = ${timeZone} where id = ${director.id}`.execute(app.deps.db);
    return (await overview()).body.assignments.find(({ id }: { id: string }) => id === body.id).is_over;
  };
  const [{ time_zone: own }] = (
    await sql<{ time_zone: string }>`select time_zone from users where id = ${director.id}`.execute(
      app.deps.db,
    )
  ).rows as [{ time_zone: string }];
  app.clock.set(new Date('2026-06-11T20:00:00Z'));
  expect(await isOver('Asia/Tokyo')).toBe(true);
  expect(await isOver('America/Los_Angeles')).toBe(false);
  app.clock.set(new Date('2026-06-12T03:00:00Z'));
  expect(await isOver('America/Los_Angeles')).toBe(false);
  await isOver(own);
});

it('a task is that of students for whom its day is not over, and who had joined by then', async () => {
  const late = await app.person();
  const far = await app.person();
  await sql`update users set time_zone = 'Pacific/Auckland' where id = ${far.id}`.execute(app.deps.db);
  app.clock.set(new Date('2026-06-20T15:00:00Z'));
  const old = await assign({ kind: 'book', subject_id: bookId, due_on: '2026-06-20' });
  app.clock.set(new Date('2026-06-22T13:00:00Z'));
  for (const { id } of [late, far])
    await sql`insert into program_students (program_id, user_id, joined_at)
      values (${programId}, ${id}, ${app.clock.now()})`.execute(app.deps.db);
  // In Auckland the day is over.
  const today = await assign({ kind: 'book', subject_id: bookId, due_on: '2026-06-22' });
  const tasksOf = async (as: typeof late) =>
    (await app.call(calls.listUserPrograms, { as, params: { userId: as.id } })).body.data
      .flatMap(({ assignments }: { assignments: { id: string }[] }) => assignments)
      .map(({ id }: { id: string }) => id);
  const shown = await tasksOf(late);
  expect(shown).toContain(today.body.id);
  expect(shown).not.toContain(old.body.id);
  const subjects = async ({ email }: typeof late) =>
    (await mailsTo(app, email)).map(({ subject }) => subject).filter((each) => each.startsWith('Due soon'));
  expect(await subjects(late)).toHaveLength(1);
  expect(await subjects(far)).toEqual([]);
});

it('an assignment that comes back after a withdrawal mails nobody again', async () => {
  app.clock.set(new Date('2026-07-01T09:00:00Z'));
  const task = { kind: 'book', subject_id: bookId, due_on: '2026-07-02' };
  const count = async () => (await mailsTo(app, bob.email)).length;
  const before = await count();
  const { body } = await assign(task);
  expect(await count()).toBe(before + 1);
  const params = { id: programId, assignmentId: body.id };
  await app.call(calls.deleteAssignment, { as: director, params });
  const back = await Promise.all([
    assign({ ...task, restores: body.id }),
    assign({ ...task, restores: body.id }),
  ]);
  expect(back.map(({ status, body: { id } }) => [status, id])).toEqual(back.map(() => [201, body.id]));
  expect(await count()).toBe(before + 1);
  const ids = (await overview()).body.assignments.map(({ id }: { id: string }) => id);
  expect(ids.filter((id: string) => id === body.id)).toHaveLength(1);
  // Another one stands there by now: nobody is told that theirs is back.
  const other = await assign({ ...task, due_on: '2026-07-09', restores: body.id });
  expect([other.status, other.body.code]).toEqual([409, 'edited_meanwhile']);
  const stands = (await overview()).body.assignments.find(({ id }: { id: string }) => id === body.id);
  expect(stands.due_on).toBe('2026-07-02');
});
