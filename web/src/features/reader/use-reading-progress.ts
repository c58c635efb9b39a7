import { useQueryClient } from '@tanstack/react-query';
import { PAGE_SHOWN_MS } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';
import { useContext, useEffect, useRef, useState } from 'react';
import { bookPagesQuery } from './api.ts';
import { WritesContext } from './writes.ts';

/**
 * Keeps the place, and which pages were shown, for customers with access. `visible`: the page, or the two that lie side
 * by side. Gives a number that grows each time the server has stored it.
 */
export function useReadingProgress(data: BookPages, page: number, visible: readonly number[]): number {
  const queryClient = useQueryClient();
  const writes = useContext(WritesContext);
  const { records } = data.access;
  const bookId = data.book.id;
  const kept = useRef(data.progress.status === 'not_started' ? 0 : data.progress.page);
  const [stores, setStores] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages that are visible follow from the page
  useEffect(() => {
    if (!records) return;
    const keep = (shown: readonly number[]) => {
      kept.current = page;
      void writes.keepPlace({ bookId, page, shown }).then((mine) => {
        const { queryKey } = bookPagesQuery(bookId);
        // What may still be read, and why no more, is asked anew.
        if (mine === 'no_access') void queryClient.invalidateQueries({ queryKey });
        // The next opening starts here without asking again.
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
      else if (page !== kept.current) keep([]);
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [records, page, visible.length, bookId, writes, queryClient]);
  return stores;
}
