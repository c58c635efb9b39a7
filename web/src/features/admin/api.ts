import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminEndpoints, Product } from '@vesalius/contract/admin';
import { adminCalls } from '@vesalius/contract/admin-calls';
import type { Role } from '@vesalius/contract/calls';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import type { ChoiceSource } from '../../ui/search-choice.tsx';

export const adminApi = clientFor<AdminEndpoints>(adminCalls);

export interface Page {
  readonly page: number;
  readonly search_term?: string;
}
export const peopleOptions = (query: Page & { role_name?: Role }) =>
  queryOptions({
    queryKey: keyOf('admin', 'people', query),
    queryFn: ({ signal }) => adminApi.listPeople({ query: query, signal }),
    placeholderData: keepPreviousData,
  });
export const personOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('admin', 'person', id),
    queryFn: ({ signal }) => adminApi.getPerson({ params: { id }, signal }),
  });
export const institutionsOptions = (query: Page) =>
  queryOptions({
    queryKey: keyOf('admin', 'institutions', query),
    queryFn: ({ signal }) => adminApi.listInstitutions({ query, signal }),
    placeholderData: keepPreviousData,
  });
export const institutionOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('admin', 'institution', id),
    queryFn: ({ signal }) => adminApi.getInstitution({ params: { id }, signal }),
  });
export const personAccessOptions = (id: string, query: Page & { readable: boolean }) =>
  queryOptions({
    queryKey: keyOf('admin', 'personAccess', id, query),
    queryFn: ({ signal }) =>
      adminApi.listPersonAccess({
        params: { id },
        query: { ...query, readable: query.readable ? 'true' : 'false' },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Books by title, with their editions. */
export const bookChoices: ChoiceSource = {
  queryKey: keyOf('admin', 'choices', 'books'),
  find: async (search_term, signal) => {
    const { data, metadata } = await adminApi.listProducts({ query: { search_term, kind: 'book' }, signal });
    return { choices: data.map(({ id, title }) => ({ value: id, label: title })), more: metadata.pages > 1 };
  },
  name: async (id, signal) =>
    (await adminApi.listProducts({ query: { id, kind: 'book' }, signal })).data[0]?.title ?? null,
};
/** Books and packages as `kind:id`; `named` returns the name of a kind. */
export const productChoices = (named: (kind: Product['kind']) => string): ChoiceSource => ({
  queryKey: keyOf('admin', 'choices', 'products', named('book')),
  find: async (search_term, signal) => {
    const { data, metadata } = await adminApi.listProducts({ query: { search_term }, signal });
    const choices = data.map(({ id, kind, title }) => ({
      value: `${kind}:${id}`,
      label: `${title} · ${named(kind)}`,
    }));
    return { choices, more: metadata.pages > 1 };
  },
});
/** Accounts by name or address. */
export const personChoices: ChoiceSource = {
  queryKey: keyOf('admin', 'choices', 'people'),
  find: async (search_term, signal) => {
    const { data, metadata } = await adminApi.listPeople({ query: { search_term }, signal });
    const choices = data.map(({ id, name, email }) => ({ value: id, label: `${name || email} · ${email}` }));
    return { choices, more: metadata.pages > 1 };
  },
  name: async (id, signal) => (await adminApi.getPerson({ params: { id }, signal })).name,
};
export const failedJobsOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('admin', 'failedJobs', page),
    queryFn: ({ signal }) => adminApi.listFailedJobs({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
export const auditOptions = (query: {
  page: number;
  subject_id?: string;
  action?: string;
  person_id?: string;
  from?: string;
  to?: string;
}) =>
  queryOptions({
    queryKey: keyOf('admin', 'audit', query),
    queryFn: ({ signal }) => adminApi.listAuditLog({ query, signal }),
    placeholderData: keepPreviousData,
  });
