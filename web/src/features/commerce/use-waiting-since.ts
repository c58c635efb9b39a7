import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '../../lib/session.ts';
import { canSubscribe } from '../../product/buyers.ts';
import { waitingOptions } from './api.ts';
import type { BookToBuy } from './book-to-buy.ts';

/**
 * Since when the purchase of this item waits for PayPal, or null. When it ends, everything is asked again: what was
 * bought may be open now.
 */
export function useWaitingSince({ mode, id }: BookToBuy, isWanted: boolean): string | null {
  const session = useSession();
  const queryClient = useQueryClient();
  const isBuyer = session?.emailVerified === true && canSubscribe(session.role);
  const { data } = useQuery({ ...waitingOptions, enabled: isBuyer && isWanted });
  const since =
    data?.data.find((one) => (mode === 'book' ? one.book_id : one.package_id) === id)?.waiting_since ?? null;
  const waited = useRef(false);
  useEffect(() => {
    if (since === null && waited.current) void queryClient.invalidateQueries();
    waited.current = since !== null;
  }, [since, queryClient]);
  return since;
}
