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

/** A book or package in the fields of the calls. */
export const itemFields = (item: BookToBuy) =>
  item.mode === 'book' ? { book_id: item.id } : { package_id: item.id };

/** Only one payment at a time, by card or at PayPal. */
export const PAYMENT = ['payment'] as const;

/** The offer differs from the one on the page: refetch it. */
export const REFUSED_AS_SHOWN: ReadonlySet<string> = new Set([
  'price_changed',
  'already_subscribed',
  'included_in_bundle',
  'already_readable',
  'not_sold',
]);

/** Prices are always refetched, because the user is about to pay them. */
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

/** Running subscriptions: they come first in the list. */
export const endingSubscriptionsOptions = queryOptions({
  queryKey: keyOf('commerce', 'endingSubscriptions'),
  queryFn: () => commerceApi.listSubscribedBooks({ query: { items: 100 } }),
});
/** What waits for PayPal ends by itself: asked again while anything does. */
export const waitingOptions = queryOptions({
  queryKey: keyOf('commerce', 'waiting'),
  queryFn: () => commerceApi.listWaitingPurchases({}),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.data.some(({ ended }) => !ended) ? PAYMENT_POLL_MS : false),
});
export const paymentsOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('commerce', 'payments', page),
    queryFn: () => commerceApi.listPayments({ query: { page } }),
  });

/** The same query keys as in the account's own screens, so that all forms share one response. */
export const buyerOptions = queryOptions({
  queryKey: keyOf('accounts', 'user'),
  queryFn: () => accountsApi.getUser({}),
});
export const countriesOptions = queryOptions({
  queryKey: keyOf('accounts', 'countries'),
  queryFn: async () => (await accountsApi.listCountries({})).data,
  staleTime: Number.POSITIVE_INFINITY,
});
