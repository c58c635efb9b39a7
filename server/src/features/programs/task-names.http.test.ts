import { programsCalls as calls } from '@vesalius/contract/programs-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildTest } from '../../testing/assessment-factories.ts';
import { buildBook, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

let app: TestApp;
let director: Person;
let english: Person;
let arabic: Person;
let programId: string;
let bookId: string;

beforeAll(async () => {
  app = await testApp();
  director = await app.person({ role: 'program_director' });
  english = await app.person();
  arabic = await app.person();
  await sql`update users set language = 'ar' where id = ${arabic.id}`.execute(app.deps.db);
  bookId = (await buildBook(app.deps.db, { title: 'The Heart' })).id;
  await sql`update chapters set title = 'Rhythm' where book_id = ${bookId}`.execute(app.deps.db);
  await buildTest(app.deps.db, { bookId });
  await sql`update tests set title = 'Rhythm' where book_id = ${bookId}`.execute(app.deps.db);
  programId = (
    await buildProgram(app.deps.db, {
      name: 'Residency',
      ...{ bookIds: [bookId], directorIds: [director.id], studentIds: [english.id, arabic.id] },
    })
  ).id;
  const params = { id: programId };
  const { subjects } = (await app.call(calls.getProgramOverview, { as: director, params })).body.books[0];
  const due_on = new Date(app.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10);
  for (const kind of ['book', 'chapter', 'test']) {
    const { id } = subjects.find((subject: { kind: string }) => subject.kind === kind);
    const body = { kind, subject_id: id, due_on };
    await app.call(calls.createAssignment, { as: director, params, body });
  }
});
afterAll(() => app.close());

const subjectsOf = async ({ email }: Person) =>
  (await mailsTo(app, email)).map(({ subject }) => subject).sort();

it('a reminder says whether it is about a book, a chapter or a test', async () => {
  expect(await subjectsOf(english)).toEqual([
    'Due soon: the book “The Heart”',
    'Due soon: the chapter “Rhythm”',
    'Due soon: the test “Rhythm”',
  ]);
  expect(await subjectsOf(arabic)).toEqual([
    'موعد قريب: الاختبار «Rhythm»',
    'موعد قريب: الفصل «Rhythm»',
    'موعد قريب: الكتاب «The Heart»',
  ]);
  const texts = (await mailsTo(app, english.email)).map(({ text }) => text).join('\n');
  for (const subject of ['The book “The Heart”', 'The chapter “Rhythm”', 'The test “Rhythm”'])
    expect(texts).toContain(`${subject} is due on `);
});

it('the letter about overdue tasks does, too', async () => {
  app.clock.advance(3 * DAY_MS);
  await app.call(calls.remindStudents, { as: director, params: { id: programId }, body: {} });
  const [mail] = await mailsTo(app, english.email);
  expect(mail?.subject).toBe('Overdue in Residency');
  for (const subject of [
    'The book “The Heart”:',
    'The chapter “Rhythm” (The Heart):',
    'The test “Rhythm” (The Heart):',
  ])
    expect(mail?.text).toContain(subject);
  const [other] = await mailsTo(app, arabic.email);
  for (const subject of [
    'الكتاب «The Heart»:',
    'الفصل «Rhythm» (The Heart):',
    'الاختبار «Rhythm» (The Heart):',
  ])
    expect(other?.text).toContain(subject);
});
