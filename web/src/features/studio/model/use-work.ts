import { WORK_POLL_MS } from '@vesalius/contract/studio-limits';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { CallError } from '../../../lib/api-client.ts';
import { type OpenWork, openWork } from './open-work.ts';
import type { WorkSnapshot } from './work-snapshot.ts';
import type { WorkStore } from './work-store.ts';

type Opened =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly store: WorkStore }
  | { readonly state: 'failed'; readonly error: CallError };

/** The store of a work while a screen shows it; fetches others' changes while the page is visible. */
export function useWork(workId: string): Opened {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' });
  useEffect(() => {
    let open: OpenWork | null = null;
    let isLeft = false;
    const timer = setInterval(() => {
      // Without a connection the next poll retries; waiting changes have their own retries.
      // A work that is deleted or closed to its user has no news.
      if (document.visibilityState !== 'visible' || open?.store.snapshot().lost) return;
      open?.store.pull().catch(ignoreCallError);
    }, WORK_POLL_MS);
    const onHide = () => {
      if (document.visibilityState === 'hidden') void open?.store.send();
    };
    document.addEventListener('visibilitychange', onHide);
    openWork(workId).then(
      (work) => {
        if (isLeft) return work.close();
        open = work;
        setOpened({ state: 'open', store: work.store });
      },
      (error) => {
        if (!(error instanceof CallError)) throw error;
        if (!isLeft) setOpened({ state: 'failed', error });
      },
    );
    return () => {
      isLeft = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHide);
      open?.close();
      setOpened({ state: 'opening' });
    };
  }, [workId]);
  return opened;
}

export const useWorkSnapshot = ({ subscribe, snapshot }: WorkStore): WorkSnapshot =>
  useSyncExternalStore(subscribe, snapshot, snapshot);

function ignoreCallError(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
}
