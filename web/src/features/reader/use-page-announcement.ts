import type { BookPages } from '@vesalius/contract/reader';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/announce.ts';
import { labelOf } from './page-labels.ts';

/** Announces the new page to screen readers. */
export function usePageAnnouncement(page: number, { labels, book }: BookPages): void {
  const { t } = useTranslation('reader');
  const said = useRef(page);
  useEffect(() => {
    if (said.current === page) return;
    said.current = page;
    announce(t('page.turned', { label: labelOf(page, labels), count: book.number_of_pages }));
  }, [page, labels, book, t]);
}
