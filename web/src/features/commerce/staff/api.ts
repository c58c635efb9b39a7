import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminEndpoints } from '@vesalius/contract/admin';
import { adminCalls } from '@vesalius/contract/admin-calls';
import type { CommerceAdminEndpoints } from '@vesalius/contract/commerce-admin';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { clientFor } from '../../../lib/api-client.ts';
import type { ChoiceSource } from '../../../ui/search-choice.tsx';

export const staffApi = clientFor<CommerceAdminEndpoints>(commerceAdminCalls);
const adminApi = clientFor<AdminEndpoints>(adminCalls);

export interface SalesWish {
  readonly by: 'month' | 'item' | 'code';
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export const salesOptions = (query: SalesWish) =>
  queryOptions({
    queryKey: ['admin', 'sales', query],
    queryFn: () => staffApi.getSales({ query }),
    placeholderData: keepPreviousData,
  });
export interface PaymentsWish {
  readonly page: number;
  readonly search_term?: string;
  readonly state?: 'approved' | 'declined' | 'open' | 'refunded' | undefined;
}
export const allPaymentsOptions = (query: PaymentsWish) =>
  queryOptions({
    queryKey: ['admin', 'payments', query],
    queryFn: () => staffApi.listAllPayments({ query }),
    placeholderData: keepPreviousData,
  });
/** Asked anew each time: a payment settles overnight. */
export const refundableOptions = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'refundable', id],
    queryFn: () => staffApi.getRefundable({ params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
export const promoCodesOptions = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'promo-codes', page],
    queryFn: () => staffApi.listPromoCodes({ query: { page } }),
    placeholderData: keepPreviousData,
  });
export const pricesOptions = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'prices', page],
    queryFn: () => staffApi.listPrices({ query: { page } }),
    placeholderData: keepPreviousData,
  });
export const differencesOptions = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'differences', page],
    queryFn: () => staffApi.listDifferences({ query: { page } }),
    placeholderData: keepPreviousData,
  });
export const testClockOptions = queryOptions({
  queryKey: ['admin', 'test-clock'],
  queryFn: () => staffApi.getTestClock({}),
});
/** Books and packages to choose from, as `kind:id`. */
export const itemChoices: ChoiceSource = {
  queryKey: ['admin', 'choice', 'items'],
  find: async (search_term, signal) => {
    const { data, metadata } = await adminApi.listProducts({ query: { search_term }, signal });
    const choices = data.map(({ id, kind, title }) => ({ value: `${kind}:${id}`, label: title }));
    return { choices, more: metadata.pages > 1 };
  },
};
