import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';

const PRICE_WITH_CODE = 99.5;
/** The emulated card provider declines this postal code. */
const DECLINED_ZIP = '46282';

describe('the use of a promo code that an approval at PayPal waits for', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let staff: Person;
  beforeAll(async () => {
    t = await testApp();
    shop = checkout(t);
    staff = await t.person({ role: 'staff' });
  });
  afterAll(() => t.close());
  beforeEach(() => {
    shop.emulator().state.scenario = 'succeed';
  });

  const begin = async (promo: string, as?: Person) => {
    const wish = { as: as ?? (await t.person()), bookId: (await buildBook(t.deps.db)).id, promo };
    const { status, body } = await shop.startPayPal(wish);
    return { ...wish, status, code: body.code as string, id: body.subscription_id as string };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const comeBack = async (begun: Begun) => {
    await shop.approve(begun.id);
    return (await shop.comeBack(begun, begun.id)).status;
  };
  const pass = async (minutes: number) => {
    t.clock.advance(minutes * MINUTE_MS);
    await shop.runJobs();
  };
  const listed = async (name: string) => {
    const { body } = await t.call(commerceAdminCalls.listPromoCodes, { as: staff, query: { per_page: 100 } });
    const row = body.data.find((code: { name: string }) => code.name === name);
    if (!row) throw new Error('the staff does not see the code');
    return row;
  };
  const uses = async (name: string) => (await listed(name)).uses;
  const end = async (name: string) =>
    t.call(commerceAdminCalls.endPromoCode, { as: staff, params: { id: (await listed(name)).id } });
  const agreement = (id: string) => shop.emulator().state.subscriptions.find((one) => one.id === id);
  const sales = (id: string) => shop.emulator().state.sales.filter((one) => one.subscriptionId === id);
  const expectReturned = async ({ as, id, bookId }: Begun) => {
    await shop.runJobs();
    expect(agreement(id)?.status).toBe('CANCELLED');
    expect(sales(id)).toMatchObject([{ status: 'REFUNDED' }]);
    expect(await booksOf(as)).not.toContain(bookId);
  };
  const booksOf = async (as: Person) =>
    (await shop.subscriptions(as)).map((one: { book: { id: string } }) => one.book.id);
  const buyByCard = async (promo: string) =>
    (
      await shop.pay({
        as: await t.person(),
        bookId: (await buildBook(t.deps.db)).id,
        promo,
        amount: PRICE_WITH_CODE,
      })
    ).status;

  it('is not held by approvals whose terms the buyer has replaced', async () => {
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const as = await t.person();
    const begun: Begun[] = [];
    for (let number = 0; number < 4; number += 1) {
      const one = await begin(promo, as);
      expect(one.status).toBe(201);
      begun.push(one);
      expect((await shop.startPayPal({ as, bookId: one.bookId })).status).toBe(201);
    }
    expect(await Promise.all(begun.map(comeBack))).toEqual([402, 402, 402, 402]);
    for (const one of begun) await expectReturned(one);
    expect(await shop.subscriptions(as)).toEqual([]);
    expect(await uses(promo)).toBe(0);
    expect(await buyByCard(promo)).toBe(200);
    expect(await uses(promo)).toBe(1);
  });

  it('is not held if the approval was active before its terms were replaced and PayPal sent no event', async () => {
    shop.emulator().state.scenario = 'lost';
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const begun = await begin(promo);
    await shop.approve(begun.id);
    const { body } = await shop.startPayPal({ as: begun.as, bookId: begun.bookId });
    await pass(11);
    await expectReturned(begun);
    await shop.approve(body.subscription_id);
    expect((await shop.comeBack(begun, body.subscription_id)).body).toMatchObject({ renews: true });
    expect(await uses(promo)).toBe(0);
  });

  it('is counted for an approval after a declined card, and only as often as the code allows', async () => {
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const as = await t.person();
    const begun = [await begin(promo, as)];
    await shop.pay({ ...begun[0], as, zip: DECLINED_ZIP, promo: '' });
    begun.push(await begin(promo, as));
    await shop.pay({ ...begun[1], as, zip: DECLINED_ZIP, promo: '' });
    const answers = await Promise.all(begun.map(comeBack));
    expect([...answers].sort()).toEqual([201, 402]);
    await shop.runJobs();
    expect(await shop.subscriptions(as)).toHaveLength(1);
    for (const [index, one] of begun.entries())
      if (answers[index] === 402) await expectReturned(one);
      else expect(agreement(one.id)?.status).toBe('ACTIVE');
    expect(await uses(promo)).toBe(1);
  });

  it('is counted once for an order, however often its events arrive', async () => {
    shop.emulator().state.scenario = 'twice';
    const promo = await shop.buildCode({ value: 50, maxUses: 3, perPerson: null });
    const begun = await begin(promo);
    await pass(200);
    await shop.approve(begun.id);
    const answers = await Promise.all([1, 2, 3].map(() => shop.comeBack(begun, begun.id)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    await shop.runJobs();
    expect(await uses(promo)).toBe(1);
  });

  it('is not given to a late approval after staff ended the code', async () => {
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const begun = await begin(promo);
    for (const minutes of [10, 60, 190]) await pass(minutes);
    await end(promo);
    expect(await comeBack(begun)).toBe(402);
    await expectReturned(begun);
    expect(await uses(promo)).toBe(0);
  });

  it('is held for some minutes, then free for others; a later approval is refunded', async () => {
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const begun = await begin(promo);
    await pass(14);
    expect(await uses(promo)).toBe(1);
    expect(await buyByCard(promo)).toBe(422);
    await pass(2);
    expect(await uses(promo)).toBe(0);
    expect(await buyByCard(promo)).toBe(200);
    expect(await comeBack(begun)).toBe(402);
    await expectReturned(begun);
    expect(await uses(promo)).toBe(1);
  });

  it('is given to a late approval while nobody else has taken it', async () => {
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const begun = await begin(promo);
    await pass(20);
    expect(await comeBack(begun)).toBe(201);
    expect(await uses(promo)).toBe(1);
    expect(await buyByCard(promo)).toBe(422);
  });

  it('is held once: neither the same request again, nor another item, nor other terms hold it longer', async () => {
    const promo = await shop.buildCode({ value: 50, maxUses: 1, perPerson: null });
    const begun = await begin(promo);
    await pass(16);
    expect((await shop.startPayPal(begun)).body.subscription_id).toBe(begun.id);
    expect((await begin(promo, begun.as)).status).toBe(201);
    await shop.startPayPal({ as: begun.as, bookId: begun.bookId });
    expect((await shop.startPayPal(begun)).status).toBe(201);
    expect(await uses(promo)).toBe(0);
    expect(await buyByCard(promo)).toBe(200);
  });

  it('goes to exactly one of several buyers who approve late at the same moment', async () => {
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const begun: Begun[] = [];
    for (let number = 0; number < 4; number += 1) {
      begun.push(await begin(promo));
      await pass(16);
    }
    const answers = await Promise.all(begun.map(comeBack));
    expect([...answers].sort()).toEqual([201, 402, 402, 402]);
    for (const [index, one] of begun.entries())
      if (answers[index] === 402) await expectReturned(one);
      else expect(await booksOf(one.as)).toEqual([one.bookId]);
    expect(await uses(promo)).toBe(1);
  });

  it('stays with a card payment under review, whatever happens to the code', async () => {
    shop.emulator().state.scenario = 'hold';
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const pending = await shop.pay({ as, bookId, promo, amount: PRICE_WITH_CODE });
    expect(pending.body.code).toBe('payment_pending');
    shop.emulator().state.scenario = 'succeed';
    await pass(30);
    expect(await buyByCard(promo)).toBe(422);
    await end(promo);
    await approveCard();
    expect(await booksOf(as)).toEqual([bookId]);
    expect(await uses(promo)).toBe(1);
  });

  it('is released by a card payment that is refunded', async () => {
    shop.emulator().state.scenario = 'hold';
    const promo = await shop.buildCode({ value: 50, maxUses: 1 });
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    await shop.pay({ as, bookId, promo, amount: PRICE_WITH_CODE });
    shop.emulator().state.scenario = 'succeed';
    await sql`update sessions set created_at = ${t.clock.now()} where user_id = ${as.id}`.execute(t.deps.db);
    await t.call(accountsCalls.deleteAccount, { as, body: { email: as.email } });
    await approveCard();
    expect(await uses(promo)).toBe(0);
    expect(await buyByCard(promo)).toBe(200);
  });

  /** The provider's review approves, and the job that asks learns it. */
  async function approveCard() {
    const charge = shop.emulator().state.charges.at(-1);
    if (charge) charge.status = 'capturedPendingSettlement';
    await pass(6 * 60 + 1);
  }
});
