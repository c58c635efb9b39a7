import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { newId } from '../platform/ids.ts';
import { type Person, type TestApp, testApp } from './app.ts';
import { checkout } from './checkout.ts';
import { buildBook, buildPackage } from './factories.ts';
import { mailsTo } from './mails.ts';

/** A shop with the bundle "Both" of two books, a reader and staff. */
export async function bundleShop() {
  const t: TestApp = await testApp();
  const shop = checkout(t);
  const as = await t.person();
  const staff = await t.person({ role: 'staff' });
  const inside = (await buildBook(t.deps.db, { title: 'Inside', priceCents: 20_000 })).id;
  const other = (await buildBook(t.deps.db, { title: 'Other', priceCents: 20_000 })).id;
  const packageId = (
    await buildPackage(t.deps.db, { name: 'Both', priceCents: 30_000, bookIds: [inside, other] })
  ).id;
  type Item = { bookId: string } | { packageId: string };
  const shown = async (item: Item) =>
    (
      await t.call(commerceCalls.getCheckout, {
        as,
        query: 'bookId' in item ? { book_id: item.bookId } : { package_id: item.packageId },
      })
    ).body;
  /** Of a book without or with its edition, or of a package. */
  const own = async (name: string) =>
    (await shop.subscriptions(as)).find(
      (one: { book: { title: string } | null; package: { name: string } | null }) =>
        `${one.book?.title ?? one.package?.name} (`.startsWith(`${name} (`),
    );
  return {
    ...{ t, shop, as, staff, inside, other, packageId, shown, own },
    async byCard(item: Item): Promise<string> {
      const { amount } = await shown(item);
      const { status, body } = await shop.pay({ as, ...item, amount });
      if (status !== 200) throw new Error(`not paid: ${body.code}`);
      await shop.runJobs();
      return body.subscription_id;
    },
    async byPayPal(item: Item): Promise<string> {
      const { body } = await shop.startPayPal({ as, ...item });
      await shop.approve(body.subscription_id);
      const { status } = await shop.comeBack({ as, ...item }, body.subscription_id);
      if (status !== 201) throw new Error('not approved');
      await shop.runJobs();
      return body.subscription_id;
    },
    async cancel(name: string) {
      const params = { id: (await own(name)).id };
      const body = { cancellation_reason: 'enough' };
      await t.call(commerceCalls.updateBookSubscription, { as, params, body });
      await shop.runJobs();
    },
    /** Refunds all of its first payment and ends the access. */
    async refund(name: string, more: { ends_credited?: boolean } = {}) {
      for (const charge of shop.emulator().state.charges)
        if (charge.status === 'capturedPendingSettlement') charge.status = 'settledSuccessfully';
      const query = { search_term: as.email };
      const { data } = (await t.call(commerceAdminCalls.listAllPayments, { as: staff, query })).body;
      const payment = data.find(({ title }: { title: string }) => title === name);
      const body = {
        refund_id: newId(),
        amount: payment.amount,
        ends_access: true,
        reason: 'asked',
        ...more,
      };
      const params = { id: payment.id };
      const answer = await t.call(commerceAdminCalls.refundPayment, { as: staff, params, body });
      await shop.runJobs();
      return answer;
    },
    charged: () =>
      shop
        .emulator()
        .state.charges.filter(({ status }) => status !== 'declined')
        .map(({ amountCents }) => amountCents),
    letters: async (about: RegExp, to: Person = as) =>
      (await mailsTo(t, to.email)).filter(({ subject }) => about.test(subject)),
  };
}
