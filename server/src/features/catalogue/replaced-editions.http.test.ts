import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { institutionsCalls } from '@vesalius/contract/institutions-calls';
import { programsCalls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueue } from '../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildInstitution, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { institutionJobs } from '../institutions/jobs.ts';
import { programJobs } from '../programs/jobs.ts';

let app: TestApp;
let member: Person;
let librarian: Person;
let student: Person;
let director: Person;
let staff: Person;
let replacedAt: Date;
let ids: { old: string; current: string; institution: string; program: string };

const join = (institutionId: string, people: Person[]) =>
  sql`insert into institution_members (institution_id, user_id, joined_at)
    select ${institutionId}::uuid, id, ${app.clock.now()} from unnest(${people.map(({ id }) => id)}::uuid[]) id`.execute(
    app.deps.db,
  );

beforeAll(async () => {
  app = await testApp();
  const { db } = app.deps;
  [member, librarian, student] = [await app.person(), await app.person(), await app.person()];
  director = await app.person({ role: 'program_director' });
  staff = await app.person({ role: 'staff' });
  const old = (await buildBook(db, { title: 'The Heart' })).id;
  const institution = (await buildInstitution(db, { bookIds: [old] })).id;
  await join(institution, [member, librarian]);
  await sql`update institution_members set is_manager = true where user_id = ${librarian.id}`.execute(db);
  const program = (
    await buildProgram(db, { bookIds: [old], directorIds: [director.id], studentIds: [student.id] })
  ).id;
  await app.call(programsCalls.createAssignment, {
    as: director,
    params: { id: program },
    body: { kind: 'book', subject_id: old, due_on: '2026-05-01' },
  });
  const current = (await buildBook(db, { title: 'The Heart' })).id;
  app.clock.advance(60_000);
  replacedAt = app.clock.now();
  await sql`update books set old_version_book_id = ${old}, readable_until = '2026-06-30', edition = '2nd',
    published_at = ${app.clock.now()} where id = ${current}`.execute(db);
  app.clock.advance(60_000);
  ids = { old, current, institution, program };
});
afterAll(() => app.close());

it('every list names the edition, its replacement, and the last day', async () => {
  const replaced = { new_edition: { id: ids.current, edition: '2nd' }, last_day: '2026-06-30' };
  const marked = { id: ids.old, edition: '1', replaced };
  const body = async (answer: Promise<{ body: unknown }>) => (await answer).body as never;
  expect(await body(app.call(catalogueCalls.listInstitutionBooks, { as: member }))).toMatchObject({
    data: [marked],
  });
  expect(await body(app.call(institutionsCalls.getOwnInstitution, { as: librarian }))).toMatchObject({
    books: [marked],
  });
  expect(
    await body(app.call(adminCalls.getInstitution, { as: staff, params: { id: ids.institution } })),
  ).toMatchObject({ books: [{ ...marked, title: 'The Heart (1)' }] });
  const { id: _id, ...mark } = marked;
  expect(
    await body(app.call(programsCalls.listUserPrograms, { as: student, params: { userId: student.id } })),
  ).toMatchObject({ data: [{ books: [marked], assignments: [mark] }] });
  expect(await body(app.call(programsCalls.listCurrentPrograms, { as: director }))).toMatchObject({
    data: [{ books: [marked] }],
  });
  expect(
    await body(app.call(programsCalls.getProgramOverview, { as: director, params: { id: ids.program } })),
  ).toMatchObject({ books: [marked], assignments: [mark] });
  expect(await body(app.call(catalogueCalls.listOwnBooks, { as: student }))).toMatchObject({
    data: [marked],
  });
});

const subjects = async ({ email }: Person) => (await mailsTo(app, email)).map(({ subject }) => subject);
const replacedOn = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    replacedAt,
  );
const daily = async () => {
  await enqueue(app.deps.db, institutionJobs.tellEditions({}));
  await enqueue(app.deps.db, programJobs.tellEditions({}));
};

it('librarians and directors are notified of the replacement, and before the last day, once each', async () => {
  const { db } = app.deps;
  await sql`update users set language = 'ar' where id = ${director.id}`.execute(db);
  await daily();
  await daily();
  expect(await subjects(librarian)).toEqual(['The Heart: a new edition is out']);
  expect(await subjects(director)).toEqual(['The Heart: صدرت طبعة جديدة']);
  expect(await subjects(member)).toEqual([]);
  const [letter] = await mailsTo(app, librarian.email);
  for (const part of [
    '2nd',
    'earlier one (1)',
    '30 June 2026',
    '1 January 2027',
    'To have it added, write to us',
  ])
    expect(letter?.text).toContain(part);
  app.clock.set(new Date('2026-06-10T09:00:00Z'));
  await daily();
  expect([...(await subjects(librarian)), ...(await subjects(director))]).toHaveLength(2);
  app.clock.set(new Date('2026-06-20T09:00:00Z'));
  await daily();
  await daily();
  const told = (await subjects(librarian)).filter((subject) => subject.includes('last day'));
  expect(told).toEqual(['The Heart: the last day of the earlier edition (1) is 30 June 2026']);
  const ofDirector = await mailsTo(app, director.email);
  expect(ofDirector).toHaveLength(2);
  // Not "the students of today": a student who joined after the replacement loses it on the last day.
  for (const { text } of ofDirector)
    expect(text).toContain(`من انضم من الطلاب قبل ${replacedOn('ar-u-nu-latn')}`);
  await sql`update users set language = 'en' where id = ${director.id}`.execute(db);
  await sql`update books set readable_until = '2026-07-02' where id = ${ids.current}`.execute(db);
  await daily();
  const last = (await mailsTo(app, director.email)).find(({ text }) => text.includes('2 July 2026'));
  expect(last?.text).toContain(`Students who joined before ${replacedOn('en-GB')} keep it`);
  await sql`update books set readable_until = '2026-06-30' where id = ${ids.current}`.execute(db);
});

it('lists for reading omit books that are closed to the reader after the last day, but not for holders of a term', async () => {
  const { db } = app.deps;
  const later = await app.person();
  const young = (await buildInstitution(db, { bookIds: [ids.old, ids.current] })).id;
  await sql`update institutions set starts_at = ${app.clock.now()} where id = ${young}`.execute(db);
  await join(young, [later]);
  app.clock.set(new Date('2026-07-02T09:00:00Z'));
  const listed = async (as: Person) =>
    (await app.call(catalogueCalls.listInstitutionBooks, { as })).body.data.map(
      ({ id }: { id: string }) => id,
    );
  await sql`update sessions set last_seen_at = ${app.clock.now()}`.execute(db);
  expect(await listed(later)).toEqual([ids.current]);
  expect(await listed(member)).toEqual([ids.old]);
});
