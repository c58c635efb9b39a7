import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../../ui/announce.ts';
import type { Annotations } from './use-annotations.ts';

export interface Bookmarks {
  has(page: number): boolean;
  toggle(page: number): void;
}

/** Null if this user cannot have notes. */
export function useBookmarks(
  bookId: string,
  mayAnnotate: boolean,
  annotations: Annotations,
): Bookmarks | null {
  const { t } = useTranslation('reader');
  return useMemo(() => {
    if (!mayAnnotate) return null;
    return {
      has: (page) => annotations.bookmarksOn(page).length > 0,
      toggle(page) {
        // Two devices that had no network may have set one each.
        const present = annotations.bookmarksOn(page);
        if (present.length === 0) {
          const bookmark = { book_id: bookId, note: { pageNumber: page, quote: '' }, for_editors: false };
          annotations.create(bookmark, () => announce(t('bookmark.added')));
          return;
        }
        void Promise.all(present.map(annotations.remove)).then(
          (areRemoved) => areRemoved.every(Boolean) && announce(t('bookmark.removed')),
        );
      },
    };
  }, [bookId, mayAnnotate, annotations, t]);
}
