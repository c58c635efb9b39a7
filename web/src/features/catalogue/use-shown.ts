import { type QueryKey, type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { CallError } from '../../lib/api-client.ts';
import { type Session, useSession } from '../../lib/session.ts';

type OptionsOf<Data, Key extends QueryKey> = (
  session: Session | null,
) => UseQueryOptions<Data, Error, Data, Key>;

/** A refusal is an answer; what did not arrive, or came from a server in trouble, leaves what was there. */
export const isRefusal = (error: Error | null): boolean =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** The visitor's answer is only looked at, never asked for: the page that the server rendered brought it along. */
const asVisitor = <Data, Key extends QueryKey>(optionsOf: OptionsOf<Data, Key>) => ({
  ...optionsOf(null),
  enabled: false,
  placeholderData: undefined,
});

/**
 * What a public page shows: the person's own answer, and until it comes, or when it does not come, what every visitor
 * sees, if the page has that already. `isError` is true only when there is nothing at all to show: the call failed.
 */
export function useShown<Data, Key extends QueryKey>(optionsOf: OptionsOf<Data, Key>) {
  const own = useQuery(optionsOf(useSession()));
  const visitor = useQuery(asVisitor(optionsOf));
  const data = own.data ?? (isRefusal(own.error) ? undefined : visitor.data);
  const isError = data === undefined && own.isError;
  return { data, error: own.error, isError, refetch: own.refetch };
}

/** The same for several questions at once. */
export function useAllShown<Data, Key extends QueryKey>(several: readonly OptionsOf<Data, Key>[]) {
  const session = useSession();
  const own = useQueries({ queries: several.map((optionsOf) => optionsOf(session)) });
  const visitor = useQueries({ queries: several.map(asVisitor) });
  return own.map(({ data: answer, error, isError, refetch }, index) => {
    const data = answer ?? (isRefusal(error) ? undefined : visitor[index]?.data);
    return { data, isError: data === undefined && isError, refetch };
  });
}
