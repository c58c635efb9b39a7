import { QueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { CallError, type Transport } from './api-client.ts';

const transports = new WeakMap<QueryClient, Transport>();

/** `transport`: how the queries of this app are sent; by default as every call is. */
export function createQueryClient(transport?: Transport): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What the server refused will be refused again; what never arrived may arrive.
        retry: (count, error) =>
          // On the server somebody waits: the browser will try again.
          typeof document !== 'undefined' &&
          count < 2 &&
          !(error instanceof CallError && error.status > 0 && error.status < 500),
        refetchOnWindowFocus: false,
      },
    },
  });
  if (transport) transports.set(queryClient, transport);
  return queryClient;
}

/** How a query that the server renders sends its call: until it is canceled, over the transport of its app. */
export function sentBy({ client, signal }: { readonly client: QueryClient; readonly signal: AbortSignal }): {
  readonly signal: AbortSignal;
  readonly transport?: Transport;
} {
  const transport = transports.get(client);
  return transport ? { signal, transport } : { signal };
}

/** For route loaders: the server waits for the data, the browser shows the skeleton meanwhile. */
export function prefetch<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: UseQueryOptions<Data, Error, Data, Key>,
): Promise<void> | null {
  const done = queryClient.prefetchQuery(options);
  return typeof document === 'undefined' ? done : null;
}
