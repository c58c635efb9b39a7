import { type QueryKey, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { CallError } from '../../lib/api-client.ts';
import { useSession } from '../../lib/session.ts';
import type { Session } from '../../lib/stored-session.ts';

type OptionsOf<Data, Key extends QueryKey> = (
  session: Session | null,
) => UseQueryOptions<Data, Error, Data, Key>;

/**
 * A refusal by the server is a final response; after a network error or a failing server, the earlier content stays.
 */
export const isRefusal = (error: Error | null): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Only reads the visitor's response from the cache and never requests it: the server-rendered page includes it. */
const asVisitor = <Data, Key extends QueryKey>(optionsOf: OptionsOf<Data, Key>) => ({
  ...optionsOf(null),
  enabled: false,
  placeholderData: undefined,
});

/**
 * The data of a public page: the user's own response. Until it arrives, and if it fails, the visitor's response is used
 * if the page has it. `isError` is true only if there is nothing to show.
 */
export function useShown<Data, Key extends QueryKey>(optionsOf: OptionsOf<Data, Key>) {
  const own = useQuery(optionsOf(useSession()));
  const visitor = useQuery(asVisitor(optionsOf));
  const data = own.data ?? (isRefusal(own.error) ? undefined : visitor.data);
  const isError = data === undefined && own.isError;
  return { data, error: own.error, isError, refetch: own.refetch };
}

/** Like `useShown`, for several queries. */
export function useAllShown<Data, Key extends QueryKey>(several: readonly OptionsOf<Data, Key>[]) {
  const session = useSession();
  const own = useQueries({ queries: several.map((optionsOf) => optionsOf(session)) });
  const visitor = useQueries({ queries: several.map(asVisitor) });
  return own.map(({ data: answer, error, isError, refetch }, index) => {
    const data = answer ?? (isRefusal(error) ? undefined : visitor[index]?.data);
    return { data, isError: data === undefined && isError, refetch };
  });
}
