import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { one } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import {
  buildBook,
  buildInstitution,
  buildPackage,
  buildProgram,
  buildSubscription,
} from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { liveUntil } from '../../testing/years.ts';

describe('a refund', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let as: Person;
  let staff: Person;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    as = await t.person();
    staff = await t.person({ role: 'staff' });
  });
  afterEach(() => t.close());

  async function twoYears() {
    await shop.pay({ as, bookId: (await buildBook(t.deps.db)).id });
    await shop.runJobs();
    await liveUntil(t, shop, '2027-03-05T09:00:00.000Z');
    for (const charge of shop.emulator().state.charges) charge.status = 'settledSuccessfully';
    const listed = await t.call(commerceAdminCalls.listAllPayments, {
      as: staff,
      query: { search_term: as.email },
    });
    const [second, first] = listed.body.data;
    return { first, second };
  }
  const refund = async (payment: { id: string; amount: number }) => {
    const body = { refund_id: newId(), amount: payment.amount, ends_access: true, reason: 'asked for it' };
    const answer = await t.call(commerceAdminCalls.refundPayment, {
      as: staff,
      params: { id: payment.id },
      body,
    });
    expect(answer.status).toBe(200);
    await shop.runJobs();
  };
  const accessOf = async ({ id }: { id: string }) =>
    (await t.call(commerceAdminCalls.getRefundable, { as: staff, params: { id } })).body.access;
  const letter = async () =>
    (await mailsTo(t, as.email)).find(({ subject }) => /refunded to you/.test(subject))?.text;

  it('of an older year keeps the present year, also with "end the access"', async () => {
    const { first, second } = await twoYears();
    // Staff are asked about the access only where the refund can end it.
    expect(await accessOf(first)).toBeNull();
    expect(await accessOf(second)).toEqual({
      subscription_end_date: '2028-03-01T09:00:00.000Z',
      renews: true,
      paid_until: null,
      remains: [],
    });
    await refund(first);
    expect(await shop.subscriptions(as)).toMatchObject([
      { is_active: true, renews: true, subscription_end_date: '2028-03-01T09:00:00.000Z' },
    ]);
    expect(await letter()).toContain('You keep your access until 1 March 2028');
  });

  it('says by name through what the buyer keeps reading', async () => {
    const { second } = await twoYears();
    const { bookId } = await one(
      t.deps.db,
      sql<{ bookId: string }>`select book_id as "bookId" from subscriptions where user_id = ${as.id}`,
    );
    const other = (await buildBook(t.deps.db)).id;
    const remains = async () =>
      (await accessOf(second)).remains.map((way: { kind: string; name: string | null }) => [
        way.kind,
        way.name,
      ]);
    await buildProgram(t.deps.db, { name: 'Of another book', bookIds: [other], studentIds: [as.id] });
    await buildProgram(t.deps.db, { name: 'Of another student', bookIds: [bookId] });
    expect(await remains()).toEqual([]);
    await buildProgram(t.deps.db, {
      name: 'Internal Medicine Residency',
      bookIds: [bookId],
      studentIds: [as.id],
    });
    const { id: institutionId } = await buildInstitution(t.deps.db, {
      name: 'General Hospital',
      bookIds: [bookId],
      endsAt: new Date('2029-01-01'),
    });
    await sql`insert into institution_members (institution_id, user_id, joined_at)
      values (${institutionId}, ${as.id}, ${t.clock.now()})`.execute(t.deps.db);
    const bundle = await buildPackage(t.deps.db, { name: 'Both', bookIds: [bookId, other] });
    await buildSubscription(t.deps.db, {
      userId: as.id,
      packageId: bundle.id,
      endsAt: new Date('2029-01-01'),
    });
    expect(await remains()).toEqual([
      ['program', 'Internal Medicine Residency'],
      ['institution', 'General Hospital'],
      ['bundle', 'Both'],
    ]);
    await refund(second);
    const { body } = await t.call(adminCalls.listPersonAccess, {
      as: staff,
      params: { id: as.id },
      query: { readable: 'true' },
    });
    expect(body.data.find(({ book_id }: { book_id: string }) => book_id === bookId)?.reasons.sort()).toEqual([
      'institution',
      'package',
      'program',
    ]);
  });

  it('of the present year ends it', async () => {
    const { second } = await twoYears();
    await refund(second);
    expect(await shop.subscriptions(as)).toMatchObject([{ is_active: false, renews: false }]);
    expect(await letter()).toContain('This subscription has ended with the refund');
  });

  it('that the provider refuses is shown to staff until the money was returned', async () => {
    const bookId = (await buildBook(t.deps.db)).id;
    const { body } = await shop.startPayPal({ as, bookId });
    await shop.pay({ as, bookId });
    await shop.approve(body.subscription_id);
    await shop.comeBack({ as, bookId }, body.subscription_id);
    const { state } = shop.emulator();
    const taken = state.sales.splice(0);
    for (let again = 0; again < 3; again += 1) {
      await shop.runJobs();
      t.clock.advance(HOUR_MS);
    }
    const dead = await t.call(adminCalls.listFailedJobs, { as: staff });
    expect(dead.body.data).toMatchObject([
      { kind: 'commerce.return-payment', last_error: expect.stringContaining('refused to return') },
    ]);
    state.sales.push(...taken);
  });
});
