import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CardsEndpoints } from '@vesalius/contract/cards';
import { cardsCalls } from '@vesalius/contract/cards-calls';
import { allPages } from '../../../lib/all-pages.ts';
import { clientFor } from '../../../lib/api-client.ts';
import { keyOf } from '../../../lib/query-keys.ts';

export const cardsApi = clientFor<CardsEndpoints>(cardsCalls);

export const cardsOptions = (page: number) =>
  queryOptions({
    queryKey: keyOf('assessments', 'cards', page),
    queryFn: ({ signal }) => cardsApi.listCards({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

/** The cards of a book, the newest first. */
export const cardsOfBookOptions = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('assessments', 'cardsOfBook', bookId),
    queryFn: ({ signal }) =>
      allPages((part) => cardsApi.listCards({ query: { book_id: bookId, ...part }, signal })),
  });
