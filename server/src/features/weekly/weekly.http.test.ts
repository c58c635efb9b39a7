import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { lettersCalls } from '@vesalius/contract/letters-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { many } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildQuestion, buildQuiz } from '../../testing/assessment-factories.ts';
import { buildBook, buildSubscription, type UserFields } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { weeklyJobHandlers } from './job-handlers.ts';

/** Before any Monday morning of the week. */
const SUNDAY = '2026-03-01T09:30:00Z';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date(SUNDAY));
  await sql`delete from jobs`.execute(app.deps.db);
  await sql`update users set wants_weekly = false`.execute(app.deps.db);
  await start();
});

/** As a process does when it starts. */
const start = async () =>
  enqueue(app.deps.db, weeklyJobHandlers(app.deps)['weekly.gather']!.next!(app.clock.now()));
/** The letters that have come by this time. */
async function lettersBy(time: string, to: Person) {
  app.clock.set(new Date(time));
  return mailsTo(app, to.email);
}
const choose = (as: Person, wants: boolean) =>
  app.call(accountsCalls.updateProfile, { as, body: { wants_weekly: wants } });

async function reader(fields: UserFields = {}): Promise<Person> {
  const person = await app.person(fields);
  await choose(person, true);
  return person;
}
const begin = (userId: string, bookId: string, page = 7) =>
  sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
    values (${userId}, ${bookId}, ${page}, 'in_progress', ${SUNDAY}, ${SUNDAY})`.execute(app.deps.db);
const subscribedBook = async (userId: string, title: string, endsAt?: Date) => {
  const book = await buildBook(app.deps.db, { title });
  await buildSubscription(app.deps.db, { userId, bookId: book.id, ...(endsAt ? { endsAt } : {}) });
  return book;
};
const readerWithBook = async (fields: UserFields = {}) => {
  const person = await reader(fields);
  await begin(person.id, (await subscribedBook(person.id, 'Chest Radiography')).id);
  return person;
};
const dueQuestion = async (userId: string, bookId: string) => {
  const quiz = await buildQuiz(app.deps.db, { bookId, questions: 0 });
  const { id } = await buildQuestion(app.deps.db, { bookId, quizId: quiz.id });
  await sql`insert into review_cards (user_id, question_id, book_id, due_at)
    values (${userId}, ${id}, ${bookId}, ${SUNDAY})`.execute(app.deps.db);
};

it('says what is due and where the reader was, with one button and a way out', async () => {
  const person = await reader({ firstName: 'Rana' });
  const book = await subscribedBook(person.id, 'Chest “Radiography”');
  const closed = await subscribedBook(person.id, 'Ended Book', new Date('2026-02-01T00:00:00Z'));
  for (const { id } of [book, closed]) {
    await begin(person.id, id);
    await dueQuestion(person.id, id);
  }
  await sql`insert into shown_pages (user_id, book_id, part, shown_at)
    values (${person.id}, ${book.id}, 0, array[shown_time('2026-02-28T08:00:00Z'), shown_time('2026-01-01T08:00:00Z'), null])`.execute(
    app.deps.db,
  );
  const [letter, ...others] = await lettersBy('2026-03-02T07:00:00Z', person);
  expect(others).toEqual([]);
  expect(letter?.subject).toBe('Your week: 1 to review');
  for (const part of [
    'Hello Rana',
    'Questions due: 1',
    'Pages read in the last seven days: 1',
    'Review now:\nhttp://localhost:3000/review\n',
    `Continue where you were\n\nChest 'Radiography'\nPage 7\nhttp://localhost:3000/book-viewer/${book.id}?page=7\n`,
  ])
    expect(letter?.text).toContain(part);
  expect(letter?.text).not.toMatch(/Ended Book|Cards due|Questions answered/);
  expect(letter?.html).toContain('>Unsubscribe</a>');
  const token =
    /Unsubscribe:\nhttp:\/\/localhost:3000\/unsubscribe\/(\S+)/.exec(letter?.text ?? '')?.[1] ?? '';
  const stopped = await app.call(lettersCalls.unsubscribe, { params: { token } });
  expect(stopped.body).toEqual({ letter: 'weekly', wants: false, language: 'en' });
  expect(await lettersBy('2026-03-09T09:00:00Z', person)).toHaveLength(1);
});

it('leads to the book where nothing is due', async () => {
  const person = await readerWithBook();
  const [letter] = await lettersBy('2026-03-02T07:00:00Z', person);
  expect(letter?.subject).toBe('Your week: continue where you were');
  expect(letter?.text).toMatch(/Continue reading:\nhttp:\/\/localhost:3000\/book-viewer\/\S+\?page=7\n/);
});

it('is written in the language of the account', async () => {
  const person = await readerWithBook({ firstName: 'سلمى' });
  await app.call(accountsCalls.updateProfile, { as: person, body: { language: 'ar' } });
  const [letter] = await lettersBy('2026-03-02T07:00:00Z', person);
  expect(letter?.subject).toBe('أسبوعك: تابع من حيث توقفت');
  expect(letter?.text).toContain('إلغاء الاشتراك:\nhttp://localhost:3000/unsubscribe/');
  expect(letter?.html).toContain('<html lang="ar" dir="rtl">');
  // The title keeps its direction.
  expect(letter?.html).toContain('\u2068Chest Radiography\u2069');
});

it.each([
  ['Pacific/Auckland', '2026-03-01T17:59:00Z', '2026-03-01T18:00:00Z', '2026-03-08T18:00:00Z'],
  // The clocks are changed in between.
  ['America/Los_Angeles', '2026-03-02T14:59:00Z', '2026-03-02T15:00:00Z', '2026-03-09T14:00:00Z'],
  ['Asia/Kathmandu', '2026-03-02T01:14:00Z', '2026-03-02T01:15:00Z', '2026-03-09T01:15:00Z'],
])('comes to %s on Monday at seven, every week', async (timeZone, before, at, nextWeek) => {
  const person = await readerWithBook({ timeZone });
  expect(await lettersBy(before, person)).toHaveLength(0);
  expect(await lettersBy(at, person)).toHaveLength(1);
  expect(await lettersBy(new Date(Date.parse(nextWeek) - 60_000).toISOString(), person)).toHaveLength(1);
  expect(await lettersBy(nextWeek, person)).toHaveLength(2);
});

it('comes once a week, also after restarts and to somebody who travels', async () => {
  const person = await readerWithBook({ timeZone: 'Pacific/Auckland' });
  expect(await lettersBy('2026-03-01T18:10:00Z', person)).toHaveLength(1);
  await start();
  await enqueue(app.deps.db, weeklyJobHandlers(app.deps)['weekly.gather']!.next!(new Date(SUNDAY)));
  await app.call(accountsCalls.updateProfile, { as: person, body: { time_zone: 'America/Los_Angeles' } });
  expect(await lettersBy('2026-03-02T16:00:00Z', person)).toHaveLength(1);
});

it('is made up for after an outage in the morning', async () => {
  const person = await readerWithBook();
  expect(await lettersBy('2026-03-02T11:20:00Z', person)).toHaveLength(1);
});

it('does not come to whom it has nothing to say, or who may not or does not want to get it', async () => {
  const idle = await reader();
  const unverified = await readerWithBook({ verified: false });
  const director = await readerWithBook({ role: 'program_director' });
  const never = await app.person();
  await begin(never.id, (await subscribedBook(never.id, 'Unread')).id);
  for (const person of [idle, unverified, director, never])
    expect(await lettersBy('2026-03-02T07:30:00Z', person)).toEqual([]);
});

it('does not come to somebody who turned it off, or deleted the account, after it was prepared', async () => {
  const kathmandu = { timeZone: 'Asia/Kathmandu' };
  const [off, deleted, on] = [
    await readerWithBook(kathmandu),
    await readerWithBook(kathmandu),
    await readerWithBook(kathmandu),
  ];
  // A quarter of an hour before.
  expect(await lettersBy('2026-03-02T01:00:00Z', off)).toEqual([]);
  const waiting = await many(app.deps.db, sql`select 1 from jobs where kind = 'weekly.send'`);
  expect(waiting).toHaveLength(3);
  await choose(off, false);
  await sql`update users set deleted_at = ${SUNDAY}, wants_weekly = false where id = ${deleted.id}`.execute(
    app.deps.db,
  );
  for (const person of [off, deleted]) expect(await lettersBy('2026-03-02T01:15:00Z', person)).toEqual([]);
  expect(await mailsTo(app, on.email)).toHaveLength(1);
});
