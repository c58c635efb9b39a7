import { queryOptions } from '@tanstack/react-query';
import type { BookLifeEndpoints } from '@vesalius/contract/book-life';
import { bookLifeCalls } from '@vesalius/contract/book-life-calls';
import { clientFor } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';

const bookLifeApi = clientFor<BookLifeEndpoints>(bookLifeCalls);

export const bookLifeOptions = (bookId: string) =>
  queryOptions({
    queryKey: keyOf('bookLife', 'figures', bookId),
    queryFn: ({ signal }) => bookLifeApi.getBookLife({ query: { book_id: bookId }, signal }),
  });
