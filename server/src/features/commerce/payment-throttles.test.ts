import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';

const DECLINED_ZIP = '46282';
const MINUTE = 60_000;
let t: TestApp;
let shop: ReturnType<typeof checkout>;
let bookId: string;
beforeAll(async () => {
  t = await testApp();
  shop = checkout(t);
  bookId = (await buildBook(t.deps.db)).id;
});
afterAll(() => t.close());
beforeEach(() => sql`delete from throttles`.execute(t.deps.db));
const asked = () => shop.emulator().state.charges.length;
const decline = (as: Person, more: { packageId?: string; amount?: number } = {}) =>
  shop.pay({ as, ...(more.packageId ? more : { bookId }), zip: DECLINED_ZIP });
async function statuses(count: number, work: () => Promise<{ status: number }>): Promise<number[]> {
  const all = [];
  for (let n = 0; n < count; n += 1) all.push((await work()).status);
  return all;
}

describe('declined cards', () => {
  it.each(['customer', 'program_director'] as const)(
    'are tried five times by a %s, and then after growing pauses',
    async (role) => {
      const as = await t.person({ role });
      const before = asked();
      expect(await statuses(12, () => decline(as))).toEqual([...Array(5).fill(402), ...Array(7).fill(429)]);
      expect(asked()).toBe(before + 5);
      const refused = await decline(as);
      expect(refused.body).toMatchObject({ code: 'too_many_declined_cards', error: expect.any(String) });
      expect(Number(refused.headers['retry-after'])).toBe(60);
      for (const minutes of [1, 2, 4]) {
        t.clock.advance(minutes * MINUTE);
        expect(await statuses(2, () => decline(as))).toEqual([402, 429]);
      }
    },
  );

  it('count together for books and packages, and never leave an order open', async () => {
    const packageId = (await buildPackage(t.deps.db, { priceCents: 30000, bookIds: [bookId] })).id;
    const as = await t.person();
    expect(await statuses(3, () => decline(as))).toEqual([402, 402, 402]);
    expect(await statuses(4, () => decline(as, { packageId, amount: 300 }))).toEqual([402, 402, 429, 429]);
    t.clock.advance(MINUTE);
    expect((await shop.pay({ as, bookId })).status).toBe(200);
  });

  it('are reset when one is approved', async () => {
    const as = await t.person();
    const books = await Promise.all([buildBook(t.deps.db), buildBook(t.deps.db)]);
    for (const book of books) {
      expect(await statuses(4, () => decline(as))).toEqual([402, 402, 402, 402]);
      expect((await shop.pay({ as, bookId: book.id })).status).toBe(200);
    }
  });

  it('of a new card for the renewal count too, and storing a card resets nothing', async () => {
    const as = await t.person();
    const paid = await shop.pay({ as, bookId });
    const card = (zip: string) =>
      t.call(commerceCalls.updateSubscriptionCard, {
        as,
        params: { id: paid.body.subscription_id },
        body: {
          payment: { card_number: '4007000000027', expiry: '1245', cvv: '123' },
          bill_to: { first_name: 'A', last_name: 'B', address: 'C', city: 'D', state: '', zip, country: 'E' },
        },
      });
    const another = (await buildBook(t.deps.db)).id;
    expect(await statuses(3, () => shop.pay({ as, bookId: another, zip: DECLINED_ZIP }))).toEqual([
      402, 402, 402,
    ]);
    expect((await card('3000')).status).toBe(200);
    expect(await statuses(4, () => card(DECLINED_ZIP))).toEqual([402, 402, 429, 429]);
    expect((await card('3000')).status).toBe(429);
  });

  it('count at the place of somebody who makes many accounts', async () => {
    // As if 117 payments had been declined at this network before.
    await sql`insert into throttles (key, hits, blocked_until, forget_at) values
      (sha256(convert_to(${'card place\n127.0.0.1'}, 'UTF8')), 117, to_timestamp(0), ${new Date(t.clock.now().getTime() + 30 * MINUTE)})`.execute(
      t.deps.db,
    );
    const strangers = await Promise.all(Array.from({ length: 5 }, () => t.person()));
    const answers = [];
    for (const as of strangers) answers.push((await decline(as)).status);
    expect(answers).toEqual([402, 402, 402, 429, 429]);
  });

  it('of others behind the same address do not stop valid payments', async () => {
    const buyers = await Promise.all(Array.from({ length: 16 }, () => t.person()));
    for (const as of buyers.slice(0, 8)) expect((await decline(as)).status).toBe(402);
    const paid = await Promise.all(buyers.slice(8).map((as) => shop.pay({ as, bookId })));
    expect(paid.filter(({ status }) => status === 429)).toEqual([]);
  });

  it('need a verified address', async () => {
    const before = asked();
    expect((await decline(await t.person({ verified: false }))).status).toBe(403);
    expect(asked()).toBe(before);
  });
});

describe('promo codes', () => {
  let guesses = 0;
  const guess = (as: Person, name = `GUESS${++guesses}`) =>
    t.call(commerceCalls.requestDiscountedPrice, { as, query: { name, book_id: bookId } });

  it('can be guessed ten times, over all calls', async () => {
    const as = await t.person();
    const ways = [
      () => guess(as),
      () => shop.pay({ as, bookId, promo: 'NOSUCHCODE' }),
      () => shop.startPayPal({ as, bookId, promo: 'NOSUCHCODE' }),
      () =>
        t.call(commerceCalls.createFreeSubscription, {
          as,
          body: { promocode_name: 'NOSUCHCODE', book_id: bookId },
        }),
    ];
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push(await ways[n % ways.length]!());
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(422), ...Array(30).fill(429)]);
    expect(answers.at(-1)?.body.code).toBe('too_many_promo_codes');
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBe(30);
    // Payments without a code are not affected.
    expect((await shop.pay({ as, bookId })).status).toBe(200);
  });

  it('that are valid never count, and allow no further guesses', async () => {
    const as = await t.person();
    const right = await shop.buildCode({ value: 50, perPerson: null });
    expect(await statuses(30, () => guess(as, right))).toEqual(Array(30).fill(200));
    const mixed = [];
    for (let n = 0; n < 12; n += 1) {
      mixed.push((await guess(as)).status);
      if (n < 8) expect((await guess(as, right)).status).toBe(200);
    }
    expect(mixed).toEqual([...Array(10).fill(422), 429, 429]);
    t.clock.advance(MINUTE / 2);
    expect((await guess(as, right)).status).toBe(200);
  });

  it('count for directors of programs as well', async () => {
    const as = await t.person({ role: 'program_director' });
    expect(await statuses(12, () => guess(as))).toEqual([...Array(10).fill(422), 429, 429]);
  });
});

describe('approvals that are begun at PayPal', () => {
  const begin = (as: Person, code?: string) =>
    shop.startPayPal({ as, bookId, ...(code ? { promo: code } : {}) });
  const made = () => shop.emulator().state.subscriptions.length;

  it('on new terms each time are limited to ten, and then to growing intervals', async () => {
    const as = await t.person();
    const code = await shop.buildCode({ value: 20, perPerson: null });
    const before = made();
    let next: string | undefined;
    const beginOther = async () => {
      const answer = await begin(as, next);
      if (answer.status === 201) next = next ? undefined : code;
      return answer;
    };
    expect(await statuses(14, beginOther)).toEqual([...Array(10).fill(201), ...Array(4).fill(429)]);
    expect(made()).toBe(before + 10);
    for (const minutes of [0.5, 1, 2]) {
      t.clock.advance(minutes * MINUTE);
      expect(await statuses(2, beginOther)).toEqual([201, 429]);
    }
  });

  it('on the same terms are the same one, however often', async () => {
    const as = await t.person();
    const before = made();
    expect(await statuses(15, () => begin(as))).toEqual(Array(15).fill(201));
    expect(made()).toBe(before + 1);
  });

  it('beyond the limit leave the open one unchanged', async () => {
    const as = await t.person();
    const code = await shop.buildCode({ value: 20, perPerson: null });
    let turn = 0;
    const other = () => begin(as, ++turn % 2 === 0 ? code : undefined);
    const open = await other();
    expect(await statuses(9, other)).toEqual(Array(9).fill(201));
    const last = await begin(as, code);
    expect(last.status).toBe(201);
    expect(last.body.subscription_id).not.toBe(open.body.subscription_id);
    expect((await begin(as)).status).toBe(429);
    // Still open, and it can be approved.
    expect((await begin(as, code)).body.subscription_id).toBe(last.body.subscription_id);
    await shop.approve(last.body.subscription_id);
    expect((await shop.comeBack({ as, bookId }, last.body.subscription_id)).status).toBeLessThan(300);
  });

  it('count at the place of somebody who makes many accounts', async () => {
    await sql`insert into throttles (key, hits, blocked_until, forget_at) values
      (sha256(convert_to(${'paypal place\n127.0.0.1'}, 'UTF8')), 498, to_timestamp(0), ${new Date(t.clock.now().getTime() + 30 * MINUTE)})`.execute(
      t.deps.db,
    );
    const answers = [];
    for (let n = 0; n < 4; n += 1) answers.push((await begin(await t.person())).status);
    expect(answers).toEqual([201, 201, 429, 429]);
  });
});
