import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminEndpoints } from '@vesalius/contract/admin';
import { adminCalls } from '@vesalius/contract/admin-calls';
import type { CommerceAdminEndpoints } from '@vesalius/contract/commerce-admin';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { clientFor } from '../../../lib/api-client.ts';

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
/** Books and packages to choose from; the key is the administration's own. */
export const itemsOptions = queryOptions({
  queryKey: ['admin', 'products'],
  queryFn: async () => (await adminApi.listProducts({ query: { items: 100 } })).data,
});
