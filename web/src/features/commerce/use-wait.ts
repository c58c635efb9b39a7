import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { WaitingPurchase } from '@vesalius/contract/commerce-payment';
import { useEffect, useRef } from 'react';
import { useSession } from '../../lib/session.ts';
import { canSubscribe } from '../../product/buyers.ts';
import { waitingOptions } from './api.ts';
import type { BookToBuy } from './book-to-buy.ts';

/**
 * The purchase of this item that waits for PayPal, or that PayPal never completed; null = there is none. When the wait
 * ends, everything is asked again: what was bought may be open now.
 */
export function useWait({ mode, id }: BookToBuy, isWanted: boolean): WaitingPurchase | null {
  const session = useSession();
  const queryClient = useQueryClient();
  const isBuyer = session?.emailVerified === true && canSubscribe(session.role);
  const { data } = useQuery({ ...waitingOptions, enabled: isBuyer && isWanted });
  const wait = data?.data.find((one) => (mode === 'book' ? one.book_id : one.package_id) === id) ?? null;
  const isWaiting = wait !== null && wait.ended === null;
  const waited = useRef(false);
  useEffect(() => {
    if (!isWaiting && waited.current) void queryClient.invalidateQueries();
    waited.current = isWaiting;
  }, [isWaiting, queryClient]);
  return wait;
}
