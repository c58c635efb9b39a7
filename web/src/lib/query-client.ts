import { QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { CallError } from './api-client.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network, actions fail immediately. A paused action would run later, when its user has given up, pressed
      // Cancel or left the computer.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        // Explicit, because it is off by default with this network mode: failed queries load when the network is back.
        refetchOnReconnect: true,
        staleTime: 30_000,
        // A refusal will be repeated; a request without an answer may succeed.
        retry: (count, error) =>
          // On the server a visitor waits: the browser will retry.
          typeof document !== 'undefined' &&
          // Without a network the page shows the error immediately.
          navigator.onLine &&
          count < 2 &&
          !(error instanceof CallError && error.status > 0 && error.status < 500),
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** For route loaders: the server waits for the data, the browser shows the skeleton. */
export function prefetch<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: UseQueryOptions<Data, Error, Data, Key>,
): Promise<void> | null {
  const done = queryClient.prefetchQuery(options);
  return typeof document === 'undefined' ? done : null;
}
