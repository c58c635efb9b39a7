import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage, buildSubscription } from '../../testing/factories.ts';

describe('what is credited against a package', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let staff: Person;
  beforeAll(async () => {
    t = await testApp();
    shop = checkout(t);
    staff = await t.person({ role: 'staff' });
  });
  afterAll(() => t.close());

  /** Two books of $200, together $300. */
  async function offer() {
    const books = await Promise.all(
      [200, 200].map((price) => buildBook(t.deps.db, { priceCents: price * 100 })),
    );
    const [first, second] = books.map(({ id }) => id) as [string, string];
    const { id } = await buildPackage(t.deps.db, { priceCents: 30000, bookIds: [first, second] });
    return { as: await t.person(), id, first, second };
  }
  /** The shop, the checkout and the charge must agree: the price on the checkout can be paid. */
  async function creditOf(as: Person, id: string): Promise<number> {
    const shown = (await t.call(commerceCalls.getCheckout, { as, query: { package_id: id } })).body;
    const listed = (await t.call(catalogueCalls.getPackage, { as, params: { id } })).body;
    expect([listed.credit, listed.price_to_pay]).toEqual([shown.credit, shown.amount]);
    return shown.credit;
  }
  const payments = async (as: Person) =>
    (await t.call(commerceAdminCalls.listAllPayments, { as: staff, query: { search_term: as.email } })).body
      .data;
  const refund = async (as: Person, amount: number) => {
    for (const charge of shop.emulator().state.charges)
      if (charge.status === 'capturedPendingSettlement') charge.status = 'settledSuccessfully';
    const [payment] = await payments(as);
    const body = { refund_id: newId(), amount, ends_access: false, reason: 'asked for it' };
    const answer = await t.call(commerceAdminCalls.refundPayment, {
      as: staff,
      params: { id: payment.id },
      body,
    });
    expect(answer.status).toBe(200);
  };

  it('books that end before the year of the package begins do not count as held in it', async () => {
    const { as, id, first } = await offer();
    await buildSubscription(t.deps.db, { userId: as.id, bookId: first, renews: false });
    const shown = async () =>
      (await t.call(commerceCalls.getCheckout, { as, query: { package_id: id } })).body;
    expect(await shown()).toMatchObject({ held_books: [{ id: first }], held_in_year: [{ id: first }] });
    await buildSubscription(t.deps.db, { userId: as.id, packageId: id, renews: false });
    expect(await shown()).toMatchObject({
      running: { renews: false },
      held_books: [{ id: first }],
      held_in_year: [],
      cheaper_singly: null,
    });
  });

  it('a package that costs more than the books that the buyer does not have says so, in the shop and at the checkout', async () => {
    const books = await Promise.all(
      [100, 200, 50].map((price) => buildBook(t.deps.db, { priceCents: price * 100 })),
    );
    const bookIds = books.map(({ id }) => id);
    const { id } = await buildPackage(t.deps.db, { priceCents: 30_000, bookIds });
    const as = await t.person();
    const noteOf = async (who: Person) => {
      const shown = (await t.call(commerceCalls.getCheckout, { as: who, query: { package_id: id } })).body;
      const listed = (await t.call(catalogueCalls.getPackage, { as: who, params: { id } })).body;
      expect(listed.cheaper_singly).toEqual(shown.cheaper_singly);
      return shown.cheaper_singly;
    };
    expect(await noteOf(as)).toBeNull();
    // A free book gives no credit.
    await buildSubscription(t.deps.db, { userId: as.id, bookId: bookIds[1], renews: false });
    expect(await noteOf(as)).toEqual({ number_held: 1, price_of_others: 150 });
    // By another package.
    const other = await buildPackage(t.deps.db, { bookIds: [bookIds[2] as string] });
    const { id: running } = await buildSubscription(t.deps.db, { userId: as.id, packageId: other.id });
    expect(await noteOf(as)).toEqual({ number_held: 2, price_of_others: 100 });
    await sql`update subscriptions set ends_at = ${t.clock.now()} where id = ${running}`.execute(t.deps.db);
    expect(await noteOf(as)).toEqual({ number_held: 1, price_of_others: 150 });
    // The others cost more: nothing to say.
    await sql`update books set price_cents = 40000 where id = ${bookIds[0]}`.execute(t.deps.db);
    expect(await noteOf(as)).toBeNull();
  });

  it('a book that was free with a code gives no credit', async () => {
    const { as, id, first, second } = await offer();
    for (const book_id of [first, second]) {
      const promocode_name = await shop.buildCode({ value: 100 });
      const body = { promocode_name, book_id };
      expect((await t.call(commerceCalls.createFreeSubscription, { as, body })).status).toBe(201);
    }
    expect(await creditOf(as, id)).toBe(0);
    expect((await shop.pay({ as, packageId: id, amount: 0.01 })).body.code).toBe('price_changed');
    expect((await shop.pay({ as, packageId: id, amount: 300 })).status).toBe(200);
  });

  it('neither a book given by staff nor months added by staff give credit', async () => {
    const { as, id, first, second } = await offer();
    const grant = { params: { id: as.id }, body: { book_id: first, months: 12 } };
    expect((await t.call(adminCalls.grantSubscription, { as: staff, ...grant })).status).toBe(201);
    expect(await creditOf(as, id)).toBe(0);
    const paid = await shop.pay({ as, bookId: second, amount: 200 });
    t.clock.advance(182.5 * DAY_MS);
    expect(await creditOf(as, id)).toBe(75);
    await t.call(adminCalls.extendSubscription, {
      as: staff,
      params: { id: paid.body.subscription_id },
      body: { ends_at: '2029-01-01T00:00:00.000Z' },
    });
    expect(await creditOf(as, id)).toBe(75);
    t.clock.reset();
  });

  it('a discount and a refund reduce the credit: it never exceeds the amount paid', async () => {
    const { as, id, first } = await offer();
    const promo = await shop.buildCode({ value: 50 });
    await shop.pay({ as, bookId: first, promo, amount: 100 });
    expect(await creditOf(as, id)).toBe(100);
    await refund(as, 40);
    expect(await creditOf(as, id)).toBe(60);
    await refund(as, 60);
    expect(await creditOf(as, id)).toBe(0);
  });

  it('payments by PayPal and for renewals give credit', async () => {
    const { as, id, first } = await offer();
    const { body } = await shop.startPayPal({ as, bookId: first });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as, bookId: first }, body.subscription_id);
    expect(await creditOf(as, id)).toBe(150);
    const card = await offer();
    await shop.pay({ as: card.as, bookId: card.first, amount: 200 });
    await shop.runJobs();
    t.clock.advance(365 * DAY_MS + HOUR_MS);
    await shop.runJobs();
    // Keeps the sessions alive during the long absence.
    await sql`update sessions set last_seen_at = ${t.clock.now()}`.execute(t.deps.db);
    expect(await payments(card.as)).toMatchObject([{ kind: 'renewal' }, { kind: 'initial' }]);
    expect(await creditOf(card.as, card.id)).toBeCloseTo(150, 0);
    t.clock.reset();
  });

  it('another package counts for the books in both; the same package gives no credit to itself', async () => {
    const { as, id, first, second } = await offer();
    const third = await buildBook(t.deps.db, { priceCents: 60000 });
    const other = await buildPackage(t.deps.db, { priceCents: 40000, bookIds: [first, third.id] });
    await shop.pay({ as, packageId: other.id, amount: 400 });
    // A quarter of 400 is for the first book.
    expect(await creditOf(as, id)).toBe(100);
    expect(await creditOf(as, other.id)).toBe(0);
    await shop.pay({ as, bookId: second, amount: 200 });
    expect(await creditOf(as, id)).toBe(250);
  });

  it('a payment that lowered the price of one bundle lowers that of no other, unless the first one ends', async () => {
    const { as, id, first, second } = await offer();
    const third = await buildBook(t.deps.db, { priceCents: 20_000 });
    const other = await buildPackage(t.deps.db, { priceCents: 30_000, bookIds: [first, third.id] });
    await shop.pay({ as, bookId: first, amount: 200 });
    expect([await creditOf(as, id), await creditOf(as, other.id)]).toEqual([150, 150]);
    t.clock.advance(60_000);
    expect((await shop.pay({ as, packageId: id, amount: 150 })).status).toBe(200);
    t.clock.advance(60_000);
    // Half of the 150 paid for the first bundle is for the common book; the 200 for the book itself are used up.
    expect(await creditOf(as, other.id)).toBe(75);
    expect((await shop.pay({ as, packageId: other.id, amount: 150 })).body.code).toBe('price_changed');
    expect((await shop.pay({ as, packageId: other.id, amount: 225 })).status).toBe(200);
    // In a third bundle counts what is left: 112.50 of the second one for the common book, 75 of the first for the other.
    const last = await buildPackage(t.deps.db, { priceCents: 30_000, bookIds: [first, second] });
    expect(await creditOf(as, last.id)).toBe(187.5);
    await sql`update subscriptions set ends_at = ${t.clock.now()}, renews = false
      where user_id = ${as.id} and package_id is not null`.execute(t.deps.db);
    expect(await creditOf(as, other.id)).toBe(150);
    t.clock.reset();
  });

  it('two bundles ordered at the same prices are not both granted with the same credit', async () => {
    const { as, id, first } = await offer();
    const third = await buildBook(t.deps.db, { priceCents: 20_000 });
    const other = await buildPackage(t.deps.db, { priceCents: 30_000, bookIds: [first, third.id] });
    await shop.pay({ as, bookId: first, amount: 200 });
    shop.emulator().state.scenario = 'succeed';
    const { body } = await shop.startPayPal({ as, packageId: other.id });
    t.clock.advance(60_000);
    expect((await shop.pay({ as, packageId: id, amount: 150 })).status).toBe(200);
    await shop.approve(body.subscription_id);
    expect((await shop.comeBack({ as, packageId: other.id }, body.subscription_id)).body.code).toBe(
      'payment_returned',
    );
    t.clock.reset();
  });

  it('a replaced edition counts for the newer one, and its refund ends the package', async () => {
    const { as, id, first, second } = await offer();
    await shop.pay({ as, bookId: first, amount: 200 });
    expect(await creditOf(as, id)).toBe(150);
    const newer = (await buildBook(t.deps.db, { priceCents: 20_000 })).id;
    await sql`update books set old_version_book_id = ${first}, readable_until = '2030-01-01' where id = ${newer}`.execute(
      t.deps.db,
    );
    await sql`insert into package_books (package_id, book_id, position) values (${id}, ${newer}, 2)`.execute(
      t.deps.db,
    );
    expect(await creditOf(as, id)).toBe(150);
    expect((await shop.pay({ as, packageId: id, amount: 150 })).status).toBe(200);
    const [payment] = (await payments(as)).filter(({ amount }: { amount: number }) => amount === 200);
    const params = { id: payment.id };
    const { body } = await t.call(commerceAdminCalls.getRefundable, { as: staff, params });
    expect(body.credited_to).toHaveLength(1);
    // Two editions are never credited beyond the one book that they are.
    const both = await t.person();
    for (const bookId of [newer, second]) await shop.pay({ as: both, bookId, amount: 200 });
    expect(await creditOf(both, id)).toBe(300);
  });

  it('a payment counts once, also if two books of the package replaced its book', async () => {
    const { as, id, first } = await offer();
    await shop.pay({ as, bookId: first, amount: 200 });
    for (const position of [2, 3]) {
      const newer = await buildBook(t.deps.db, { priceCents: 20_000 });
      await sql`update books set old_version_book_id = ${first}, readable_until = '2030-01-01' where id = ${newer.id}`.execute(
        t.deps.db,
      );
      await sql`insert into package_books (package_id, book_id, position) values (${id}, ${newer.id}, ${position})`.execute(
        t.deps.db,
      );
    }
    // Three books of $200 are in the shop, together $300.
    expect(await creditOf(as, id)).toBe(100);
  });

  it('a bundle opens and lists the editions that it was sold with', async () => {
    const { as, id, first } = await offer();
    const early = await t.person();
    expect((await shop.pay({ as: early, packageId: id, amount: 300 })).status).toBe(200);
    t.clock.advance(60_000);
    const newer = (await buildBook(t.deps.db, { priceCents: 20_000 })).id;
    await sql`update books set old_version_book_id = ${first}, readable_until = '2030-01-01',
      published_at = ${t.clock.now()} where id = ${newer}`.execute(t.deps.db);
    await sql`insert into package_books (package_id, book_id, position) values (${id}, ${newer}, 2)`.execute(
      t.deps.db,
    );
    t.clock.advance(60_000);
    expect((await shop.pay({ as, packageId: id, amount: 300 })).status).toBe(200);
    const listed = async (who: Person) =>
      (await t.call(catalogueCalls.listOwnBooks, { as: who })).body.data.map(
        (book: { id: string }) => book.id,
      );
    const opens = async (who: Person, bookId: string) =>
      (await t.call(catalogueCalls.getBook, { as: who, params: { id: bookId } })).body.has_access;
    expect(await listed(as)).toHaveLength(2);
    expect([await listed(as), await opens(as, newer)]).toEqual([expect.arrayContaining([newer]), true]);
    expect([(await listed(as)).includes(first), await opens(as, first)]).toEqual([false, false]);
    expect([(await listed(early)).includes(first), await opens(early, first)]).toEqual([true, true]);
    t.clock.reset();
  });

  it('a package with nothing left to pay needs no code', async () => {
    const { as, id, first, second } = await offer();
    const free = (who: Person) =>
      t.call(commerceCalls.createFreeSubscription, { as: who, body: { package_id: id } });
    expect((await free(as)).body.code).toBe('not_free');
    for (const bookId of [first, second]) await shop.pay({ as, bookId, amount: 200 });
    expect(await creditOf(as, id)).toBe(300);
    expect((await shop.pay({ as, packageId: id, amount: 0 })).body.code).toBe('price_changed');
    expect(await free(as)).toMatchObject({ status: 201, body: { gateway: 'free', renews: false } });
    expect((await free(await t.person())).body.code).toBe('not_free');
  });
});
