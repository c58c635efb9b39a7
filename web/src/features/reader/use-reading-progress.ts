import { useQueryClient } from '@tanstack/react-query';
import type { BookPages } from '@vesalius/contract/reader';
import { useContext, useEffect, useRef } from 'react';
import { bookPagesQuery } from './api.ts';
import { WritesContext } from './writes.ts';

/** A page counts as read after this long (milliseconds): leafing through is not reading. */
const SETTLE_MS = 1200;

/** Keeps the place for customers with access. Losing one is harmless: the next page tells it again. */
export function useReadingProgress(data: BookPages, page: number): void {
  const queryClient = useQueryClient();
  const writes = useContext(WritesContext);
  const { records } = data.access;
  const lastPage = data.book.number_of_pages;
  const bookId = data.book.id;
  const kept = useRef(data.progress.status === 'not_started' ? 0 : data.progress.page);

  useEffect(() => {
    if (!records || page === kept.current) return;
    const keep = () => {
      kept.current = page;
      void writes.keepPlace({ bookId, page, isLast: page === lastPage }).then((mine) => {
        const { queryKey } = bookPagesQuery(bookId);
        // What may still be read, and why no more, is asked anew.
        if (mine === 'no_access') void queryClient.invalidateQueries({ queryKey });
        // The next opening starts here without asking again.
        else if (mine)
          queryClient.setQueryData(queryKey, (now: BookPages | undefined) =>
            now ? { ...now, progress: mine } : now,
          );
      });
    };
    const timer = setTimeout(keep, SETTLE_MS);
    const onHide = () => document.visibilityState === 'hidden' && keep();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [records, page, bookId, lastPage, writes, queryClient]);
}
