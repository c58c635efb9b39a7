import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminEndpoints } from '@vesalius/contract/admin';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { clientFor } from '../../lib/api-client.ts';

export const adminApi = clientFor<AdminEndpoints>(adminCalls);

export interface Page {
  readonly page: number;
  readonly search_term?: string;
}
export const peopleOptions = (query: Page & { role_name?: string }) =>
  queryOptions({
    queryKey: ['admin', 'people', query],
    queryFn: ({ signal }) => adminApi.listPeople({ query: query as never, signal }),
    placeholderData: keepPreviousData,
  });
export const personOptions = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'person', id],
    queryFn: ({ signal }) => adminApi.getPerson({ params: { id }, signal }),
  });
export const institutionsOptions = (query: Page) =>
  queryOptions({
    queryKey: ['admin', 'institutions', query],
    queryFn: ({ signal }) => adminApi.listInstitutions({ query, signal }),
    placeholderData: keepPreviousData,
  });
export const institutionOptions = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'institution', id],
    queryFn: ({ signal }) => adminApi.getInstitution({ params: { id }, signal }),
  });
export const productsOptions = queryOptions({
  queryKey: ['admin', 'products'],
  queryFn: async ({ signal }) => (await adminApi.listProducts({ query: { items: 100 }, signal })).data,
});
export const programsOptions = queryOptions({
  queryKey: ['admin', 'programs'],
  queryFn: async ({ signal }) => (await adminApi.listPrograms({ query: { items: 100 }, signal })).data,
});
export const failedJobsOptions = queryOptions({
  queryKey: ['admin', 'failed-jobs'],
  queryFn: async ({ signal }) => (await adminApi.listFailedJobs({ signal })).data,
});
export const auditOptions = (query: { page: number; subject_id?: string; items?: number }) =>
  queryOptions({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) => adminApi.listAuditLog({ query, signal }),
    placeholderData: keepPreviousData,
  });
