import { queryOptions } from '@tanstack/react-query';
import type { CatalogueEndpoints } from '@vesalius/contract/catalogue';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { clientFor } from '../../../lib/api-client.ts';
import { keyOf, viewerOf } from '../../../lib/query-keys.ts';
import { getSession } from '../../../lib/session.ts';

const client = clientFor<Pick<CatalogueEndpoints, 'getBook'>>({ getBook: catalogueCalls.getBook });

/** Edition, publisher and identifiers of a book; the same answer as on its profile. */
export const citedBookQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('catalogue', 'book', viewerOf(getSession()), id),
    queryFn: ({ signal }) => client.getBook({ params: { id }, signal }),
  });
