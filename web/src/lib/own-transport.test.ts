import { queryOptions } from '@tanstack/react-query';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { expect, it } from 'vitest';
import { clientFor, sendOver } from './api-client.ts';
import { createQueryClient } from './query-client.ts';

const { getBook } = clientFor<{ getBook: never }>({ getBook: catalogueCalls.getBook });
const query = queryOptions({
  queryKey: ['book'],
  queryFn: (from) => getBook({ params: { id: 'b1' }, from } as never) as Promise<unknown>,
});

it('two apps that load at the same time get the answers of their own transports', async () => {
  const answers = await Promise.all(
    ['first', 'second'].map((name) => {
      const queryClient = createQueryClient();
      sendOver(queryClient, async ({ url }) => ({ status: 200, body: `${name} ${url}` }));
      return queryClient.fetchQuery(query);
    }),
  );
  const url = '/customer_portal/v1/books/b1';
  expect(answers).toEqual([`first ${url}`, `second ${url}`]);
});
