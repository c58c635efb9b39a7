import { QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { CallError } from './api-client.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // What was asked for without a network fails at once. A paused act would be carried out later, when its user has
      // given up, pressed Cancel or left the computer to somebody else.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // Off where no query waits for the network, unless said: what failed without it loads when it is back.
        refetchOnReconnect: true,
        staleTime: 30_000,
        // What the server refused will be refused again; what never arrived may arrive.
        retry: (count, error) =>
          // On the server somebody waits: the browser will try again.
          typeof document !== 'undefined' &&
          // Without a network it cannot arrive: the page says so at once.
          navigator.onLine &&
          count < 2 &&
          !(error instanceof CallError && error.status > 0 && error.status < 500),
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** For route loaders: the server waits for the data, the browser shows the skeleton meanwhile. */
export function prefetch<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: UseQueryOptions<Data, Error, Data, Key>,
): Promise<void> | null {
  const done = queryClient.prefetchQuery(options);
  return typeof document === 'undefined' ? done : null;
}
