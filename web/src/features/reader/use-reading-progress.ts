import { useQueryClient } from '@tanstack/react-query';
import { PAGE_SHOWN_MS } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';
import { useContext, useEffect, useRef, useState } from 'react';
import { bookPagesQuery } from './api.ts';
import { WritesContext } from './writes.ts';

/**
 * Stores the position and the shown pages of customers with access. `visible`: the current page, or both in two-page
 * view. Returns a number that is incremented each time the server has stored them.
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
