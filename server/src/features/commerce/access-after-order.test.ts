import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildInstitution, buildPackage, buildProgram } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';

describe('a buyer who gets access in another way between the order and its payment', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let as: Person;
  let bookId: string;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    as = await t.person();
    bookId = (await buildBook(t.deps.db, { title: 'Chest Radiography' })).id;
  });
  afterEach(() => t.close());

  const kept = () => shop.emulator().state.sales.filter(({ refundedCents }) => refundedCents === 0);
  const joinProgram = () => buildProgram(t.deps.db, { bookIds: [bookId], studentIds: [as.id] });
  const approve = async (id: string, purchase: object = { bookId }) => {
    await shop.approve(id);
    const answer = await shop.comeBack({ as, ...purchase }, id);
    await shop.runJobs();
    return answer;
  };

  it.each([
    ['a program', joinProgram],
    [
      'an institution',
      async () => {
        const { id } = await buildInstitution(t.deps.db, { bookIds: [bookId] });
        await sql`insert into institution_members (institution_id, user_id, joined_at)
          values (${id}, ${as.id}, ${t.clock.now()})`.execute(t.deps.db);
      },
    ],
    ['the beta', () => sql`update users set is_beta = true where id = ${as.id}`.execute(t.deps.db)],
    [
      'directing',
      async () => {
        const { id } = await buildProgram(t.deps.db, { bookIds: [bookId] });
        await sql`update users set role = 'program_director' where id = ${as.id}`.execute(t.deps.db);
        await sql`insert into program_directors (program_id, user_id) values (${id}, ${as.id})`.execute(
          t.deps.db,
        );
      },
    ],
  ])('%s: PayPal takes nothing in the end, and a letter says so', async (way, join) => {
    const { body } = await shop.startPayPal({ as, bookId });
    await join();
    if (way === 'directing') as = { ...as, role: 'program_director' };
    expect((await approve(body.subscription_id)).body.code).toBe('payment_returned');
    expect(kept()).toEqual([]);
    expect(shop.emulator().state.subscriptions).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await shop.count('subscriptions')).toBe(0);
    const letters = (await mailsTo(t, as.email)).filter(({ subject }) => /refunded to you/.test(subject));
    expect(letters.map(({ text }) => text)).toEqual([
      expect.stringContaining('you already had the same in another way'),
    ]);
  });

  it('is sold it if shown that before, or in the middle', async () => {
    const early = await shop.startPayPal({ as, bookId, despite: true });
    await joinProgram();
    expect((await approve(early.body.subscription_id)).status).toBe(201);

    as = await t.person();
    const { body } = await shop.startPayPal({ as, bookId });
    await joinProgram();
    expect((await shop.startPayPal({ as, bookId, despite: true })).body).toEqual(body);
    expect((await approve(body.subscription_id)).status).toBe(201);
  });

  it('is sold a bundle of which a part is still to be bought', async () => {
    const other = await buildBook(t.deps.db);
    const { id: packageId } = await buildPackage(t.deps.db, {
      priceCents: 10_000,
      bookIds: [bookId, other.id],
    });
    const { body } = await shop.startPayPal({ as, packageId });
    await joinProgram();
    expect((await approve(body.subscription_id, { packageId })).status).toBe(201);
  });

  it('an order of the release before is granted', async () => {
    const { body } = await shop.startPayPal({ as, bookId });
    await sql`update orders set despite_access = null`.execute(t.deps.db);
    await joinProgram();
    expect((await approve(body.subscription_id)).status).toBe(201);
  });

  it('is not charged for a card that was under review', async () => {
    shop.emulator().state.scenario = 'hold';
    expect((await shop.pay({ as, bookId })).body.code).toBe('payment_pending');
    await joinProgram();
    const [charge] = shop.emulator().state.charges;
    if (charge) charge.status = 'capturedPendingSettlement';
    t.clock.advance(DAY_MS);
    await shop.runJobs();
    expect(charge?.status).toBe('voided');
    expect(await shop.count('subscriptions')).toBe(0);
  });

  it('is told that the purchase that waits for PayPal is not needed, and not that it waits', async () => {
    shop.emulator().state.scenario = 'late';
    const { body } = await shop.startPayPal({ as, bookId });
    await approve(body.subscription_id);
    const seen = async () => {
      const { waiting_since, waiting_ended } = (
        await t.call(commerceCalls.getCheckout, { as, query: { book_id: bookId } })
      ).body;
      const { data } = (await t.call(commerceCalls.listWaitingPurchases, { as })).body;
      return [
        waiting_since !== null,
        waiting_ended?.because ?? null,
        data.map((one: { ended: unknown }) => one.ended),
      ];
    };
    expect(await seen()).toEqual([true, null, [null]]);
    await joinProgram();
    expect(await seen()).toMatchObject([false, 'readable_otherwise', [{ because: 'readable_otherwise' }]]);
    await shop.passDays(4);
    const letters = (await mailsTo(t, as.email)).filter(({ subject }) => /was not completed/.test(subject));
    expect(letters.map(({ text }) => text)).toEqual([
      expect.stringContaining('Since then you can read it in another way'),
    ]);
    expect(await seen()).toMatchObject([false, 'readable_otherwise', [{ because: 'readable_otherwise' }]]);
  });
});
