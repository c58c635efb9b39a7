import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keysUnder } from '../../../lib/query-keys.ts';
import { useSession } from '../../../lib/session.ts';
import { hasWaiting, subscribeToHint } from '../kept-hint.ts';
import type { Queued } from './queued-entries.ts';

const NONE: Queued = { entries: [], changed: new Set() };

/** What waits on this device to be sent. An entry that was sent stays here until the server's list has it. */
export function useQueued(): Queued {
  const queryClient = useQueryClient();
  const userId = useSession()?.userId;
  const [queued, setQueued] = useState(NONE);
  useEffect(() => {
    if (!userId) return;
    let isGone = false;
    let known = NONE;
    let asked = 0;
    const read = async () => {
      const question = ++asked;
      // Without a queue, nothing of its code loads.
      const now = hasWaiting()
        ? await (await import('./queued-entries.ts')).readQueued(userId).catch(() => known)
        : NONE;
      const isSent = [...known.changed].some((id) => !now.changed.has(id));
      if (isSent)
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: keysUnder('reader', 'notebook') }),
          queryClient.invalidateQueries({ queryKey: keysUnder('reader', 'notebookBooks') }),
        ]);
      if (isGone || question !== asked) return;
      known = now;
      setQueued(now);
    };
    void read();
    const leave = subscribeToHint(() => void read());
    return () => {
      isGone = true;
      leave();
    };
  }, [userId, queryClient]);
  return queued;
}
