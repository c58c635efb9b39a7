import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminEndpoints } from '@vesalius/contract/admin';
import { adminCalls } from '@vesalius/contract/admin-calls';
import type { CommerceAdminEndpoints } from '@vesalius/contract/commerce-admin';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import type { PromoCodeOrder } from '@vesalius/contract/commerce-promo-codes';
import { clientFor } from '../../../lib/api-client.ts';
import { keyOf } from '../../../lib/query-keys.ts';
import type { ChoiceSource } from '../../../ui/search-choice.tsx';

export const staffApi = clientFor<CommerceAdminEndpoints>(commerceAdminCalls);
const adminApi = clientFor<AdminEndpoints>(adminCalls);

export interface SalesWish {
  readonly by: 'day' | 'month' | 'item' | 'code';
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
export const salesOptions = (query: SalesWish) =>
  queryOptions({
    queryKey: keyOf('admin', 'sales', query),
    queryFn: () => staffApi.getSales({ query }),
    placeholderData: keepPreviousData,
  });
/** Unset filters are omitted from the request. */
export const allPaymentsOptions = (filters: Readonly<Record<string, string>>, page: number) =>
  queryOptions({
    queryKey: keyOf('admin', 'payments', filters, page),
    queryFn: () => {
      const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
      return staffApi.listAllPayments({ query: { page, ...set } });
    },
    placeholderData: keepPreviousData,
  });
/** Always refetched: a payment settles overnight. */
export const refundableOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('admin', 'refundable', id),
    queryFn: () => staffApi.getRefundable({ params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
export const promoCodesOptions = (query: {
  page: number;
  search_term?: string;
  state: 'active' | 'ended' | undefined;
  sort?: PromoCodeOrder;
}) =>
  queryOptions({
    queryKey: keyOf('admin', 'promoCodes', query),
    queryFn: () => staffApi.listPromoCodes({ query: query }),
    placeholderData: keepPreviousData,
  });
export const promoUsesOptions = (id: string, page: number) =>
  queryOptions({
    queryKey: keyOf('admin', 'promoCodeUses', id, page),
    queryFn: () => staffApi.listPromoCodeUses({ params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  });
export const pricesOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('admin', 'prices', page),
    queryFn: () => staffApi.listPrices({ query: { page } }),
    placeholderData: keepPreviousData,
  });
export const differencesOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('admin', 'differences', page),
    queryFn: () => staffApi.listDifferences({ query: { page } }),
    placeholderData: keepPreviousData,
  });
export const testClockOptions = queryOptions({
  queryKey: keyOf('admin', 'testClock'),
  queryFn: () => staffApi.getTestClock({}),
});
/** Books and packages as choices, `kind:id`. */
export const itemChoices: ChoiceSource = {
  queryKey: keyOf('admin', 'choices', 'items'),
  find: async (search_term, signal) => {
    const { data, metadata } = await adminApi.listProducts({ query: { search_term }, signal });
    const choices = data.map(({ id, kind, title }) => ({ value: `${kind}:${id}`, label: title }));
    return { choices, more: metadata.pages > 1 };
  },
};
