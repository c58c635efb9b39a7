import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { liveUntil } from '../../testing/years.ts';
import { scheduleFreeEnds } from './free-ends.ts';

describe('letters about free access that ends', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let staff: Person;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    staff = await t.person({ role: 'staff' });
  });
  afterEach(() => t.close());
  const FREE = /free access|وصولك المجاني/;
  const free = async (as: Person) =>
    (await mailsTo(t, as.email))
      .map(({ subject }) => subject)
      .filter((one) => FREE.test(one))
      .reverse();
  const redeem = async (as: Person, bookId: string) => {
    const promocode_name = await shop.buildCode({ value: 100 });
    const body = { promocode_name, book_id: bookId };
    expect((await t.call(commerceCalls.createFreeSubscription, { as, body })).status).toBe(201);
  };
  const grant = async (as: Person, bookId: string, months: number) =>
    (
      await t.call(adminCalls.grantSubscription, {
        as: staff,
        params: { id: as.id },
        body: { book_id: bookId, months },
      })
    ).body;

  it('a free year by a code or by staff is announced a month before its end and at its end, once', async () => {
    const [reader, given] = [await t.person(), await t.person()];
    await sql`update users set language = 'ar' where id = ${given.id}`.execute(t.deps.db);
    const book = await buildBook(t.deps.db, { title: 'Chest' });
    await redeem(reader, book.id);
    await grant(given, book.id, 12);
    await liveUntil(t, shop, '2027-01-28T09:00:00.000Z');
    expect(await free(reader)).toEqual([]);
    await liveUntil(t, shop, '2027-01-31T09:00:00.000Z');
    expect(await free(reader)).toEqual(['Your free access ends on 1 March 2027']);
    await liveUntil(t, shop, '2027-03-10T09:00:00.000Z');
    expect(await free(reader)).toEqual([
      'Your free access ends on 1 March 2027',
      'Your free access to Chest has ended',
    ]);
    expect(await free(given)).toHaveLength(2);
  });

  it('access shorter than a month gets a letter only at its end; continued access gets none', async () => {
    const [short, paid] = [await t.person(), await t.person()];
    const book = await buildBook(t.deps.db, { title: 'Chest' });
    await grant(short, book.id, 1);
    await grant(paid, book.id, 3);
    expect((await shop.pay({ as: paid, bookId: book.id })).status).toBe(200);
    await liveUntil(t, shop, '2026-07-01T09:00:00.000Z');
    expect(await free(short)).toEqual(['Your free access to Chest has ended']);
    expect(await free(paid)).toEqual([]);
  });

  it('older access gets its letters from the nightly job, at the end set by staff', async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db, { title: 'Chest' });
    await grant(as, book.id, 6);
    await sql`delete from jobs where kind like '%free%'`.execute(t.deps.db);
    const [own] = await shop.subscriptions(as);
    await liveUntil(t, shop, '2026-08-15T09:00:00.000Z');
    await Promise.all([1, 2].map(() => scheduleFreeEnds(t.deps)));
    expect(await free(as)).toEqual(['Your free access ends on 1 September 2026']);
    const body = { ends_at: '2026-12-01T00:00:00.000Z' };
    expect(
      (await t.call(adminCalls.extendSubscription, { as: staff, params: { id: own.id }, body })).status,
    ).toBe(200);
    await liveUntil(t, shop, '2026-12-05T09:00:00.000Z');
    expect(await free(as)).toEqual([
      'Your free access ends on 1 September 2026',
      'Your free access ends on 1 December 2026',
      'Your free access to Chest has ended',
    ]);
  });
});
