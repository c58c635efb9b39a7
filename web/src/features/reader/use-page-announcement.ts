import type { BookPages } from '@vesalius/contract/reader';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/announce.ts';
import { labelOf, placeText } from './page-labels.ts';

/** Announces the new page to screen readers. */
export function usePageAnnouncement(page: number, { labels, book }: BookPages): void {
  const { t } = useTranslation('reader');
  const said = useRef(page);
  useEffect(() => {
    if (said.current === page) return;
    said.current = page;
    const place = placeText(t, page, labels, book.number_of_pages);
    announce(t('page.turned', { label: labelOf(page, labels), place }));
  }, [page, labels, book, t]);
}
