import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/durations.ts';
import { listKeptMails } from '../../platform/mail/mailer.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import type { Scenario } from './emulator/state.ts';

describe('renewals by card', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  beforeAll(async () => {
    t = await testApp();
    shop = checkout(t);
  });
  afterAll(() => t.close());
  beforeEach(() => play('succeed'));
  const play = (scenario: Scenario) => {
    shop.emulator().state.scenario = scenario;
  };
  const subscribe = async () => {
    const as = await t.person();
    const book = await buildBook(t.deps.db);
    const paid = await shop.pay({ as, bookId: book.id });
    await shop.runJobs();
    return { as, id: paid.body.subscription_id as string };
  };
  const own = async (as: Person, id: string) =>
    (await shop.subscriptions(as)).find((one: { id: string }) => one.id === id);
  const subjects = async (as: Person) =>
    (await listKeptMails(t.deps.db, as.email)).map(({ subject }) => subject).reverse();
  const day = (iso: string) => iso.slice(0, 10);
  const call = (as: Person, name: 'updateBookSubscription' | 'resumeBookSubscription', id: string) =>
    t.call(commerceCalls[name], {
      as,
      params: { id },
      ...(name === 'updateBookSubscription' ? { body: { cancellation_reason: 'enough' } } : {}),
    });

  it('reminds 30 days before, charges the stored card at the end, and sends a receipt', async () => {
    const { as, id } = await subscribe();
    const end = day((await own(as, id)).subscription_end_date);
    await shop.passDays(334);
    expect(await subjects(as)).toHaveLength(1);
    await shop.passDays(2);
    expect((await subjects(as))[1]).toMatch(/^Your subscription renews on/);
    expect(await shop.payments(as)).toHaveLength(1);
    await shop.passDays(30);
    const renewed = await own(as, id);
    expect(Number(day(renewed.subscription_end_date).slice(0, 4))).toBe(Number(end.slice(0, 4)) + 1);
    expect(await shop.payments(as)).toMatchObject([
      { kind: 'renewal', amount: 199, state: 'approved' },
      { kind: 'initial' },
    ]);
    expect((await subjects(as))[2]).toMatch(/^Receipt/);
  });

  it('leaves out the payment method if its digits are unknown', async () => {
    const known = await subscribe();
    const unknown = await subscribe();
    await sql`update stored_cards set last_four = '' where subscription_id = ${unknown.id}`.execute(
      t.deps.db,
    );
    await shop.passDays(336);
    const letterTo = async ({ as }: { as: Person }) =>
      (await listKeptMails(t.deps.db, as.email)).find(({ subject }) => /renews on/.test(subject))?.text;
    expect(await letterTo(known)).toContain('Paid with: •••• 0027');
    expect(await letterTo(unknown)).toContain('A renewal is coming');
    expect(await letterTo(unknown)).not.toContain('Paid with');
  });

  it('names the edition if the book has several', async () => {
    const as = await t.person();
    const title = 'Chest Radiography';
    const book = await buildBook(t.deps.db, { title });
    const paid = await shop.pay({ as, bookId: book.id });
    await shop.runJobs();
    const earlier = (await buildBook(t.deps.db, { title })).id;
    await sql`update books set edition = '1st edition' where id = ${earlier}`.execute(t.deps.db);
    await sql`update books set edition = '2nd edition', old_version_book_id = ${earlier}
      where id = ${book.id}`.execute(t.deps.db);
    await shop.passDays(336);
    await call(as, 'updateBookSubscription', paid.body.subscription_id);
    await shop.runJobs();
    const mails = await listKeptMails(t.deps.db, as.email);
    for (const subject of [/^Your subscription renews on/, /^Your subscription will not renew/])
      expect(mails.find((mail) => subject.test(mail.subject))?.text).toContain(`“${title} (2nd edition)”`);
  });

  it('tries three times in ten days with access open, then ends', async () => {
    const { as, id } = await subscribe();
    await shop.passDays(360);
    play('decline');
    await shop.passDays(6);
    expect(await own(as, id)).toMatchObject({ is_active: true, in_grace: true, renews: true });
    await shop.passDays(5);
    expect(await own(as, id)).toMatchObject({ is_active: true, in_grace: true });
    await shop.passDays(5);
    expect(await own(as, id)).toMatchObject({ is_active: false, renews: false, can_resume: false });
    const declined = (await shop.payments(as)).filter((one: { state: string }) => one.state === 'declined');
    expect(declined).toHaveLength(3);
    expect((await subjects(as)).slice(2)).toEqual([
      'Your subscription could not be renewed',
      'Your subscription could not be renewed',
      expect.stringMatching(/has ended$/),
    ]);
  });

  it('a new card during the tries is charged at once, and no day is given away', async () => {
    const { as, id } = await subscribe();
    const end = (await own(as, id)).subscription_end_date;
    await shop.passDays(360);
    play('decline');
    await shop.passDays(7);
    play('succeed');
    const changed = await t.call(commerceCalls.updateSubscriptionCard, {
      as,
      params: { id },
      body: {
        payment: { card_number: '5424000000000015', expiry: '1235', cvv: '123' },
        bill_to: {
          first_name: 'A',
          last_name: 'B',
          address: 'C',
          city: 'D',
          state: '',
          zip: '1',
          country: 'E',
        },
      },
    });
    expect(changed).toMatchObject({ status: 200, body: { card: { last_four: '0015' } } });
    await shop.runJobs();
    const renewed = await own(as, id);
    expect(renewed.in_grace).toBe(false);
    expect(Number(renewed.subscription_end_date.slice(0, 4))).toBe(Number(end.slice(0, 4)) + 1);
    expect(renewed.subscription_end_date.slice(4)).toBe(end.slice(4));
    await shop.passDays(20);
    expect(
      (await shop.payments(as)).filter((one: { state: string }) => one.state === 'approved'),
    ).toHaveLength(2);
  });

  it('charges no second card while the first charge has no outcome', async () => {
    const { as, id } = await subscribe();
    await shop.passDays(364);
    play('decline');
    await shop.passDays(2);
    play('timeout_after_charge');
    t.clock.advance(5 * DAY_MS);
    await shop.runJobs();
    // The second try was charged and its answer lost; now the card is changed, which triggers a try at once.
    play('succeed');
    const before = shop.emulator().state.charges.length;
    await t.call(commerceCalls.updateSubscriptionCard, {
      as,
      params: { id },
      body: {
        payment: { card_number: '5424000000000015', expiry: '1235', cvv: '123' },
        bill_to: {
          first_name: 'A',
          last_name: 'B',
          address: 'C',
          city: 'D',
          state: '',
          zip: '1',
          country: 'E',
        },
      },
    });
    await shop.runJobs();
    expect(shop.emulator().state.charges).toHaveLength(before);
    await shop.passDays(3);
    expect(shop.emulator().state.charges).toHaveLength(before);
    expect(await own(as, id)).toMatchObject({ is_active: true, in_grace: false, renews: true });
    const approved = (await shop.payments(as)).filter((one: { state: string }) => one.state === 'approved');
    expect(approved).toHaveLength(2);
  });

  it('a canceled one is not charged and ends; an undone cancellation renews', async () => {
    const one = await subscribe();
    const two = await subscribe();
    await call(one.as, 'updateBookSubscription', one.id);
    await call(two.as, 'updateBookSubscription', two.id);
    expect(await own(one.as, one.id)).toMatchObject({ is_active: true, renews: false, can_resume: true });
    await shop.passDays(100);
    expect((await call(two.as, 'resumeBookSubscription', two.id)).body).toMatchObject({ renews: true });
    expect((await call(two.as, 'resumeBookSubscription', two.id)).status).toBe(200);
    expect((await call(one.as, 'resumeBookSubscription', two.id)).status).toBe(404);
    await shop.runJobs();
    const told = (subject: string) => subject === 'Your subscription renews again';
    expect((await subjects(two.as)).filter(told)).toHaveLength(1);
    expect((await subjects(one.as)).filter(told)).toHaveLength(0);
    await shop.passDays(267);
    expect(await own(one.as, one.id)).toMatchObject({ is_active: false });
    expect(await shop.payments(one.as)).toHaveLength(1);
    expect(await own(two.as, two.id)).toMatchObject({ is_active: true });
    expect(await shop.payments(two.as)).toHaveLength(2);
    expect((await call(one.as, 'resumeBookSubscription', one.id)).body.code).toBe('not_resumable');
  });

  it.each(['timeout_after_charge', 'timeout_before_charge'] as const)(
    'asks after %s and charges one year once',
    async (scenario) => {
      const { as, id } = await subscribe();
      const before = shop.emulator().state.charges.length;
      await shop.passDays(364);
      play(scenario);
      await shop.passDays(2);
      play('succeed');
      await shop.passDays(8);
      expect(await own(as, id)).toMatchObject({ is_active: true, in_grace: false, renews: true });
      const taken = shop.emulator().state.charges.slice(before);
      const paid = taken.filter(({ amountCents, status }) => amountCents === 19900 && status !== 'declined');
      expect(paid.length).toBeGreaterThan(0);
      expect(
        (await shop.payments(as)).filter((one: { state: string }) => one.state === 'approved'),
      ).toHaveLength(2);
    },
  );

  it('does nothing twice if every job runs again', async () => {
    const { as } = await subscribe();
    await shop.passDays(366);
    await sql`update jobs set done_at = null, locked_until = null, dead_at = null, max_attempts = attempts + 5
      where kind like 'commerce.%' and run_at <= ${t.clock.now()}`.execute(t.deps.db);
    const payments = await shop.payments(as);
    const charges = shop.emulator().state.charges.length;
    await shop.runJobs();
    expect(await shop.payments(as)).toEqual(payments);
    expect(shop.emulator().state.charges).toHaveLength(charges);
  });
});
