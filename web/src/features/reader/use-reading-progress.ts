import { useQueryClient } from '@tanstack/react-query';
import { PAGE_SHOWN_MS } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';
import { useContext, useEffect, useRef, useState } from 'react';
import { bookPagesQuery } from './api.ts';
import { WritesContext } from './writes.ts';

/** A page that was looked up is being read after this time (milliseconds). */
export const LOOK_UP_READ_MS = 60_000;

export interface ShownPlace {
  readonly page: number;
  /** The current page, or both in two-page view. */
  readonly visible: readonly number[];
  /** The reader looks something up here: the position stays where they read. */
  readonly isLookUp: boolean;
}

/**
 * Stores the position and the shown pages of customers with access. Returns a number that is incremented each time the
 * server has stored them.
 */
export function useReadingProgress(data: BookPages, { page, visible, isLookUp }: ShownPlace): number {
  const queryClient = useQueryClient();
  const writes = useContext(WritesContext);
  const { records } = data.access;
  const bookId = data.book.id;
  const kept = useRef(data.progress.status === 'not_started' ? 0 : data.progress.page);
  const [stores, setStores] = useState(0);
  const [readPage, setReadPage] = useState<number | null>(null);
  if (readPage !== null && readPage !== page) setReadPage(null);
  const isRead = !isLookUp || readPage === page;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages that are visible follow from the page
  useEffect(() => {
    if (!records) return;
    const keep = (shown: readonly number[]) => {
      if (isRead || kept.current === 0) kept.current = page;
      void writes.keepPlace({ bookId, page: kept.current, shown }).then((mine) => {
        const { queryKey } = bookPagesQuery(bookId);
        // Refetches what the user may still read, and why access ended.
        if (mine === 'no_access') void queryClient.invalidateQueries({ queryKey });
        // The book will open here again without a request.
        else if (mine) {
          queryClient.setQueryData(queryKey, (now: BookPages | undefined) =>
            now ? { ...now, progress: mine } : now,
          );
          setStores((count) => count + 1);
        }
      });
    };
    const count = () => setTimeout(() => keep(visible), PAGE_SHOWN_MS);
    let timer = count();
    const onVisibility = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible') timer = count();
      else if (isRead && page !== kept.current) keep([]);
    };
    document.addEventListener('visibilitychange', onVisibility);
    const reading = setInterval(() => {
      if (document.visibilityState === 'visible') setReadPage(page);
    }, LOOK_UP_READ_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(reading);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [records, page, isRead, visible.length, bookId, writes, queryClient]);
  return stores;
}
