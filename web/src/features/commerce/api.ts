import { queryOptions } from '@tanstack/react-query';
import type { AccountsEndpoints } from '@vesalius/contract/accounts';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import type { CommerceEndpoints } from '@vesalius/contract/commerce';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { PAYMENT_POLL_MS } from '@vesalius/contract/constants';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import type { BookToBuy } from './book-to-buy.ts';

export const commerceApi = clientFor<CommerceEndpoints>(commerceCalls);
const accountsApi = clientFor<AccountsEndpoints>(accountsCalls);

/** A book or a package as the calls name it. */
export const itemFields = (item: BookToBuy) =>
  item.mode === 'book' ? { book_id: item.id } : { package_id: item.id };

/** The offer is another than the page shows: it is asked again. */
export const REFUSED_AS_SHOWN: ReadonlySet<string> = new Set([
  'price_changed',
  'already_subscribed',
  'included_in_bundle',
  'not_sold',
]);

/** Prices are asked anew each time: they are what is about to be paid. */
export const checkoutOptions = (item: BookToBuy) =>
  queryOptions({
    queryKey: keyOf('commerce', 'checkout', item.mode, item.id),
    queryFn: () => commerceApi.getCheckout({ query: itemFields(item) }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.waiting_since ? PAYMENT_POLL_MS : false),
  });

export const subscriptionsOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('commerce', 'subscriptions', page),
    queryFn: () => commerceApi.listSubscribedBooks({ query: { page, items: 10 } }),
  });

/** What runs, of all that one holds: running ones come first in the list. */
export const endingSubscriptionsOptions = queryOptions({
  queryKey: keyOf('commerce', 'endingSubscriptions'),
  queryFn: () => commerceApi.listSubscribedBooks({ query: { items: 100 } }),
});
/** What waits for PayPal ends by itself: asked again while anything does. */
export const waitingOptions = queryOptions({
  queryKey: keyOf('commerce', 'waiting'),
  queryFn: () => commerceApi.listWaitingPurchases({}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.data.length ? PAYMENT_POLL_MS : false),
});
export const paymentsOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('commerce', 'payments', page),
    queryFn: () => commerceApi.listPayments({ query: { page } }),
  });

/** Kept under the same keys as the account's own: one answer for all forms. */
export const buyerOptions = queryOptions({
  queryKey: keyOf('accounts', 'user'),
  queryFn: () => accountsApi.getUser({}),
});
export const countriesOptions = queryOptions({
  queryKey: keyOf('accounts', 'countries'),
  queryFn: async () => (await accountsApi.listCountries({})).data,
  staleTime: Number.POSITIVE_INFINITY,
});
