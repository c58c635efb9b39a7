import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { IMPORT_MAX_ADDRESSES_PER_DAY } from '@vesalius/contract/people-import-limits';
import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildSurvey, surveyAnswers } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { PATIENT, whileHeld } from '../../testing/held-row.ts';

let app: TestApp;
let bookId: string;

beforeAll(async () => {
  app = await testApp({}, { database: PATIENT });
  bookId = (await buildBook(app.deps.db)).id;
});
afterAll(() => app.close());

async function buildDirected() {
  const director = await app.person({ role: 'program_director' });
  const { id } = await buildProgram(app.deps.db, { bookIds: [bookId], directorIds: [director.id] });
  const assign = (emails: readonly string[], query: Record<string, string | boolean> = {}) =>
    app.call(calls.assignUsers, {
      as: director,
      params: { id },
      query,
      body: {
        program: { users: emails.map((email) => ({ email, first_name: 'Noor', second_name: 'Haddad' })) },
      },
    });
  const students = async (): Promise<string[]> =>
    (await app.call(calls.studentsOverview, { as: director, query: { program_id: id } })).body.data.map(
      ({ user }: { user: { email: string } }) => user.email,
    );
  return { id, director, assign, students };
}
const outcomes = ({ body }: { body: { rows: { outcome: string }[] } }) =>
  body.rows.map(({ outcome }) => outcome);

describe('whoever adds people', () => {
  it('does not learn who has an account, neither by trying nor by adding', async () => {
    const { assign } = await buildDirected();
    const verified = await app.person();
    const pending = await app.person({ verified: false });
    const author = await app.person({ role: 'author' });
    const staff = await app.person({ role: 'staff' });
    const readers = [verified.email, pending.email, `${newId()}@nobody.example`];
    const trial = await assign([...readers, author.email, staff.email], { dry_run: true });
    expect(outcomes(trial)).toEqual(['added', 'added', 'added', 'refused', 'refused']);
    const keys = trial.body.rows.map((row: object) => Object.keys(row).sort().join());
    expect(new Set(keys).size).toBe(1);
    expect(outcomes(await assign(readers))).toEqual(['added', 'added', 'added']);
    expect((await assign([author.email])).body.fields).toEqual({ email: 'This address cannot be added' });
    expect((await assign([staff.email])).body.fields).toEqual({ email: 'This address cannot be added' });
  });

  it('asks for so many addresses a day, each counted once, and then for none', async () => {
    const { director, assign } = await buildDirected();
    await sql`insert into people_import_addresses (actor_id, address_hash, checked_at)
      select ${director.id}::uuid, sha256(n::text::bytea), ${app.clock.now()}::timestamptz
      from generate_series(1, ${IMPORT_MAX_ADDRESSES_PER_DAY - 1}::int) n`.execute(app.deps.db);
    const [one, two] = [`${newId()}@count.example`, `${newId()}@count.example`];
    expect(outcomes(await assign([one], { dry_run: true }))).toEqual(['added']);
    const refused = await assign([two], { dry_run: true });
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_addresses']);
    expect((await assign([two])).status).toBe(429);
    // What was tried can be added, and what is in the list can be asked for.
    expect(outcomes(await assign([one, 'wrong'], { import_id: newId() }))).toEqual(['added', 'invalid']);
    expect(outcomes(await assign([one], { dry_run: true }))).toEqual(['already_in']);
    app.clock.advance(25 * HOUR_MS);
    expect(outcomes(await assign([two], { dry_run: true }))).toEqual(['added']);
  });

  it('counts an address that is refused in the form as well', async () => {
    const { director, assign } = await buildDirected();
    await sql`insert into people_import_addresses (actor_id, address_hash, checked_at)
      select ${director.id}::uuid, sha256(n::text::bytea), ${app.clock.now()}::timestamptz
      from generate_series(1, ${IMPORT_MAX_ADDRESSES_PER_DAY - 2}::int) n`.execute(app.deps.db);
    const authors = await Promise.all(Array.from({ length: 3 }, () => app.person({ role: 'author' })));
    const statuses = [];
    for (const { email } of authors) statuses.push((await assign([email])).status);
    expect(statuses).toEqual([422, 422, 429]);
  });

  it('is counted alone', async () => {
    const { assign } = await buildDirected();
    expect((await assign([`${newId()}@count.example`], { dry_run: true })).status).toBe(200);
  });
});

describe('an undone import', () => {
  it('keeps whoever wrote a note, began an answer or answered a survey', async () => {
    const { id, director, assign, students } = await buildDirected();
    const people = await Promise.all(Array.from({ length: 4 }, () => app.person()));
    const [writer, beginner, answerer] = people as [Person, Person, Person, Person];
    const importId = newId();
    await assign(
      people.map(({ email }) => email),
      { import_id: importId },
    );
    app.clock.advance(60_000);
    const note = await app.call(readerCalls.createAnnotation, {
      as: writer,
      body: {
        book_id: bookId,
        note: { pageNumber: 4, quote: 'the mitral valve', text: 'see echo' },
        color: 'green',
        rects: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }],
      },
    });
    const survey = await buildSurvey(app.deps.db, { bookId });
    const answers = surveyAnswers(survey);
    const begun = await app.call(assessmentsCalls.saveAnswerDraft, {
      as: beginner,
      body: {
        kind: 'survey',
        subject_id: survey.id,
        answers: [{ question_id: survey.open.id, choice_ids: [], text: 'Clear' }],
      },
    });
    const sent = await app.call(assessmentsCalls.submitSurvey, {
      as: answerer,
      body: { survey_id: survey.id, answers },
    });
    expect([note, begun, sent].map(({ status }) => status < 300)).toEqual([true, true, true]);
    const undone = await app.call(calls.undoImport, { as: director, params: { id, importId } });
    expect(undone.body).toMatchObject({ removed: 1, kept: 3 });
    const { body } = await app.call(calls.listImports, { as: director, params: { id } });
    expect(body.data).toMatchObject([
      { id: importId, number_of_people: 3, undone_at: app.clock.now().toISOString() },
    ]);
    expect(body.data[0].undone_by).toBe(body.data[0].added_by);
    expect((await students()).sort()).toEqual([writer, beginner, answerer].map(({ email }) => email).sort());
  });
});

it('imports of nobody leave nothing behind', async () => {
  const { id, director, assign, students } = await buildDirected();
  const reader = await app.person();
  await assign([reader.email]);
  for (let count = 0; count < 3; count += 1) {
    const { body } = await assign([reader.email, 'wrong'], { import_id: newId() });
    expect([body.counts.added, body.import_id]).toEqual([0, null]);
  }
  expect(await students()).toEqual([reader.email]);
  const { rows } = await sql`select 1 from people_imports where program_id = ${id}`.execute(app.deps.db);
  expect(rows).toHaveLength(1);
  expect((await app.call(calls.listImports, { as: director, params: { id } })).body.data).toHaveLength(1);
});

describe('whoever is no director any more when the request comes to the program', () => {
  const ACTS: Record<
    string,
    (directed: Awaited<ReturnType<typeof buildDirected>>, student: Person) => Promise<{ status: number }>
  > = {
    'adds nobody': ({ assign }) => assign([`${newId()}@late.example`]),
    'removes nobody': ({ id, director }, student) =>
      app.call(calls.removeStudent, { as: director, params: { id, studentId: student.id } }),
    'sends no invitation': ({ id, director }) =>
      app.call(calls.resendInvitations, { as: director, params: { id }, body: {} }),
    'gives no task': ({ id, director }) =>
      app.call(calls.createAssignment, {
        as: director,
        params: { id },
        body: { kind: 'book', subject_id: bookId, due_on: '2027-01-01', note: '' },
      }),
  };
  it.each(Object.entries(ACTS))('%s', async (_what, act) => {
    const directed = await buildDirected();
    const student = await app.person();
    await directed.assign([student.email]);
    const [answer] = await whileHeld(
      app.deps.db,
      sql`delete from program_directors where user_id = ${directed.director.id}`,
      [() => act(directed, student)],
    );
    expect(answer?.status).toBe(404);
  });
});
