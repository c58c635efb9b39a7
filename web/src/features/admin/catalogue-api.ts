import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PublishingAdminEndpoints } from '@vesalius/contract/publishing-admin';
import { publishingAdminCalls } from '@vesalius/contract/publishing-admin-calls';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import type { ChoiceSource } from '../../ui/search-choice.tsx';
import { adminApi, type Page } from './api.ts';

export const catalogueApi = clientFor<PublishingAdminEndpoints>(publishingAdminCalls);

export const packagesOptions = (query: Page) =>
  queryOptions({
    queryKey: keyOf('admin', 'packages', query),
    queryFn: ({ signal }) => catalogueApi.listCataloguePackages({ query, signal }),
    placeholderData: keepPreviousData,
  });
export const packageOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('admin', 'package', id),
    queryFn: ({ signal }) => catalogueApi.getCataloguePackage({ params: { id }, signal }),
  });
export const programsOptions = (query: Page) =>
  queryOptions({
    queryKey: keyOf('admin', 'programs', query),
    queryFn: ({ signal }) => catalogueApi.listPrograms({ query, signal }),
    placeholderData: keepPreviousData,
  });
export const programOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('admin', 'program', id),
    queryFn: ({ signal }) => catalogueApi.getProgram({ params: { id }, signal }),
  });
export const booksOptions = (query: Page) =>
  queryOptions({
    queryKey: keyOf('admin', 'books', query),
    queryFn: ({ signal }) => catalogueApi.listCatalogueBooks({ query, signal }),
    placeholderData: keepPreviousData,
  });
export const bookOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('admin', 'book', id),
    queryFn: ({ signal }) => catalogueApi.getBookPeople({ params: { id }, signal }),
  });
export const publishersOptions = (query: Page) =>
  queryOptions({
    queryKey: keyOf('admin', 'publishers', query),
    queryFn: ({ signal }) => catalogueApi.listPublishers({ query, signal }),
    placeholderData: keepPreviousData,
  });
export const publisherOptions = (id: string) =>
  queryOptions({
    queryKey: keyOf('admin', 'publisher', id),
    queryFn: ({ signal }) => catalogueApi.getPublisher({ params: { id }, signal }),
  });

export const programChoices: ChoiceSource = {
  queryKey: keyOf('admin', 'choices', 'programs'),
  find: async (search_term, signal) => {
    const { data, metadata } = await catalogueApi.listPrograms({ query: { search_term }, signal });
    return { choices: data.map(({ id, name }) => ({ value: id, label: name })), more: metadata.pages > 1 };
  },
};
export const institutionChoices: ChoiceSource = {
  queryKey: keyOf('admin', 'choices', 'institutions'),
  find: async (search_term, signal) => {
    const { data, metadata } = await adminApi.listInstitutions({ query: { search_term }, signal });
    return { choices: data.map(({ id, name }) => ({ value: id, label: name })), more: metadata.pages > 1 };
  },
  name: async (id, signal) => (await adminApi.getInstitution({ params: { id }, signal })).name,
};
