import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

let app: TestApp;
let director: Person;
let reader: Person;
let bookId: string;
let programId: string;
let tests: { id: string }[];

/** A turn of a test that the reader takes now. */
async function solve(test: { id: string } | undefined, kind: 'pre' | 'post') {
  await sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
    values (${newId()}, ${reader.id}, ${bookId}, ${kind}, ${test?.id}, 3, 4, ${app.clock.now()})`.execute(
    app.deps.db,
  );
}
const call = (name: keyof typeof calls, more: object = {}, as = director) =>
  app.call(calls[name], { as, params: { id: programId }, ...more });
/** All that a director can see of the reader: the page, the row, the states, the sums, the file. */
async function seen() {
  const page = (await call('getStudentProgress', { params: { id: programId, studentId: reader.id } })).body;
  const row = (await call('studentsOverview', { query: { program_id: programId } })).body.data[0];
  const { states, scores, assignments } = (await call('getProgramOverview')).body;
  const csv = (await call('downloadProgressCsv')).text;
  return {
    solved: page.books[0].tests.map(
      (each: { test_report: { result: { pre_test_score: unknown } } }) =>
        each.test_report.result.pre_test_score !== null,
    ),
    hidden: [page.hidden_before, row.hidden_before],
    isRead: row.books[0].is_read,
    isActive: row.last_active_at !== null,
    state: row.state,
    states: Object.keys(states).filter((state) => states[state] > 0),
    counted: scores.chapters.map(({ pre }: { pre: { count: number } }) => pre.count),
    readers: [scores.number_started, scores.number_completed],
    done: assignments.map(({ number_done }: { number_done: number }) => number_done),
    scoresInFile: csv.split('\n').filter((line) => line.includes(',75,')).length,
  };
}

beforeAll(async () => {
  app = await testApp();
  director = await app.person({ role: 'program_director', firstName: 'Dora', secondName: 'Director' });
  reader = await app.person({ email: 'reader@earlier.example' });
  bookId = (await buildBook(app.deps.db)).id;
  tests = [
    await buildTest(app.deps.db, { bookId }),
    await buildTest(app.deps.db, { bookId, prePage: 21, postPage: 40 }),
  ];
  programId = (await buildProgram(app.deps.db, { bookIds: [bookId], directorIds: [director.id] })).id;
  await solve(tests[0], 'pre');
  await solve(tests[0], 'post');
  await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at, completed_at)
    select ${reader.id}, ${bookId}, 40, 'completed', n, n, n from (select ${app.clock.now()}::timestamptz as n) t`.execute(
    app.deps.db,
  );
  await call('createAssignment', {
    body: { kind: 'test', subject_id: tests[0]?.id, due_on: '2027-09-01' },
  });
  app.clock.advance(HOUR_MS);
  const users = [{ first_name: 'Rea', second_name: 'Der', email: reader.email }];
  await call('assignUsers', { body: { program: { users } } });
});
afterAll(() => app.close());

const own = async () =>
  (await call('listUserPrograms', { params: { userId: reader.id } }, reader)).body.data[0];

it('a director sees nothing of what a reader did before joining, and the reader is told', async () => {
  const joinedAt = app.clock.now().toISOString();
  expect(await seen()).toEqual({
    solved: [false, false],
    hidden: [joinedAt, joinedAt],
    isRead: false,
    isActive: false,
    state: 'not_started',
    states: ['not_started'],
    counted: [0, 0],
    readers: [0, 0],
    done: [0],
    scoresInFile: 0,
  });
  expect(await own()).toMatchObject({
    hidden_before: joinedAt,
    directors: ['Dora Director'],
    assignments: [{ done: false, done_before_joining: true }],
  });
  const [letter] = await mailsTo(app, reader.email);
  expect(letter?.text).toMatch(
    /Its director sees your results in its books from \d+ \w+ \d{4} on\. On your home page you can show earlier/,
  );
});

it('a certificate of before joining stays hidden when it is issued again', async () => {
  await sql`update books set certificate = ${JSON.stringify({ title: 'Course' })}::jsonb where id = ${bookId}`.execute(
    app.deps.db,
  );
  await sql`insert into certificates (id, unique_id, user_id, book_id, kind, user_name, book_title, book_version,
      author_name, title, description, hours_of_participation, final_score, final_total, completed_at, completed_on,
      issued_at, book_completed)
    select ${newId()}, 'VSL-2222-2222-2222', ${reader.id}, ${bookId}, 'hours', 'Rea Der', 'T', '1', 'A', 'T', 'D', 5, 9,
      10, n - interval '1 day', (n - interval '1 day')::date, n + interval '1 hour', true
    from (select ${app.clock.now()}::timestamptz as n) t`.execute(app.deps.db);
  const page = await call('getStudentProgress', { params: { id: programId, studentId: reader.id } });
  const row = await call('studentsOverview', { query: { program_id: programId } });
  expect(row.body.data[0].books).toMatchObject([{ is_certified: false }]);
  expect(page.status).toBe(200);
});

it('what is done from then on counts', async () => {
  await solve(tests[1], 'pre');
  expect(await seen()).toMatchObject({ solved: [false, true], state: 'on_track', counted: [0, 1] });
});

it('a removal that is undone keeps the bound', async () => {
  const removal = { removal_id: newId(), user_ids: [reader.id] };
  await call('removeStudents', { body: removal });
  await call('undoRemoval', { params: { id: programId, removalId: removal.removal_id } });
  expect((await seen()).solved).toEqual([false, true]);
});

/** Removes a student, undoes it, and returns the letter about that with what the home page says. */
async function returned(person: Person) {
  const removal = { removal_id: newId(), user_ids: [person.id] };
  await call('removeStudents', { body: removal });
  await mailsTo(app, person.email);
  app.clock.advance(HOUR_MS);
  await call('undoRemoval', { params: { id: programId, removalId: removal.removal_id } });
  const [letter] = await mailsTo(app, person.email);
  const home = (await call('listUserPrograms', { params: { userId: person.id } }, person)).body.data[0];
  return { letter, hiddenBefore: home.hidden_before };
}

it('the letter to a student who is back names the old day, not today', async () => {
  const { letter, hiddenBefore } = await returned(reader);
  expect(letter?.subject).toMatch(/^You are back in /);
  const day = new Date(hiddenBefore).toLocaleDateString('en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
  expect(letter?.text).toContain(`sees your results in its books from ${day} on`);
});

it('the letter to a student who is back and whose results are all shown promises nothing else', async () => {
  const open = await app.person({ email: 'open@earlier.example' });
  await sql`insert into program_students (program_id, user_id, joined_at, results_from)
    values (${programId}, ${open.id}, ${app.clock.now()}, '-infinity')`.execute(app.deps.db);
  const { letter, hiddenBefore } = await returned(open);
  expect(hiddenBefore).toBeNull();
  expect(letter?.text).toContain('Its director sees all your results in its books.');
  expect(letter?.text).not.toContain('earlier results');
  await call('removeStudent', { params: { id: programId, studentId: open.id } });
});

it('the invitation of a new account says as its home page that all results are shown', async () => {
  const email = 'brand-new@earlier.example';
  const users = [{ first_name: 'Brand', second_name: 'New', email }];
  await call('assignUsers', { body: { program: { users } } });
  const [letter] = await mailsTo(app, email);
  expect(letter?.text).toContain('Its director sees all your results in its books.');
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(
    app.deps.db,
  );
  await call('removeStudent', { params: { id: programId, studentId: rows[0]?.id } });
});

it('the reader alone shows earlier results', async () => {
  const stranger = await app.person();
  expect((await call('shareEarlierResults', {}, stranger)).status).toBe(404);
  expect((await seen()).solved).toEqual([false, true]);
  expect((await call('shareEarlierResults', {}, reader)).status).toBe(204);
  expect(await seen()).toEqual({
    solved: [true, true],
    hidden: [null, null],
    isRead: true,
    isActive: true,
    state: 'completed',
    states: ['completed'],
    counted: [1, 1],
    readers: [1, 1],
    done: [1],
    scoresInFile: 2,
  });
  expect(await own()).toMatchObject({
    hidden_before: null,
    assignments: [{ done: true, done_before_joining: false }],
  });
});

it('the reader leaves, once, and the director sees nothing any more', async () => {
  expect((await call('leaveProgram', {}, reader)).status).toBe(204);
  expect((await call('leaveProgram', {}, reader)).status).toBe(404);
  const gone = await call('getStudentProgress', { params: { id: programId, studentId: reader.id } });
  expect(gone.status).toBe(404);
  expect(await own()).toBeUndefined();
});
