import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { checkout } from '../../../testing/checkout.ts';
import { buildBook } from '../../../testing/factories.ts';
import { mintNumber } from '../emulator/state.ts';

let t: TestApp;
let shop: ReturnType<typeof checkout>;
let staff: Person;
beforeAll(async () => {
  t = await testApp();
  shop = checkout(t);
  staff = await t.person({ role: 'staff' });
});
afterAll(() => t.close());
const call = (name: keyof typeof commerceAdminCalls, more: object = {}) =>
  t.call(commerceAdminCalls[name], { as: staff, ...more });

async function code(name: string, more: object = {}) {
  const { body } = await call('createPromoCode', {
    body: { name, kind: 'percentage', value: 50, max_uses_per_person: null, ...more },
  });
  return { params: { id: body.id as string } };
}
const namesOf = async (query: object) =>
  (await call('listPromoCodes', { query })).body.data.map(({ name }: { name: string }) => name);

it('an ended code is used again once it is reopened, and a running one is not reopened', async () => {
  const book = await buildBook(t.deps.db);
  const name = `OPEN${mintNumber(5)}`;
  const promo = await code(name);
  const reopen = (ends_at: string | null) => call('reopenPromoCode', { ...promo, body: { ends_at } });
  const pay = async () => shop.pay({ as: await t.person(), bookId: book.id, promo: name, amount: 99.5 });
  expect((await reopen(null)).body.code).toBe('promo_code_running');
  await call('endPromoCode', promo);
  expect((await pay()).body.code).toBe('promo_code_invalid');
  expect((await reopen(null)).status).toBe(204);
  expect((await pay()).status).toBe(200);
});

it('a code that was ended early keeps its planned end', async () => {
  const name = `EARLY${mintNumber(5)}`;
  const end = new Date(t.clock.now().getTime() + 30 * DAY_MS).toISOString();
  const promo = await code(name, { ends_at: end });
  const listed = async () =>
    (await call('listPromoCodes', { query: { search_term: name } })).body.data[0] as Record<string, unknown>;
  await call('endPromoCode', promo);
  await call('endPromoCode', promo);
  expect(await listed()).toMatchObject({ is_ended: true, planned_ends_at: end });
  await call('reopenPromoCode', { ...promo, body: { ends_at: end } });
  expect(await listed()).toMatchObject({ is_ended: false, ends_at: end, planned_ends_at: null });
});

it('shows who used a code, for what, and what they paid', async () => {
  const book = await buildBook(t.deps.db);
  const name = `USED${mintNumber(5)}`;
  const promo = await code(name);
  const buyer = await t.person();
  await shop.pay({ as: buyer, bookId: book.id, promo: name, amount: 99.5 });
  const { body } = await call('listPromoCodeUses', promo);
  expect(body.data).toMatchObject([
    { person: { id: buyer.id, email: buyer.email }, title: book.title, paid: 99.5 },
  ]);
});

it('counts payments with a code less refunds, as the sales do', async () => {
  const book = await buildBook(t.deps.db);
  const name = `BACK${mintNumber(5)}`;
  const promo = await code(name);
  const buyer = await t.person();
  await shop.pay({ as: buyer, bookId: book.id, promo: name, amount: 99.5 });
  await shop.pay({ as: await t.person(), bookId: book.id, promo: name, amount: 99.5 });
  await shop.runJobs();
  const { body } = await call('listAllPayments', { query: { search_term: buyer.email } });
  const refund = { refund_id: newId(), amount: 99.5, ends_access: true, reason: 'They asked for it.' };
  await call('refundPayment', { params: { id: body.data[0].id }, body: refund });
  const sold = (await call('getSales', { query: { by: 'code' } })).body.data.find(
    (row: { name: string }) => row.name === name,
  );
  expect(sold).toMatchObject({ gross: 199, refunded: 99.5, net: 99.5 });
  const listed = (await call('listPromoCodes', { query: { search_term: name } })).body.data[0];
  expect(listed).toMatchObject({ uses: 2, paid: sold.net });
  const uses = (await call('listPromoCodeUses', promo)).body.data;
  expect(uses.find((use: { person: { id: string } }) => use.person.id === buyer.id)).toMatchObject({
    paid: 99.5,
    refunded: 99.5,
  });
});

it('finds codes by name and domain, by state, and sorts them', async () => {
  const key = mintNumber(5);
  await code(`B${key}`, { mail_domain: `ward${key}.example` });
  await call('endPromoCode', await code(`A${key}`));
  expect(await namesOf({ search_term: key, sort: 'name' })).toEqual([`A${key}`, `B${key}`]);
  expect(await namesOf({ search_term: key, sort: '-name' })).toEqual([`B${key}`, `A${key}`]);
  expect(await namesOf({ search_term: `WARD${key}` })).toEqual([`B${key}`]);
  expect(await namesOf({ search_term: key, state: 'ended' })).toEqual([`A${key}`]);
  expect(await namesOf({ search_term: key, state: 'active' })).toEqual([`B${key}`]);
});

it('payments are found by their day and their id, and all are exported', async () => {
  const as = await t.person();
  const book = await buildBook(t.deps.db);
  await shop.pay({ as, bookId: book.id });
  await shop.runJobs();
  const list = async (query: object) =>
    (await call('listAllPayments', { query: { search_term: as.email, ...query } })).body.data;
  const [payment] = await list({});
  const day = payment.at.slice(0, 10);
  expect(await list({ from: day, to: day })).toHaveLength(1);
  expect(await list({ to: '2020-01-01' })).toHaveLength(0);
  expect(await list({ from: '2099-01-01' })).toHaveLength(0);
  expect(await list({ search_term: payment.id })).toMatchObject([{ id: payment.id }]);
  const csv = await call('downloadPayments', { query: { search_term: as.email } });
  expect(csv.text).toContain(payment.invoice_number);
  expect(csv.text).toContain(as.email);
});

it('ends neither before it begins nor before today, and reports that at the field', async () => {
  const create = (more: object) =>
    call('createPromoCode', {
      body: { name: `DAYS${mintNumber(5)}`, kind: 'percentage', value: 5, ...more },
    });
  const today = t.clock.now().toISOString().slice(0, 10);
  const turned = await create({ starts_at: '2099-02-01T00:00:00Z', ends_at: '2099-01-01T23:59:59Z' });
  expect([turned.status, turned.body.fields.ends_at]).toEqual([422, 'The end comes after the beginning.']);
  const over = await create({ ends_at: '2020-01-01T23:59:59Z' });
  expect([over.status, over.body.fields.ends_at]).toEqual([422, FIELD_MESSAGES.endInPast]);
  const far = await create({ starts_at: '2226-01-01T00:00:00Z', ends_at: '2226-02-01T23:59:59Z' });
  expect([far.status, Object.keys(far.body.fields)]).toEqual([422, ['starts_at', 'ends_at']]);
  expect((await create({ ends_at: `${today}T23:59:59Z` })).status).toBe(201);
  const promo = await code(`DAYS${mintNumber(5)}`);
  await call('endPromoCode', promo);
  const reopened = await call('reopenPromoCode', { ...promo, body: { ends_at: '2020-01-01T23:59:59Z' } });
  expect([reopened.status, reopened.body.fields.ends_at]).toEqual([422, FIELD_MESSAGES.endInPast]);
});

it('makes nothing free by mistake, and always lowers the price', async () => {
  const book = await buildBook(t.deps.db);
  const create = (more: object) =>
    call('createPromoCode', { body: { name: `FREE${mintNumber(5)}`, book_id: book.id, ...more } });
  for (const free of [
    { kind: 'percentage', value: 100 },
    { kind: 'fixed_price', value: 0 },
    { kind: 'amount', value: 500 },
  ]) {
    const refused = await create(free);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['free']]);
    expect((await create({ ...free, free: true })).status).toBe(201);
  }
  for (const useless of [
    { kind: 'percentage', value: 0 },
    { kind: 'amount', value: 0 },
    { kind: 'fixed_price', value: 500 },
  ]) {
    const refused = await create(useless);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['value']]);
  }
  expect((await create({ kind: 'fixed_price', value: 50 })).status).toBe(201);
});
