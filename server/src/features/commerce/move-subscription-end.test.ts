import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { EARLIEST_YEAR } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scheduleDailyJobs } from '../../app/job-handlers.ts';
import { one } from '../../platform/database/database.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { listKeptMails } from '../../platform/mail/mailer.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook } from '../../testing/factories.ts';
import { liveUntil as yearsUntil } from '../../testing/years.ts';
import { STAFF_LETTER_DELAY_MS } from './jobs.ts';

const END = '2027-03-01T09:00:00.000Z';

describe('staff move the end of a subscription', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let staff: Person;
  // Each test lives through its own years.
  beforeEach(async () => {
    t = await testApp();
    shop = checkout(t);
    await scheduleDailyJobs(t.deps);
    staff = await t.person({ role: 'staff' });
  });
  afterEach(() => t.close());

  const liveUntil = (iso: string) => yearsUntil(t, shop, iso);
  const move = (id: string, ends_at: string) =>
    t.call(adminCalls.extendSubscription, { as: staff, params: { id }, body: { ends_at } });
  const auditOf = async (person: Person) =>
    (await t.call(adminCalls.listAuditLog, { as: staff, query: { subject_id: person.id } })).body.data;
  const own = async (as: Person) => (await shop.subscriptions(as))[0];
  const approved = async (as: Person) =>
    (await shop.payments(as)).filter(({ state }: { state: string }) => state === 'approved');
  const reminders = async (as: Person) =>
    (await listKeptMails(t.deps.db, as.email))
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes('renews on'))
      .reverse();
  async function byCard() {
    const as = await t.person();
    const { body } = await shop.pay({ as, bookId: (await buildBook(t.deps.db)).id });
    await shop.runJobs();
    return { as, id: body.subscription_id as string };
  }
  async function byPayPal() {
    const as = await t.person();
    const bookId = (await buildBook(t.deps.db)).id;
    const agreement: string = (await shop.startPayPal({ as, bookId })).body.subscription_id;
    await shop.approve(agreement);
    const { body } = await shop.comeBack({ as, bookId }, agreement);
    await shop.runJobs();
    const theirs = () => shop.emulator().state.subscriptions.find(({ id }) => id === agreement);
    return { as, id: body.id as string, theirs };
  }

  it('later: a card is charged at the new end, after a reminder', async () => {
    const [end, day, next] = ['2027-05-01T09:00:00.000Z', '1 May 2027', '2028-05-01T09:00:00.000Z'];
    const { as, id } = await byCard();
    expect((await move(id, end)).body).toMatchObject({ ends_at: end, renews: true, renews_at: end });
    await liveUntil(new Date(Date.parse(end) - HOUR_MS).toISOString());
    expect(await approved(as)).toHaveLength(1);
    expect(await reminders(as)).toEqual([`Your subscription renews on ${day}`]);
    await liveUntil(new Date(Date.parse(end) + HOUR_MS).toISOString());
    expect(await approved(as)).toHaveLength(2);
    expect(await own(as)).toMatchObject({ renews: true, subscription_end_date: next });
    await liveUntil(new Date(Date.parse(next) - HOUR_MS).toISOString());
    expect(await approved(as)).toHaveLength(2);
  });

  it('before the end of the paid time: a card is not charged, and the renewal ends', async () => {
    const { as, id } = await byCard();
    const ends_at = '2026-12-01T09:00:00.000Z';
    expect((await move(id, ends_at)).body).toMatchObject({ ends_at, renews: false, renews_at: null });
    await liveUntil('2027-06-01T09:00:00.000Z');
    expect(await approved(as)).toHaveLength(1);
    expect(await own(as)).toMatchObject({ is_active: false, renews: false });
  });

  it.each(['2026-12-01T09:00:00.000Z', '2026-02-01T09:00:00.000Z'])(
    'to %s and taken back: a card renews at the end of what is paid',
    async (wrong) => {
      const { as, id } = await byCard();
      await move(id, wrong);
      expect((await move(id, END)).body).toMatchObject({ ends_at: END, renews: true, renews_at: END });
      await liveUntil('2027-03-02T09:00:00.000Z');
      expect(await approved(as)).toHaveLength(2);
    },
  );

  it('undone: a renewal that the reader had canceled stays canceled', async () => {
    const { as, id } = await byCard();
    const cancellation_reason = 'I have read it all by now.';
    await t.call(commerceCalls.updateBookSubscription, { as, params: { id }, body: { cancellation_reason } });
    await move(id, '2026-12-01T09:00:00.000Z');
    expect((await move(id, END)).body).toMatchObject({ ends_at: END, renews: false });
  });

  it('at once, if the new end is long past', async () => {
    const { as, id } = await byCard();
    const longOver = new Date(Date.UTC(EARLIEST_YEAR, 0, 1)).toISOString();
    const { status, body } = await move(id, longOver);
    expect([status, body]).toMatchObject([
      200,
      { is_active: false, renews: false, ends_at: t.clock.now().toISOString() },
    ]);
    t.clock.advance(1000);
    const { bookId } = await one<{ bookId: string }>(
      t.deps.db,
      sql`select book_id as "bookId" from subscriptions where id = ${id}`,
    );
    const { body: book } = await t.call(catalogueCalls.getBook, { as, params: { id: bookId } });
    expect(book.has_access).toBe(false);
  });

  it('shows beforehand what a new end would do, and changes nothing', async () => {
    const { as, id } = await byCard();
    const preview = async (ends_at: string) =>
      (
        await t.call(adminCalls.extendSubscription, {
          as: staff,
          params: { id },
          body: { ends_at, preview: true },
        })
      ).body;
    const later = '2027-05-01T09:00:00.000Z';
    expect(await preview(later)).toMatchObject({ ends_at: later, renews_at: later, renewal_price: 199 });
    expect(await preview('2026-12-01T09:00:00.000Z')).toMatchObject({ is_active: true, renews: false });
    expect(await preview('2020-12-01T09:00:00.000Z')).toMatchObject({
      ends_at: '2026-03-01T09:00:00.000Z',
      is_active: false,
      renews: false,
    });
    expect(await own(as)).toMatchObject({ renews: true, renews_at: END });
    expect(await auditOf(as)).toEqual([]);
  });

  const told = async ({ email }: Person) =>
    (await listKeptMails(t.deps.db, email)).filter(({ subject }) =>
      /now lasts until|been given/.test(subject),
    );

  it('sends one letter when it is moved, with the former end', async () => {
    const { as, id } = await byCard();
    await move(id, '2027-05-01T09:00:00.000Z');
    await move(id, '2027-06-01T09:00:00.000Z');
    await shop.runJobs();
    expect(await told(as)).toEqual([]);
    t.clock.advance(STAFF_LETTER_DELAY_MS);
    await shop.runJobs();
    const [letter, ...more] = await told(as);
    expect(more).toEqual([]);
    expect(letter?.subject).toMatch(/^Your access to .* now lasts until 1 June 2027$/);
    expect(letter?.text).toContain('before, it was 1 March 2027');
    expect(letter?.text).toContain('It renews on 1 June 2027');
    // Moving it there and back sends no letter.
    await move(id, '2027-09-01T09:00:00.000Z');
    await move(id, '2027-06-01T09:00:00.000Z');
    t.clock.advance(STAFF_LETTER_DELAY_MS);
    await shop.runJobs();
    expect(await told(as)).toHaveLength(1);
  });

  it('sends a letter when staff give access, with the end at that time', async () => {
    const as = await t.person();
    await sql`update users set language = 'ar' where id = ${as.id}`.execute(t.deps.db);
    const book = await buildBook(t.deps.db, { title: 'Given' });
    const given = { as: staff, params: { id: as.id }, body: { book_id: book.id, months: 12 } };
    expect((await t.call(adminCalls.grantSubscription, given)).status).toBe(201);
    await move((await own(as)).id, '2027-05-01T09:00:00.000Z');
    t.clock.advance(STAFF_LETTER_DELAY_MS);
    await shop.runJobs();
    const letters = await listKeptMails(t.deps.db, as.email);
    expect(letters.map(({ subject }) => subject)).toEqual(['حصلت على وصول مجاني إلى \u2068Given\u2069']);
    expect(letters[0]?.text).toContain('1 مايو 2027');
    expect(letters[0]?.html).toContain(`/book-profile/${book.id}`);
  });

  it('sends a letter when access ends', async () => {
    const { as, id } = await byCard();
    await move(id, '2026-02-01T09:00:00.000Z');
    t.clock.advance(STAFF_LETTER_DELAY_MS);
    await shop.runJobs();
    const [letter] = await listKeptMails(t.deps.db, as.email);
    expect(letter?.text).toContain('our support team has ended your subscription');
  });

  it('sends no letter about an end that is undone at once', async () => {
    const { as, id } = await byCard();
    await move(id, '2026-02-01T09:00:00.000Z');
    await shop.runJobs();
    await move(id, END);
    t.clock.advance(STAFF_LETTER_DELAY_MS);
    await shop.runJobs();
    const subjects = (await listKeptMails(t.deps.db, as.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('has ended'))).toEqual([]);
    expect(await own(as)).toMatchObject({ renews: true, renews_at: END });
  });

  it('there and back: a card is charged at the first end again, after another reminder', async () => {
    const { as, id } = await byCard();
    await liveUntil('2027-01-20T09:00:00.000Z');
    await move(id, '2027-06-01T09:00:00.000Z');
    await liveUntil('2027-02-10T09:00:00.000Z');
    expect(await reminders(as)).toEqual([]);
    await move(id, END);
    await liveUntil('2027-03-01T10:00:00.000Z');
    expect(await reminders(as)).toEqual(['Your subscription renews on 1 March 2027']);
    expect(await approved(as)).toHaveLength(2);
  });

  it('in grace: failed tries are forgotten, and the card is tried at the new end', async () => {
    const { as, id } = await byCard();
    await liveUntil('2027-02-28T09:00:00.000Z');
    shop.emulator().state.scenario = 'decline';
    await liveUntil('2027-03-02T09:00:00.000Z');
    expect(await own(as)).toMatchObject({ in_grace: true });
    await move(id, '2027-04-01T09:00:00.000Z');
    shop.emulator().state.scenario = 'succeed';
    await liveUntil('2027-03-31T09:00:00.000Z');
    expect(await own(as)).toMatchObject({
      in_grace: false,
      subscription_end_date: '2027-04-01T09:00:00.000Z',
    });
    expect(await approved(as)).toHaveLength(1);
    await liveUntil('2027-04-02T09:00:00.000Z');
    expect(await own(as)).toMatchObject({ subscription_end_date: '2028-04-01T09:00:00.000Z' });
  });

  it('PayPal charges on its own date, says so before, and the year is added to the end', async () => {
    const { as, id, theirs } = await byPayPal();
    const moved = await move(id, '2027-05-01T09:00:00.000Z');
    expect(moved.body).toMatchObject({ ends_at: '2027-05-01T09:00:00.000Z', renews_at: END });
    expect(await own(as)).toMatchObject({ renews_at: END });
    await liveUntil('2027-02-20T09:00:00.000Z');
    expect(await reminders(as)).toEqual(['Your subscription renews on 1 March 2027']);
    await liveUntil('2027-06-01T09:00:00.000Z');
    expect(await approved(as)).toHaveLength(2);
    expect(await own(as)).toMatchObject({
      is_active: true,
      in_grace: false,
      subscription_end_date: '2028-05-01T09:00:00.000Z',
      renews_at: '2028-03-01T09:00:00.000Z',
    });
    expect(theirs()?.status).toBe('ACTIVE');
  });

  it('access that PayPal renews lasts at least until PayPal charges, and staff are told', async () => {
    const { as, id } = await byPayPal();
    expect(await move(id, '2026-06-01T09:00:00.000Z')).toMatchObject({
      status: 409,
      body: { code: 'end_before_paypal_renewal' },
    });
    expect((await move(id, END)).status).toBe(200);
    expect(await auditOf(as)).toEqual([]);
    await liveUntil('2027-03-02T09:00:00.000Z');
    expect(await approved(as)).toHaveLength(2);
    expect(await own(as)).toMatchObject({
      in_grace: false,
      subscription_end_date: '2028-03-01T09:00:00.000Z',
    });
  });

  it('an end that is not in the future ends the renewal too, at PayPal as by card', async () => {
    const paypal = await byPayPal();
    const card = await byCard();
    for (const { as, id } of [paypal, card]) {
      expect((await move(id, '2026-02-28T00:00:00.000Z')).status).toBe(200);
      expect(await own(as)).toMatchObject({ is_active: false, renews: false });
    }
    await shop.runJobs();
    expect(paypal.theirs()?.status).toBe('CANCELLED');
    await liveUntil('2027-04-01T09:00:00.000Z');
    for (const { as } of [paypal, card]) expect(await approved(as)).toHaveLength(1);
  });

  describe('moved before, with nothing scheduled', () => {
    const movedWithoutSchedule = async (id: string, end: string) =>
      sql`update subscriptions set ends_at = ${end} where id = ${id}`.execute(t.deps.db);

    it('is reminded and renews at its end', async () => {
      const { as, id } = await byCard();
      await movedWithoutSchedule(id, '2027-05-01T09:00:00.000Z');
      await liveUntil('2027-05-02T09:00:00.000Z');
      expect(await reminders(as)).toEqual(['Your subscription renews on 1 May 2027']);
      expect(await own(as)).toMatchObject({ subscription_end_date: '2028-05-01T09:00:00.000Z' });
    });

    it('is charged at the end of the paid time, and not before', async () => {
      const { as, id } = await byCard();
      await movedWithoutSchedule(id, '2026-12-01T09:00:00.000Z');
      await liveUntil('2026-12-02T09:00:00.000Z');
      expect(await approved(as)).toHaveLength(1);
      expect(await own(as)).toMatchObject({ renews: true, subscription_end_date: END });
      await liveUntil('2027-03-02T09:00:00.000Z');
      expect(await approved(as)).toHaveLength(2);
    });

    it('ends, with a letter and without a charge, if its end is long past', async () => {
      const { as, id } = await byCard();
      await liveUntil('2026-06-01T09:00:00.000Z');
      await movedWithoutSchedule(id, '2026-04-01T09:00:00.000Z');
      await liveUntil('2026-06-03T09:00:00.000Z');
      expect(await own(as)).toMatchObject({ renews: false, is_active: false });
      expect(await approved(as)).toHaveLength(1);
      const [letter] = await listKeptMails(t.deps.db, as.email);
      expect(letter?.text).toContain('Nothing was charged');
    });
  });
});
