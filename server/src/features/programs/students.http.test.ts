import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildFinalTest, buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';

let app: TestApp;
let director: Person;
let stranger: Person;
let student: Person;
let programId: string;
let book: { id: string; title: string };
let testId: string;

async function attempt(
  userId: string,
  kind: string,
  subjectId: string,
  score: number,
  total: number,
  number = 1,
) {
  await sql`insert into attempts (id, user_id, book_id, kind, subject_id, number, score, total, submitted_at)
    values (${newId()}, ${userId}, ${book.id}, ${kind}, ${subjectId}, ${number}, ${score}, ${total}, now())`.execute(
    app.deps.db,
  );
}

beforeAll(async () => {
  app = await testApp();
  director = await app.person({ role: 'program_director' });
  stranger = await app.person({ role: 'program_director' });
  student = await app.person({ firstName: 'Élodie', secondName: 'Zimmer' });
  const second = await app.person({ firstName: 'anna', secondName: 'Alpha' });
  book = await buildBook(app.deps.db, { releaseDate: '2026-02-01', title: 'Newest' });
  const older = await buildBook(app.deps.db, { releaseDate: '2020-02-01', title: 'Older' });
  const test = await buildTest(app.deps.db, { bookId: book.id });
  testId = test.id;
  await buildTest(app.deps.db, { bookId: book.id, prePage: 21, postPage: 40 });
  const final = await buildFinalTest(app.deps.db, { bookId: book.id });
  programId = (
    await buildProgram(app.deps.db, {
      bookIds: [older.id, book.id],
      directorIds: [director.id],
      studentIds: [student.id, second.id],
    })
  ).id;
  await attempt(student.id, 'pre', testId, 1, 4);
  await attempt(student.id, 'post', testId, 3, 4);
  await attempt(student.id, 'final', final.id, 6, 10);
  await attempt(student.id, 'final', final.id, 9, 10, 2);
  await attempt(student.id, 'final', final.id, 7, 10, 3);
});
afterAll(() => app.close());

const overview = (as: Person | null, query: Record<string, string | number> = {}) =>
  app.call(calls.studentsOverview, { as, query: { program_id: programId, ...query } });

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS);

describe('the students of a program', () => {
  it('are shown by name, with last course, last chapter, a bar and the best final score', async () => {
    const { status, body } = await overview(director);
    expect(status).toBe(200);
    expect(body.metadata).toEqual({ count: 2, currentPage: 1, pages: 1 });
    expect(body.data.map((row: { user: { first_name: string } }) => row.user.first_name)).toEqual([
      'anna',
      'Élodie',
    ]);
    const row = body.data[1];
    expect(row.last_course).toEqual({ id: book.id, title: 'Newest' });
    expect(row.last_chapter.pre_test_score).toEqual({ score: 1, total: 4, percentage: 25 });
    expect(row.last_chapter.post_test_score).toEqual({ score: 3, total: 4, percentage: 75 });
    expect(row.books).toHaveLength(2);
    expect(row.books[1]).toMatchObject({
      number_of_tests: 2,
      tests_done: 1,
      percentage: 50,
      final_score: { score: 9, total: 10, percentage: 90 },
    });
    expect(row.state).toBe('on_track');
    expect(body.data[0]).toMatchObject({ state: 'not_started', last_chapter: null });
  });

  it('are searched by full name, whatever the case and the accents', async () => {
    const found = async (search_term: string) =>
      (await overview(director, { search_term })).body.data.map(
        ({ user }: { user: { id: string } }) => user.id,
      );
    expect(await found('ELODIE zim')).toEqual([student.id]);
    // As lists of names have it, and as letters do.
    expect(await found('Zimmer Élodie')).toEqual([student.id]);
    expect(await found(student.email.toUpperCase())).toEqual([student.id]);
    expect((await overview(director, { search_term: '%' })).body.data).toHaveLength(0);
  });

  it('are paged and filtered by the server', async () => {
    const second = await overview(director, { page: 2, items: 1 });
    expect(second.body.metadata).toEqual({ count: 2, currentPage: 2, pages: 2 });
    expect(second.body.data[0].user.id).toBe(student.id);
    expect((await overview(director, { state: 'not_started' })).body.metadata.count).toBe(1);
  });

  it('are filtered and ordered by when they were last active, and their invitations sent again', async () => {
    const { db } = app.deps;
    const chief = await app.person({ role: 'program_director' });
    const never = await app.person({ firstName: 'Never', verified: false });
    const opened = await app.person({ firstName: 'Opened' });
    const long = await app.person({ firstName: 'Long' });
    const { id } = await buildProgram(db, {
      bookIds: [book.id],
      directorIds: [chief.id],
      studentIds: [never.id, opened.id, long.id],
    });
    const unread = await app.person({ firstName: 'Unread' });
    await sql`insert into program_students (program_id, user_id, joined_at, results_from)
      values (${id}, ${unread.id}, now(), '-infinity')`.execute(db);
    const read = (userId: string, days: number) =>
      sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
        values (${userId}, ${book.id}, 2, 'in_progress', ${daysAgo(days)}, ${daysAgo(days)})`.execute(db);
    await read(opened.id, 1);
    await read(long.id, 40);
    const listed = async (query: Record<string, string | number>) =>
      (await overview(chief, { program_id: id, ...query })).body.data.map(
        ({ user }: { user: { first_name: string } }) => user.first_name,
      );
    expect(await listed({ activity: 'never_signed_in' })).toEqual(['Never']);
    expect(await listed({ activity: 'never_opened' })).toEqual(['Never', 'Unread']);
    expect(await listed({ activity: 'idle' })).toEqual(['Long', 'Never', 'Unread']);
    expect(await listed({ order: 'least_active' })).toEqual(['Never', 'Unread', 'Long', 'Opened']);
    expect(await listed({ order: 'most_active', items: 2 })).toEqual(['Opened', 'Long']);
    expect((await overview(chief, { program_id: id, activity: 'soon' })).status).toBe(422);
    const resend = async (activity: string) =>
      (
        await app.call(calls.resendInvitations, {
          as: chief,
          params: { id },
          body: { activity, search_term: 'e', dry_run: true },
        })
      ).body.sent;
    expect([await resend('never_signed_in'), await resend('never_opened')]).toEqual([1, 1]);
  });

  it('have their scores chapter by chapter, with nulls where there is none', async () => {
    const params = { id: programId, studentId: student.id };
    const { status, body } = await app.call(calls.getStudentProgress, { as: director, params });
    expect(status).toBe(200);
    expect(body.books[1].final_score.score).toBe(9);
    expect(body.books[1].tests.map((each: { test_report: unknown }) => each.test_report)).toEqual([
      {
        result: {
          pre_test_score: expect.objectContaining({ score: 1 }),
          post_test_score: expect.objectContaining({ score: 3 }),
        },
      },
      { result: { pre_test_score: null, post_test_score: null } },
    ]);
  });

  it('can be downloaded as CSV, with formulas defused', async () => {
    await sql`update users set first_name = '=SUM(A1)' where id = ${student.id}`.execute(app.deps.db);
    const { status, text, headers } = await app.call(calls.downloadProgressCsv, {
      as: director,
      params: { id: programId },
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(text).toContain("'=SUM(A1),Zimmer");
    expect(text.split('\n')).toHaveLength(1 + 2 * 4 + 1);
  });

  it('begins no cell with a formula, also where a spreadsheet splits at ";"', async () => {
    const firstName = "Ann;=cmd|'/C calc'!A0;";
    await sql`update users set first_name = ${firstName} where id = ${student.id}`.execute(app.deps.db);
    const { text } = await app.call(calls.downloadProgressCsv, { as: director, params: { id: programId } });
    expect(text).toContain(`"Ann;'=cmd|'/C calc'!A0;"`);
    expect(text.split(/[;\t\r\n]/).filter((cell) => /^"*[=+@-]/.test(cell))).toEqual([]);
    await sql`update users set first_name = '=SUM(A1)' where id = ${student.id}`.execute(app.deps.db);
  });

  it('leave as a file that a strict reader takes: a mark for UTF-8, one width, nothing that a spreadsheet runs', async () => {
    const download = (query: Record<string, string>) =>
      app.call(calls.downloadProgressCsv, { as: director, params: { id: programId }, query });
    const { text } = await download({});
    expect(text.startsWith('\uFEFF')).toBe(true);
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    expect(Object.keys(rows[0] ?? {})).toEqual([
      'student_id',
      'first_name',
      'second_name',
      'email',
      'joined_on',
      'course',
      'chapter',
      'pre_test_percent',
      'post_test_percent',
      'final_test_percent',
      'edition',
      'book_id',
    ]);
    const cells = rows.flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(new Set(rows.map(({ course }) => course))).toEqual(new Set(['Older', 'Newest']));

    const one: Record<string, string>[] = parse((await download({ book_id: book.id })).text, {
      bom: true,
      columns: true,
    });
    expect(one).toEqual(rows.filter(({ course }) => course === 'Newest'));
    expect((await download({ book_id: newId() })).status).toBe(404);
    expect((await download({ student_id: newId() })).status).toBe(404);
  });

  it('have a row of their own in the CSV for each edition of a title', async () => {
    const chief = await app.person({ role: 'program_director' });
    const both = await app.person();
    const first = await buildBook(app.deps.db, { title: 'Twice' });
    const second = await buildBook(app.deps.db, { title: 'Twice' });
    await sql`update books set edition = '2nd', old_version_book_id = ${first.id} where id = ${second.id}`.execute(
      app.deps.db,
    );
    const program = await buildProgram(app.deps.db, {
      bookIds: [first.id, second.id],
      directorIds: [chief.id],
      studentIds: [both.id],
    });
    for (const query of [{}, { student_id: both.id }]) {
      const { text } = await app.call(calls.downloadProgressCsv, {
        as: chief,
        params: { id: program.id },
        query,
      });
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
      expect(rows.map(({ edition, book_id }) => [edition, book_id])).toEqual([
        ['1', first.id],
        ['2nd', second.id],
      ]);
    }
  });

  it('see the program, its books and nothing of the other students', async () => {
    const own = await app.call(calls.listUserPrograms, { as: student, params: { userId: student.id } });
    expect(own.status).toBe(200);
    expect(own.body.data[0].books.map((each: { title: string }) => each.title)).toEqual(['Older', 'Newest']);
    expect(
      (await app.call(calls.listUserPrograms, { as: student, params: { userId: director.id } })).status,
    ).toBe(404);
  });
});

describe('a program', () => {
  it('is shown to its director with its numbers', async () => {
    const { body } = await app.call(calls.listCurrentPrograms, { as: director });
    expect(body.data).toMatchObject([{ id: programId, number_of_students: 2, number_of_topics: 0 }]);
    expect((await app.call(calls.listCurrentPrograms, { as: stranger })).body.data).toEqual([]);
  });

  it('does not exist for other directors, whatever they call', async () => {
    const params = { id: programId, studentId: student.id, importId: newId(), assignmentId: newId() };
    const answers = [
      await overview(stranger),
      await app.call(calls.assignUsers, { as: stranger, params, body: { program: { users: [{}] } } }),
      await app.call(calls.undoImport, { as: stranger, params }),
      await app.call(calls.removeStudent, { as: stranger, params }),
      await app.call(calls.getStudentProgress, { as: stranger, params }),
      await app.call(calls.getProgramOverview, { as: stranger, params }),
      await app.call(calls.downloadProgressCsv, { as: stranger, params }),
      await app.call(calls.createAssignment, {
        as: stranger,
        params,
        body: { kind: 'book', subject_id: book.id, due_on: '2026-04-01' },
      }),
      await app.call(calls.deleteAssignment, { as: stranger, params }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });

  it('answers nobody without a token, and no customer', async () => {
    expect((await overview(null)).status).toBe(401);
    const asCustomer = await app.call(calls.studentsOverview, {
      as: student,
      portal: 'program_director',
      query: { program_id: programId },
    });
    expect(asCustomer.status).toBe(403);
  });
});

describe('a student who leaves', () => {
  it('loses the access that came from the program and keeps the attempts', async () => {
    const leaver = await app.person();
    await sql`insert into program_students (program_id, user_id, joined_at) values (${programId}, ${leaver.id}, now())`.execute(
      app.deps.db,
    );
    await attempt(leaver.id, 'pre', testId, 2, 4);
    const params = { id: programId, studentId: leaver.id };
    expect((await app.call(calls.removeStudent, { as: director, params })).status).toBe(204);
    expect((await app.call(calls.removeStudent, { as: director, params })).status).toBe(404);
    const left = await sql<{
      n: number;
    }>`select count(*)::int as n from attempts where user_id = ${leaver.id}`.execute(app.deps.db);
    expect(left.rows[0]?.n).toBe(1);
    expect(
      (await app.call(calls.listUserPrograms, { as: leaver, params: { userId: leaver.id } })).body.data,
    ).toEqual([]);
  });
});
