import { commerceCalls } from '@vesalius/contract/commerce-calls';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import { buildBook, buildPackage } from '../../testing/factories.ts';
import { mailsTo } from '../../testing/mails.ts';
import { discountedCents } from './promo-code.ts';

let t: TestApp;
let shop: ReturnType<typeof checkout>;
beforeAll(async () => {
  t = await testApp();
  shop = checkout(t);
});
afterAll(() => t.close());

const price = (min: number) =>
  fc.oneof(fc.constantFrom(1, 99, 101, 3333, 9999, 10_050, 19_900), fc.integer({ min, max: 200_000 }));
const code = fc.oneof(
  fc.record({ kind: fc.constant('percentage'), value: fc.constantFrom(1, 33, 50, 67, 99, 100) }),
  fc.record({ kind: fc.constant('amount'), value: price(1) }),
  fc.record({ kind: fc.constant('fixed_price'), value: price(0) }),
);
const purchase = fc.record({
  cents: price(0),
  code: fc.option(fc.tuple(code, fc.boolean()), { freq: 1 }),
  /** For a package: the amount paid before for one of its books, which is credited. */
  credited: fc.option(price(1), { freq: 1 }),
});
const cents = (dollars: number) => Math.round(dollars * 100);

async function itemOf({ cents: priceCents, credited }: { cents: number; credited: number | null }) {
  const as = await t.person();
  if (credited === null)
    return { as, item: { bookId: (await buildBook(t.deps.db, { priceCents })).id }, charges: 0 };
  const bought = (await buildBook(t.deps.db, { priceCents: credited })).id;
  const other = (await buildBook(t.deps.db, { priceCents: 5000 })).id;
  const packageId = (await buildPackage(t.deps.db, { priceCents, bookIds: [bought, other] })).id;
  expect((await shop.pay({ as, bookId: bought, amount: credited / 100 })).status).toBe(200);
  return { as, item: { packageId }, charges: 1 };
}

it('shows, charges, invoices and announces the same amount, today and for later years', async () => {
  await fc.assert(
    fc.asyncProperty(purchase, async (wish) => {
      const { as, item } = await itemOf(wish);
      const name = wish.code ? await shop.buildCode({ ...wish.code[0], recurs: wish.code[1] }) : undefined;
      const query = 'bookId' in item ? { book_id: item.bookId } : { package_id: item.packageId };
      const shown = (await t.call(commerceCalls.getCheckout, { as, query })).body;
      const asked = name
        ? (await t.call(commerceCalls.requestDiscountedPrice, { as, query: { ...query, name } })).body
        : null;
      const isRefused = asked?.code === 'promo_code_without_gain';
      // A code is refused where it lowers nothing, and only there.
      if (wish.code) {
        const [code, recurs] = wish.code;
        const kept = discountedCents(code as Parameters<typeof discountedCents>[0], cents(shown.amount));
        const isLess = kept < cents(shown.amount);
        expect(isLess && isRefused).toBe(false);
        if (!isLess && (!recurs || kept === 0)) expect(isRefused).toBe(true);
      }
      const promo = isRefused ? undefined : name;
      const discount = isRefused ? null : asked;
      // As added up in the order summary.
      const today = discount?.discounted_price ?? shown.amount;
      const later = (discount ?? shown).renewal_price;
      expect(cents(shown.price) - cents(shown.credit) - cents(discount?.discount_price ?? 0)).toBe(
        cents(today),
      );
      const { charges } = shop.emulator().state;
      const before = charges.length;
      const pay = (amount: number) => shop.pay({ as, ...item, amount, ...(promo ? { promo } : {}) });
      for (const other of [cents(today) - 1, cents(today) + 1])
        if (other >= 0) expect((await pay(other / 100)).body.code).toBe('price_changed');
      expect(charges).toHaveLength(before);
      if (cents(today) === 0) {
        expect((await pay(0)).body.code).toBe('price_changed');
        const body = { ...query, ...(promo ? { promocode_name: promo } : {}) };
        expect((await t.call(commerceCalls.createFreeSubscription, { as, body })).status).toBeLessThan(300);
        expect(charges).toHaveLength(before);
        return;
      }
      const paid = await pay(today);
      expect(paid.status).toBe(200);
      expect(charges.slice(before).map(({ amountCents }) => amountCents)).toEqual([cents(today)]);
      const payment = (await shop.payments(as)).find(
        (one: { subscription_id: string }) => one.subscription_id === paid.body.subscription_id,
      );
      expect(cents(payment.amount)).toBe(cents(today));
      const invoice = (await t.call(commerceCalls.getInvoice, { as, params: { id: payment.invoice_id } }))
        .body;
      expect(cents(invoice.total)).toBe(cents(today));
      expect(cents(invoice.price) - cents(invoice.discount)).toBe(cents(invoice.total));
      expect(cents(invoice.credit)).toBe(cents(shown.credit));
      expect(cents(invoice.renewal.price)).toBe(cents(later));
      const own = await shop.subscriptions(as);
      const bought = own.find(({ id }: { id: string }) => id === paid.body.subscription_id);
      expect(cents(bought.renewal_price)).toBe(cents(later));
      await shop.runJobs();
      const receipt = (await mailsTo(t, as.email)).find(({ text }) => text.includes(payment.invoice_number));
      expect(receipt?.text.replaceAll(',', '')).toContain(`$${(cents(today) / 100).toFixed(2)}`);
    }),
    {
      ...{ numRuns: 30, seed: 15 },
      examples: [
        // Later years keep the code but not the credit.
        [{ cents: 30_000, code: [{ kind: 'percentage', value: 50 }, true], credited: 10_000 }],
        [{ cents: 19_900, code: [{ kind: 'percentage', value: 100 }, true], credited: null }],
        [{ cents: 0, code: null, credited: null }],
        [{ cents: 1, code: [{ kind: 'percentage', value: 50 }, false], credited: null }],
        // The credit alone makes it free, and a free year does not renew.
        [{ cents: 5000, code: [{ kind: 'percentage', value: 33 }, true], credited: 9000 }],
      ],
    },
  );
});
