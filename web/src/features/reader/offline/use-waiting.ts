import { useEffect, useState } from 'react';
import { getSession } from '../../../lib/session.ts';
import { subscribeToHint } from '../kept-hint.ts';
import { idbStore as store } from './idb-store.ts';
import { type Waiting, waitingChanges } from './queue.ts';

/** The queued and refused changes of this book. */
export function useWaiting(bookId: string): readonly Waiting[] {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  useEffect(() => {
    let gone = false;
    const read = async () => {
      const now = await waitingChanges(store, getSession()?.userId ?? '', bookId);
      if (!gone) setWaiting(now);
    };
    void read();
    const leave = subscribeToHint(() => void read());
    return () => {
      gone = true;
      leave();
    };
  }, [bookId]);
  return waiting;
}
