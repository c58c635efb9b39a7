import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney } from '../../lib/formats.ts';
import buttons from '../../ui/buttons.module.css';
import { Icon } from './icons.tsx';
import classes from './reader.module.css';

/** Below the pages while the lock at their end is out of sight. Says so when a page beyond the preview was asked for. */
export function PreviewBar({ data, enroll, jumped }: { data: BookPages; enroll: string; jumped: boolean }) {
  const { t, i18n } = useTranslation('reader');
  return (
    <aside className={classes.previewBar} aria-label={t('lock.bar')}>
      <span role="status">{jumped ? t('lock.jumped', { last: PREVIEW_LAST_PAGE }) : t('lock.bar')}</span>
      <Link to={enroll} className={`${buttons.primary} ${buttons.small}`}>
        {t('lock.enroll', { price: formatMoney(data.book.price, i18n.language) })}
      </Link>
    </aside>
  );
}

/** At the end of what can be scrolled: what the rest costs, and the way to it. */
export function PreviewLock({
  data,
  enroll,
  onSeen,
}: {
  data: BookPages;
  enroll: string;
  onSeen: (seen: boolean) => void;
}) {
  const { t, i18n } = useTranslation('reader');
  const lock = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!lock.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => onSeen(entry?.isIntersecting ?? false));
    observer.observe(lock.current);
    return () => observer.disconnect();
  }, [onSeen]);
  return (
    <aside className={classes.lock} aria-label={t('lock.title')} ref={lock}>
      <p className={classes.lockTitle}>
        <Icon name="lock" />
        {t('lock.title')}
      </p>
      <p className={classes.lockHint}>{t('lock.hint', { count: data.book.number_of_pages })}</p>
      <Link to={enroll} className={buttons.primary}>
        {t('lock.enroll', { price: formatMoney(data.book.price, i18n.language) })}
      </Link>
    </aside>
  );
}
