import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import {
  buildBook,
  buildInstitution,
  buildPackage,
  buildProgram,
  buildSubscription,
} from '../../testing/factories.ts';
import { isGivenAccess } from './given-access.ts';

const INSTITUTION_END = '2027-06-01T00:00:00.000Z';

describe('what the buyer can read already', () => {
  let t: TestApp;
  let shop: ReturnType<typeof checkout>;
  let as: Person;
  let bookId: string;
  beforeAll(async () => {
    t = await testApp();
    shop = checkout(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    as = await t.person();
    bookId = (await buildBook(t.deps.db, { title: 'Antimicrobial Therapy', priceCents: 19_900 })).id;
  });

  const joinProgram = (bookIds: string[]) =>
    buildProgram(t.deps.db, { name: 'Residency', bookIds, studentIds: [as.id] });
  async function joinInstitution(bookIds: string[]) {
    const { id } = await buildInstitution(t.deps.db, {
      name: 'General Hospital',
      bookIds,
      endsAt: new Date(INSTITUTION_END),
    });
    await sql`insert into institution_members (institution_id, user_id, joined_at)
      values (${id}, ${as.id}, ${t.clock.now()})`.execute(t.deps.db);
  }
  const heldAtCheckout = async (query: { book_id: string } | { package_id: string }) =>
    (await t.call(commerceCalls.getCheckout, { as, query })).body.held_books;
  const holdOnProfile = async () =>
    (await t.call(catalogueCalls.getBook, { as, params: { id: bookId } })).body.hold;
  const payFree = (more: object) =>
    t.call(commerceCalls.createFreeSubscription, { as, body: { book_id: bookId, ...more } });

  it.each([
    ['nothing', async () => {}, null],
    ['a program', () => joinProgram([bookId]), { by: 'program', name: 'Residency', until: null }],
    [
      'an institution',
      () => joinInstitution([bookId]),
      { by: 'institution', name: 'General Hospital', until: INSTITUTION_END },
    ],
    [
      'a subscription that ends before the institution',
      async () => {
        await joinInstitution([bookId]);
        await buildSubscription(t.deps.db, { userId: as.id, bookId, renews: false });
      },
      { by: 'institution', name: 'General Hospital', until: INSTITUTION_END },
    ],
    [
      'a subscription that renews',
      async () => {
        await joinProgram([bookId]);
        await buildSubscription(t.deps.db, { userId: as.id, bookId });
      },
      { by: 'subscription', name: null, until: '2027-01-01T00:00:00.000Z', renews: true },
    ],
    [
      'a bundle',
      async () => {
        const { id } = await buildPackage(t.deps.db, { name: 'The Heart', bookIds: [bookId] });
        await buildSubscription(t.deps.db, { userId: as.id, packageId: id, renews: false });
      },
      { by: 'package', name: 'The Heart', until: '2027-01-01T00:00:00.000Z', renews: false },
    ],
    [
      'the beta flag',
      () => sql`update users set is_beta = true where id = ${as.id}`.execute(t.deps.db),
      { by: 'beta', name: null, until: null },
    ],
  ])('%s is named at the checkout and on the profile of a book', async (_, arrange, hold) => {
    await arrange();
    const held = await heldAtCheckout({ book_id: bookId });
    const isGiven = await isGivenAccess(t.deps.db, as.id, { bookId, packageId: null }, t.clock.now());
    expect(isGiven).toBe(hold !== null && !['subscription', 'package'].includes(hold.by));
    if (!hold) expect([held, await holdOnProfile()]).toEqual([[], null]);
    else {
      expect(held).toMatchObject([{ id: bookId, title: 'Antimicrobial Therapy', continue_page: null, hold }]);
      expect(await holdOnProfile()).toEqual(held[0].hold);
    }
  });

  it('is not sold, in no way, unless the buyer was shown it', async () => {
    await joinProgram([bookId]);
    const refused = { status: 409, body: { code: 'already_readable' } };
    const charges = shop.emulator().state.charges.length;
    expect(await shop.pay({ as, bookId })).toMatchObject(refused);
    expect(await shop.startPayPal({ as, bookId })).toMatchObject(refused);
    expect(await payFree({})).toMatchObject(refused);
    expect(shop.emulator().state.charges).toHaveLength(charges);
    expect((await shop.startPayPal({ as, bookId, despite: true })).status).toBe(201);
    expect((await shop.pay({ as, bookId, despite: true })).status).toBe(200);
    expect(await shop.subscriptions(as)).toMatchObject([{ is_active: true, renews: true }]);
  });

  it('is free of charge only after the buyer was shown it', async () => {
    const free = await buildBook(t.deps.db, { priceCents: 0 });
    bookId = free.id;
    await joinInstitution([bookId]);
    expect(await payFree({})).toMatchObject({ status: 409, body: { code: 'already_readable' } });
    expect((await payFree({ despite_access: true })).status).toBe(201);
  });

  it('of a bundle is listed book by book, and only the others count as needing a purchase', async () => {
    const others = await Promise.all(
      [50, 100].map((price) => buildBook(t.deps.db, { priceCents: price * 100 })),
    );
    const [cheap, dear] = others.map(({ id }) => id) as [string, string];
    const { id } = await buildPackage(t.deps.db, { priceCents: 30_000, bookIds: [bookId, cheap, dear] });
    await joinProgram([bookId]);
    await joinInstitution([cheap]);
    const shown = (await t.call(commerceCalls.getCheckout, { as, query: { package_id: id } })).body;
    const listed = (await t.call(catalogueCalls.getPackage, { as, params: { id } })).body;
    expect(shown.cheaper_singly).toEqual({ number_held: 2, price_of_others: 100 });
    expect(listed.cheaper_singly).toEqual(shown.cheaper_singly);
    expect(shown.held_books).toMatchObject([
      { id: bookId, hold: { by: 'program', name: 'Residency' } },
      { id: cheap, hold: { by: 'institution', until: INSTITUTION_END } },
    ]);
    expect(listed.held_books).toEqual(shown.held_books);
    // A part of it is still to be bought.
    expect((await shop.pay({ as, packageId: id, amount: 300 })).status).toBe(200);
    expect(await heldAtCheckout({ package_id: id })).toHaveLength(2);
  });

  it('is refused as a bundle, too, if all of its books can be read', async () => {
    const { id } = await buildPackage(t.deps.db, { priceCents: 10_000, bookIds: [bookId] });
    await joinProgram([bookId]);
    const purchase = { as, packageId: id, amount: 100 };
    expect(await shop.pay(purchase)).toMatchObject({ status: 409, body: { code: 'already_readable' } });
    expect((await shop.pay({ ...purchase, despite: true })).status).toBe(200);
  });
});
