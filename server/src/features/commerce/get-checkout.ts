import type { Checkout } from '@vesalius/contract/commerce-payment';
import type { Deps } from '../../platform/deps.ts';
import { accessPeriodEnd } from './access-period.ts';
import { type Cover, listContainedRenewals } from './contained-queries.ts';
import { listEndedPurchases, presentEndedWait } from './list-ended-purchases.ts';
import { listWaitingPurchases } from './list-waiting-purchases.ts';
import { findNextYear } from './next-year.ts';
import { findOpenOrder } from './order-queries.ts';
import { presentCheaperSingly } from './package-price.ts';
import { paymentProviders } from './payment-providers.ts';
import { findItemFace, findRunningSubscription } from './queries.ts';
import { lookUpItem, type Wanted } from './quote.ts';
import { chargeDate } from './schedule-renewal.ts';

/** What the checkout shows this user before anything is entered. */
export async function getCheckout(deps: Deps, userId: string, wanted: Wanted): Promise<Checkout> {
  const { db, clock } = deps;
  const now = clock.now();
  const item = await lookUpItem(db, userId, wanted, now);
  const running = await findRunningSubscription(db, userId, item, now);
  const [face, year, open, contained, [waiting], [ended]] = await Promise.all([
    findItemFace(db, item),
    findNextYear(db, userId, item, running, now),
    findOpenOrder(db, userId, item),
    item.packageId ? listContainedRenewals(db, userId, item.packageId) : [],
    listWaitingPurchases(db, userId, now, item.bookId ?? item.packageId),
    listEndedPurchases(db, userId, now, item.bookId ?? item.packageId),
  ]);
  const providers = paymentProviders(deps);
  return {
    title: item.title,
    author: face?.author ?? null,
    cover_photo: face?.coverKey ? `/files/${face.coverKey}` : null,
    is_sold: item.isSold,
    books: face?.books ?? [],
    number_of_books: face?.books.length ?? 1,
    price: item.fullPriceCents / 100,
    credit: (item.fullPriceCents - item.priceCents) / 100,
    amount: item.priceCents / 100,
    cheaper_singly: presentCheaperSingly(item.cheaperSingly),
    renewal_price: item.fullPriceCents / 100,
    renews_at: accessPeriodEnd(year.start).toISOString(),
    running: running && {
      id: running.id,
      subscription_end_date: running.endsAt.toISOString(),
      renews: running.renews,
      renewal_price: running.renewalPriceCents / 100,
    },
    included_in: presentCover(year.includedIn),
    begins_after: presentCover(year.after),
    ends_renewals: contained.map((one) => ({ title: one.fullTitle, date: chargeDate(one).toISOString() })),
    pending: open?.gateway === 'card',
    waiting_since: waiting?.since.toISOString() ?? null,
    waiting_ended: ended && !waiting ? presentEndedWait(ended) : null,
    test_mode: providers.emulator !== null,
    payable: providers.cards !== null || providers.paypal !== null,
  };
}

const presentCover = (cover: Cover | null): Checkout['included_in'] =>
  cover && { id: cover.id, title: cover.title, subscription_end_date: cover.endsAt.toISOString() };
