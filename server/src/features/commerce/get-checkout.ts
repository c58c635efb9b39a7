import type { HeldBook } from '@vesalius/contract/catalogue-parts';
import type { Checkout } from '@vesalius/contract/commerce-payment';
import type { Db } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessPeriodEnd } from './access-period.ts';
import { type Cover, listContainedRenewals } from './contained-queries.ts';
import { listApprovals, presentEndedWait } from './list-approvals.ts';
import { findNextYear } from './next-year.ts';
import { findOpenOrder } from './order-queries.ts';
import { cheaperSingly } from './package-price.ts';
import { paymentProviders } from './payment-providers.ts';
import { findItemFace } from './queries.ts';
import { lookUpItem, type Wanted } from './quote.ts';
import { chargeDate } from './schedule-renewal.ts';

/** Those of the books that the user can read already: the catalogue, which imports this feature, provides it. */
export type ListHeldBooks = (
  db: Db,
  actor: Actor,
  asked: {
    readonly books: readonly { readonly id: string; readonly title: string }[];
    /** A subscription to this package does not count. */
    readonly exceptPackageId: string | null;
  },
  now: Date,
) => Promise<HeldBook[]>;

/** What the checkout shows this user before anything is entered. */
export async function getCheckout(
  deps: Deps & { listHeldBooks: ListHeldBooks },
  actor: Actor,
  wanted: Wanted,
): Promise<Checkout> {
  const { db, clock, listHeldBooks } = deps;
  const { userId } = actor;
  const now = clock.now();
  const item = await lookUpItem(db, userId, wanted, now);
  const [face, year] = await Promise.all([findItemFace(db, item), findNextYear(db, userId, item, now)]);
  const { running } = year;
  const books = face?.books ?? [];
  const [held, open, contained, approvals] = await Promise.all([
    listHeldBooks(db, actor, { books, exceptPackageId: item.packageId }, now),
    findOpenOrder(db, userId, item),
    item.packageId ? listContainedRenewals(db, userId, item.packageId) : [],
    listApprovals(db, userId, now, { item, year }),
  ]);
  const heldInYear = held.filter(
    ({ hold: { until, renews } }) => until === null || renews || new Date(until) > year.start,
  );
  const [[waiting], [ended]] = [approvals.waiting, approvals.ended];
  const providers = paymentProviders(deps);
  return {
    title: item.title,
    author: face?.author ?? null,
    cover_photo: face?.coverKey ? `/files/${face.coverKey}` : null,
    is_sold: item.isSold,
    books: books.map(({ title }) => title),
    number_of_books: face?.books.length ?? 1,
    price: item.fullPriceCents / 100,
    credit: (item.fullPriceCents - item.priceCents) / 100,
    amount: item.priceCents / 100,
    cheaper_singly: cheaperSingly(item.priceCents, item.books, heldInYear),
    held_books: held,
    held_in_year: heldInYear,
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
    waiting_ended: ended ? presentEndedWait(ended) : null,
    test_mode: providers.emulator !== null,
    payable: providers.cards !== null || providers.paypal !== null,
  };
}

const presentCover = (cover: Cover | null): Checkout['included_in'] =>
  cover && { id: cover.id, title: cover.title, subscription_end_date: cover.endsAt.toISOString() };
