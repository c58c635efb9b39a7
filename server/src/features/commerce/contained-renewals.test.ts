import { adminCalls } from '@vesalius/contract/admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { liveUntil } from '../../testing/years.ts';
import { mintId } from './emulator/state.ts';

describe('a package and the renewals that it contains', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
  });
  afterEach(() => t.close());

  const offer = async () => {
    const inside = await buildBook(t.deps.db, { title: 'Inside', priceCents: 20_000 });
    const other = await buildBook(t.deps.db, { title: 'Other', priceCents: 20_000 });
    const { id } = await buildPackage(t.deps.db, {
      name: 'Both',
      priceCents: 30_000,
      bookIds: [inside.id, other.id],
    });
    return { packageId: id, inside: inside.id, other: other.id };
  };
  async function byPayPal(as: Person, item: { bookId?: string; packageId?: string }): Promise<string> {
    const { body } = await shop.startPayPal({ as, ...item });
    await shop.approve(body.subscription_id);
    expect((await shop.comeBack({ as, ...item }, body.subscription_id)).status).toBe(201);
    await shop.runJobs();
    return body.subscription_id;
  }
  const byCard = async (as: Person, bookId: string) => {
    expect((await shop.pay({ as, bookId, amount: 200 })).status).toBe(200);
    await shop.runJobs();
  };
  const shown = async (as: Person, packageId: string) =>
    (await t.call(commerceCalls.getCheckout, { as, query: { package_id: packageId } })).body;
  const charged = () => shop.emulator().state.charges.map(({ amountCents }) => amountCents);
  const billed = (agreement: string) =>
    shop.emulator().state.sales.filter(({ subscriptionId }) => subscriptionId === agreement);
  const theirs = (agreement: string) =>
    shop.emulator().state.subscriptions.find(({ id }) => id === agreement);
  const letters = async (as: Person, about: RegExp) =>
    (await mailsTo(t, as.email)).filter(({ subject }) => about.test(subject));
  const INCLUDED = /no separate renewal/;
  const buy = async (as: Person, packageId: string) => {
    const { amount } = await shown(as, packageId);
    const paid = await shop.pay({ as, packageId, amount });
    expect(paid.status).toBe(200);
    await shop.runJobs();
    return Math.round(amount * 100);
  };

  it('ends the renewal of a card: the checkout says so before, a letter after, and no year is charged', async () => {
    const as = await t.person();
    const { packageId, inside } = await offer();
    const outside = await buildBook(t.deps.db, { priceCents: 20_000 });
    await byCard(as, inside);
    await byCard(as, outside.id);
    expect((await shown(as, packageId)).ends_renewals).toEqual([
      { title: 'Inside', date: '2027-03-01T09:00:00.000Z' },
    ]);
    const price = await buy(as, packageId);
    expect((await shown(as, packageId)).ends_renewals).toEqual([]);
    const [letter, ...more] = await letters(as, INCLUDED);
    expect(more).toEqual([]);
    expect(letter?.subject).toBe('Included in Both: no separate renewal');
    expect(letter?.text).toContain('Inside: would have renewed on 1 March 2027');
    const single = (await shop.subscriptions(as)).find(
      (one: { book: { id: string } | null }) => one.book?.id === inside,
    );
    expect(single).toMatchObject({ is_active: true, renews: false, can_resume: false });
    expect(
      (await t.call(commerceCalls.resumeBookSubscription, { as, params: { id: single.id } })).body.code,
    ).toBe('not_resumable');
    await liveUntil(t, shop, '2027-03-20T09:00:00.000Z');
    // The package and the book outside of it renew; the book inside does not.
    expect(charged().slice(3).sort()).toEqual([20_000, 30_000]);
    expect(charged().slice(0, 3)).toEqual([20_000, 20_000, price]);
    expect(await letters(as, INCLUDED)).toHaveLength(1);
  });

  it('ends an agreement at PayPal, also after a late approval of the package', async () => {
    const as = await t.person();
    const { packageId, inside } = await offer();
    const single = await byPayPal(as, { bookId: inside });
    const { body } = await shop.startPayPal({ as, packageId });
    t.clock.advance(5 * HOUR_MS);
    await shop.runJobs();
    expect(theirs(single)?.status).toBe('ACTIVE');
    await shop.approve(body.subscription_id);
    await shop.runJobs();
    expect(theirs(single)?.status).toBe('CANCELLED');
    expect(theirs(body.subscription_id)?.status).toBe('ACTIVE');
    expect(await letters(as, INCLUDED)).toHaveLength(1);
  });

  it('ends it also if nothing is left to pay for the package', async () => {
    const as = await t.person();
    const { packageId, inside, other } = await offer();
    const agreement = await byPayPal(as, { bookId: inside });
    await byCard(as, other);
    const answer = await t.call(commerceCalls.createFreeSubscription, {
      as,
      body: { package_id: packageId },
    });
    expect(answer.status).toBe(201);
    expect(await letters(as, INCLUDED)).toHaveLength(1);
    expect(theirs(agreement)?.status).toBe('CANCELLED');
    await liveUntil(t, shop, '2027-02-20T09:00:00.000Z');
    expect(charged()).toEqual([20_000]);
  });

  it('ends a smaller package, and nothing that it contains only in part', async () => {
    const as = await t.person();
    const { packageId, inside, other } = await offer();
    const third = await buildBook(t.deps.db);
    const part = await buildPackage(t.deps.db, { name: 'Part', bookIds: [inside, third.id] });
    const all = await buildPackage(t.deps.db, { name: 'All', bookIds: [inside, other, third.id] });
    await buy(as, packageId);
    await buy(as, part.id);
    expect((await shown(as, all.id)).ends_renewals.map(({ title }: { title: string }) => title)).toEqual([
      'Both',
      'Part',
    ]);
    expect((await shown(as, packageId)).ends_renewals).toEqual([]);
    await buy(as, all.id);
    const renewing = (await shop.subscriptions(as)).filter((one: { renews: boolean }) => one.renews);
    expect(renewing.map((one: { package: { name: string } }) => one.package.name)).toEqual(['All']);
  });

  it.each(['card', 'PayPal'])('ends purchases beside it when the package renews by %s', async (way) => {
    const as = await t.person();
    const { packageId } = await offer();
    if (way === 'card') await buy(as, packageId);
    else await byPayPal(as, { packageId });
    await liveUntil(t, shop, '2026-06-01T09:00:00.000Z');
    const late = await buildBook(t.deps.db, { priceCents: 20_000 });
    await byCard(as, late.id);
    await sql`insert into package_books (package_id, book_id, position)
      values (${packageId}, ${late.id}, 9)`.execute(t.deps.db);
    await liveUntil(t, shop, '2027-02-28T09:00:00.000Z');
    expect(await letters(as, INCLUDED)).toEqual([]);
    await liveUntil(t, shop, '2027-03-05T09:00:00.000Z');
    expect(await letters(as, INCLUDED)).toHaveLength(1);
    expect((await shop.payments(as)).map(({ amount }: { amount: number }) => amount)).toEqual([
      300, 200, 300,
    ]);
  });

  it('charges no card while a package from staff contains the book, and reports that a month before', async () => {
    const as = await t.person();
    const staff = await t.person({ role: 'staff' });
    const { packageId, inside } = await offer();
    await byCard(as, inside);
    t.clock.advance(30 * DAY_MS);
    const body = { package_id: packageId, months: 24 };
    await sql`update sessions set last_seen_at = ${t.clock.now()}`.execute(t.deps.db);
    expect(
      (await t.call(adminCalls.grantSubscription, { as: staff, params: { id: as.id }, body })).status,
    ).toBe(201);
    expect(await letters(as, INCLUDED)).toEqual([]);
    await liveUntil(t, shop, '2027-02-10T09:00:00.000Z');
    expect(await letters(as, /renews on/)).toEqual([]);
    expect(await letters(as, INCLUDED)).toHaveLength(1);
    await liveUntil(t, shop, '2027-03-20T09:00:00.000Z');
    expect(charged()).toEqual([20_000]);
  });

  it('charges no card for a book that came into the package after the reminder', async () => {
    const as = await t.person();
    const { packageId } = await offer();
    const late = await buildBook(t.deps.db, { priceCents: 20_000 });
    await byCard(as, late.id);
    await liveUntil(t, shop, '2027-02-20T09:00:00.000Z');
    expect(await letters(as, /renews on/)).toHaveLength(1);
    await buy(as, packageId);
    await sql`insert into package_books (package_id, book_id, position)
      values (${packageId}, ${late.id}, 9)`.execute(t.deps.db);
    await liveUntil(t, shop, '2027-03-20T09:00:00.000Z');
    expect(charged()).toEqual([20_000, 30_000]);
    expect(await letters(as, INCLUDED)).toHaveLength(1);
  });

  it('delays a renewal while a package that contains the book is being paid', async () => {
    const as = await t.person();
    const { packageId, inside } = await offer();
    await byCard(as, inside);
    await liveUntil(t, shop, '2027-02-25T09:00:00.000Z');
    t.clock.set(new Date('2027-03-01T08:30:00.000Z'));
    const { body } = await shop.startPayPal({ as, packageId });
    t.clock.set(new Date('2027-03-01T09:01:00.000Z'));
    await shop.runJobs();
    expect(charged()).toEqual([20_000]);
    await shop.approve(body.subscription_id);
    await shop.runJobs();
    t.clock.advance(DAY_MS);
    await shop.runJobs();
    expect(charged()).toEqual([20_000]);
  });

  it('refunds a year that PayPal charges anyway, with a letter, and ends the agreement', async () => {
    const as = await t.person();
    const { packageId, inside } = await offer();
    const agreement = await byPayPal(as, { bookId: inside });
    const staff = await t.person({ role: 'staff' });
    const body = { package_id: packageId, months: 24 };
    await t.call(adminCalls.grantSubscription, { as: staff, params: { id: as.id }, body });
    // PayPal charges early, before the product checks.
    t.clock.advance(300 * DAY_MS);
    const store = shop.emulator();
    store.state.sales.push({
      id: mintId('', 17),
      subscriptionId: agreement,
      amountCents: 20_000,
      at: t.clock.now().toISOString(),
      refundedCents: 0,
      status: 'COMPLETED',
    });
    await sql`insert into jobs (id, kind, payload, run_at, max_attempts)
      values (gen_random_uuid(), 'commerce.sync-paypal',
        ${JSON.stringify({ provider_subscription_id: agreement })}::jsonb, '-infinity', 3)`.execute(
      t.deps.db,
    );
    await shop.runJobs();
    expect(billed(agreement).map(({ refundedCents }) => refundedCents)).toEqual([0, 20_000]);
    expect(theirs(agreement)?.status).toBe('CANCELLED');
    expect(await letters(as, INCLUDED)).toHaveLength(1);
    const [refund] = await letters(as, /refunded to you/);
    expect(refund?.text).toContain('This payment bought no access');
  });

  it('refunds a renewal whose outcome became known after the package was bought', async () => {
    const as = await t.person();
    const { packageId, inside } = await offer();
    await byCard(as, inside);
    await liveUntil(t, shop, '2027-02-25T09:00:00.000Z');
    t.clock.set(new Date('2027-03-01T09:01:00.000Z'));
    shop.emulator().state.scenario = 'hold';
    await shop.runJobs();
    shop.emulator().state.scenario = 'succeed';
    const held = shop.emulator().state.charges.find(({ status }) => status === 'FDSPendingReview');
    await sql`update sessions set last_seen_at = ${t.clock.now()}, expires_at = '2100-01-01'`.execute(
      t.deps.db,
    );
    await buy(as, packageId);
    if (held) held.status = 'capturedPendingSettlement';
    t.clock.advance(DAY_MS);
    await shop.runJobs();
    expect(held?.status).toBe('voided');
    expect(await letters(as, /refunded to you/)).toHaveLength(1);
  });
});
