import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../platform/durations.ts';
import { enqueue } from '../../platform/jobs.ts';
import { listKeptMails } from '../../platform/mail/mailer.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';
import { assessmentLetters } from '../assessments/jobs.ts';

const TITLE = 'Chest Radiography';
const FIRST = `${TITLE} (1st edition)`;
const SECOND = `${TITLE} (2nd edition)`;

let t: TestApp;
let shop: ReturnType<typeof checkout>;
let staff: Person;
let reader: Person;
let first: string;
let second: string;

/** The reader bought the first edition, and the second one after it was published. */
beforeAll(async () => {
  t = await testApp();
  shop = checkout(t);
  staff = await t.person({ role: 'staff' });
  reader = await t.person();
  const { db } = t.deps;
  first = (await buildBook(db, { title: TITLE })).id;
  await sql`update books set edition = '1st edition' where id = ${first}`.execute(db);
  await shop.pay({ as: reader, bookId: first });
  await shop.runJobs();
  t.clock.advance(MINUTE_MS);
  second = (await buildBook(db, { title: TITLE })).id;
  await sql`update books set edition = '2nd edition', old_version_book_id = ${first}, readable_until = '2030-01-01',
    published_at = ${t.clock.now()} where id = ${second}`.execute(db);
  await shop.pay({ as: reader, bookId: second });
  await shop.runJobs();
});
afterAll(() => t.close());

const titles = (rows: { title: string }[]) => rows.map(({ title }) => title).sort();

it('is named to the buyer at the checkout, in the receipt, the payments and the subscriptions', async () => {
  const { body } = await t.call(commerceCalls.getCheckout, { as: reader, query: { book_id: second } });
  expect([body.title, ...body.books]).toEqual([SECOND, SECOND]);
  const receipts = (await listKeptMails(t.deps.db, reader.email)).filter(({ subject }) =>
    subject.startsWith('Receipt'),
  );
  expect(receipts.some(({ text }) => text?.includes(SECOND))).toBe(true);
  expect(titles(await shop.payments(reader))).toEqual([FIRST, SECOND]);
  const subscriptions: { book: { title: string } }[] = await shop.subscriptions(reader);
  expect(titles(subscriptions.map(({ book }) => book))).toEqual([FIRST, SECOND]);
});

it('is named to staff in payments, codes and a user’s subscriptions, with the replaced edition', async () => {
  const query = { search_term: TITLE };
  const payments = (await t.call(commerceAdminCalls.listAllPayments, { as: staff, query })).body.data;
  expect(titles(payments)).toEqual([FIRST, SECOND]);
  const code = { name: 'chest10', kind: 'percentage', value: 10, book_id: second, max_uses_per_person: null };
  expect((await t.call(commerceAdminCalls.createPromoCode, { as: staff, body: code })).status).toBe(201);
  const codes = (await t.call(commerceAdminCalls.listPromoCodes, { as: staff, query })).body.data;
  expect(codes).toMatchObject([{ name: 'chest10', item: SECOND }]);

  const shown = [
    {
      title: FIRST,
      replaced: { new_edition: { id: second, edition: '2nd edition' }, last_day: '2030-01-01' },
    },
    { title: SECOND, replaced: null },
  ];
  const params = { id: reader.id };
  const person = (await t.call(adminCalls.getPerson, { as: staff, params })).body;
  const byTitle = (one: { title: string }, other: { title: string }) => (one.title < other.title ? -1 : 1);
  expect(person.subscriptions.sort(byTitle)).toMatchObject(shown);
  const access = await t.call(adminCalls.listPersonAccess, { as: staff, params, query: { readable: true } });
  expect(access.body.data).toMatchObject(shown);
});

it('is named in the letter about what a bundle includes', async () => {
  const bundle = await buildPackage(t.deps.db, { bookIds: [second, (await buildBook(t.deps.db)).id] });
  const query = { package_id: bundle.id };
  const { body } = await t.call(commerceCalls.getCheckout, { as: reader, query });
  expect(titles(body.ends_renewals)).toEqual([SECOND]);
  const paid = await shop.pay({ as: reader, packageId: bundle.id, amount: body.amount });
  expect(paid.status).toBe(200);
  await shop.runJobs();
  t.clock.advance(11 * MINUTE_MS);
  await shop.runJobs();
  const mails = await listKeptMails(t.deps.db, reader.email);
  expect(mails.find(({ subject }) => subject.startsWith('Included in'))?.text).toContain(SECOND);
});

it('is named in the letter about a corrected answer key', async () => {
  const letter = { user_id: reader.id, book_id: second, changes: [] };
  await enqueue(t.deps.db, assessmentLetters.sendRegraded(letter));
  await shop.runJobs();
  const mails = await listKeptMails(t.deps.db, reader.email);
  expect(mails.some(({ text }) => text.includes(`The answer key of “${SECOND}”`))).toBe(true);
});
