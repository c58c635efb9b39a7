import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage, buildSubscription } from '../../testing/factories.ts';
import { linkIn, mailsTo } from '../../testing/mails.ts';
import { lockPromoCode } from './queries.ts';

describe('promo codes and free subscriptions', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());

  const buildCode = (
    name: string,
    more: { kind?: string; value?: number; maxUses?: number; perPerson?: number } = {},
  ) =>
    sql`insert into promo_codes (id, name, kind, value, max_uses, max_uses_per_person, created_at)
      values (${newId()}, ${name}, ${more.kind ?? 'percentage'}, ${more.value ?? 100}, ${more.maxUses ?? null},
        ${more.perPerson ?? null}, now())`.execute(t.deps.db);

  it('returns the discounted price of a book, in any case of the code', async () => {
    await buildCode('SPRING20', { value: 20 });
    const book = await buildBook(t.deps.db, { priceCents: 19900 });
    const answer = await t.call(commerceCalls.requestDiscountedPrice, {
      as: await t.person(),
      query: { name: 'spring20', book_id: book.id },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        discounted_price: 159.2,
        discount_price: 39.8,
        promo_code: 'SPRING20',
        recurs: false,
      },
    });
  });

  it('gives the same answer for every code that does not apply', async () => {
    const book = await buildBook(t.deps.db);
    const reader = await t.person();
    for (const name of ['NOSUCHCODE', "'; drop table books --"]) {
      const answer = await t.call(commerceCalls.requestDiscountedPrice, {
        as: reader,
        query: { name, book_id: book.id },
      });
      expect(answer).toMatchObject({ status: 422, body: { code: 'promo_code_invalid' } });
    }
  });

  it('requires either a book or a package that exists', async () => {
    const reader = await t.person();
    const book = await buildBook(t.deps.db);
    const ask = (query: Record<string, string>) =>
      t.call(commerceCalls.requestDiscountedPrice, { as: reader, query });
    expect((await ask({ name: 'X' })).status).toBe(422);
    expect((await ask({ name: 'X', book_id: book.id, package_id: book.id })).status).toBe(422);
    expect((await ask({ name: 'X', book_id: newId() })).status).toBe(404);
    expect((await ask({ name: ' ', book_id: book.id })).body.fields).toMatchObject({
      name: expect.any(String),
    });
  });

  it('grants a code once per person, also after deleting the account and registering again', async () => {
    await buildCode('ONCE', { perPerson: 1 });
    const email = 'once@example.org';
    const take = async (as: { token: string }) =>
      t.call(commerceCalls.createFreeSubscription, {
        as: as.token,
        body: { promocode_name: 'ONCE', book_id: (await buildBook(t.deps.db)).id },
      });
    const remove = async (as: { id: string; token: string }) => {
      // As after signing in again.
      await sql`update sessions set created_at = ${t.clock.now()} where user_id = ${as.id}`.execute(
        t.deps.db,
      );
      const answer = await t.call(accountsCalls.deleteAccount, { as: as.token, body: { email } });
      expect(answer.status).toBe(204);
    };
    const first = await t.person({ email });
    expect((await take(first)).status).toBe(201);
    await remove(first);
    // Twice, because the second account has no uses of its own.
    for (const _time of [1, 2]) {
      const again = await t.person({ email, verified: false });
      await t.call(accountsCalls.resendVerification, { as: again });
      const [letter] = await mailsTo(t, email);
      const verified = await t.call(accountsCalls.verifyEmail, {
        as: again,
        body: { email_verification_token: linkIn(letter).searchParams.get('token') },
      });
      expect(verified.status).toBe(200);
      const token = verified.body.auth_token ?? again.token;
      expect((await take({ token })).body.code).toBe('promo_code_used');
      await remove({ id: again.id, token });
    }
    expect((await take(await t.person())).status).toBe(201);
  });

  it('grants a year for a code that makes it free, with access at once', async () => {
    await buildCode('ALLFREE');
    const book = await buildBook(t.deps.db);
    const reader = await t.person();
    const body = { promocode_name: 'ALLFREE', book_id: book.id };
    const first = await t.call(commerceCalls.createFreeSubscription, { as: reader, body });
    expect(first).toMatchObject({
      status: 201,
      body: {
        is_active: true,
        renews: false,
        subscription_end_date: '2027-03-01T09:00:00.000Z',
        book: { id: book.id },
      },
    });
    const again = await t.call(commerceCalls.createFreeSubscription, { as: reader, body });
    expect(again.body.id).toBe(first.body.id);
    const mine = await t.call(commerceCalls.listSubscribedBooks, { as: reader });
    expect(mine.body.metadata).toEqual({ count: 1, currentPage: 1, pages: 1 });
  });

  it.each([
    ['en', 'Your subscription to Chest has started', 'Access until: 1 March 2027'],
    ['ar', 'بدأ اشتراكك في Chest', '1 مارس 2027'],
  ])('confirms it once by a letter, in %s', async (language, subject, until) => {
    await buildCode(`LETTER${language}`);
    const book = await buildBook(t.deps.db, { title: 'Chest' });
    const reader = await t.person();
    await sql`update users set language = ${language} where id = ${reader.id}`.execute(t.deps.db);
    const body = { promocode_name: `LETTER${language}`, book_id: book.id };
    for (let times = 0; times < 2; times += 1)
      await t.call(commerceCalls.createFreeSubscription, { as: reader, body });
    const letters = await mailsTo(t, reader.email);
    expect(letters.map((letter) => letter.subject)).toEqual([subject]);
    expect(letters[0]?.text).toContain(until);
  });

  it('refuses a code that leaves something to pay', async () => {
    await buildCode('HALF', { value: 50 });
    const book = await buildBook(t.deps.db);
    const answer = await t.call(commerceCalls.createFreeSubscription, {
      as: await t.person(),
      body: { promocode_name: 'HALF', book_id: book.id },
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'not_free' } });
  });

  it('uses a limited code exactly to its limit by many buyers at once', async () => {
    await buildCode('FIRSTFIVE', { maxUses: 5 });
    const book = await buildBook(t.deps.db);
    const buyers = await Promise.all(Array.from({ length: 30 }, () => t.person()));
    const answers = await Promise.all(
      buyers.map((buyer) =>
        t.call(commerceCalls.createFreeSubscription, {
          as: buyer,
          body: { promocode_name: 'FIRSTFIVE', book_id: book.id },
        }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(25);
  });

  it('does not let buyers with the same unlimited code wait for each other', async () => {
    await buildCode('OPENALL');
    const book = await buildBook(t.deps.db);
    const buy = async () =>
      t.call(commerceCalls.createFreeSubscription, {
        as: await t.person(),
        body: { promocode_name: 'OPENALL', book_id: book.id },
      });
    await inTransaction(t.deps.db, async (tx) => {
      // Another buyer whose purchase is in progress.
      await lockPromoCode(tx, 'OPENALL');
      const answers = await Promise.all([buy(), buy()]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    });
  });

  it('stores one subscription for a request sent many times at once', async () => {
    await buildCode('ONCEONLY', { perPerson: 1 });
    const book = await buildBook(t.deps.db);
    const reader = await t.person();
    const body = { promocode_name: 'ONCEONLY', book_id: book.id };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => t.call(commerceCalls.createFreeSubscription, { as: reader, body })),
    );
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1);
  });

  it('credits earlier payments in the price of a package', async () => {
    const owned = await buildBook(t.deps.db, { priceCents: 20000 });
    const other = await buildBook(t.deps.db, { priceCents: 20000 });
    const bundle = await buildPackage(t.deps.db, { priceCents: 30000, bookIds: [owned.id, other.id] });
    const reader = await t.person();
    await checkout(t).pay({ as: reader, bookId: owned.id, amount: 200 });
    await buildCode('MINUS50', { kind: 'amount', value: 5000 });
    const answer = await t.call(commerceCalls.requestDiscountedPrice, {
      as: reader,
      query: { name: 'MINUS50', package_id: bundle.id },
    });
    expect(answer.body).toMatchObject({ discounted_price: 100, discount_price: 50 });
  });

  describe('cancelling', () => {
    it('ends only the renewal, once', async () => {
      const reader = await t.person();
      const { id } = await buildSubscription(t.deps.db, { userId: reader.id });
      const cancel = (reason: string) =>
        t.call(commerceCalls.updateBookSubscription, {
          as: reader,
          params: { id },
          body: { cancellation_reason: reason },
        });
      expect((await cancel('no')).body.fields).toHaveProperty('cancellation_reason');
      expect((await cancel('x'.repeat(71))).status).toBe(422);
      // Only the product states these reasons: a bundle, staff, a refund.
      expect((await cancel('included in a bundle')).body.fields).toHaveProperty('cancellation_reason');
      expect((await cancel('I have read it.')).status).toBe(200);
      expect((await cancel('Another reason')).status).toBe(200);
      const mine = await t.call(commerceCalls.listSubscribedBooks, { as: reader });
      expect(mine.body.data[0]).toMatchObject({
        is_active: true,
        renews: false,
        cancellation_reason: 'I have read it.',
        cancelled_because: 'other',
        subscription_end_date: '2027-01-01T00:00:00.000Z',
      });
    });

    it("does not know a stranger's subscription", async () => {
      const owner = await t.person();
      const { id } = await buildSubscription(t.deps.db, { userId: owner.id });
      const answer = await t.call(commerceCalls.updateBookSubscription, {
        as: await t.person(),
        params: { id },
        body: { cancellation_reason: 'not mine' },
      });
      expect(answer.status).toBe(404);
    });
  });
});
