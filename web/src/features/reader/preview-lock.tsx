import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney } from '../../lib/formats.ts';
import buttons from '../../ui/buttons.module.css';
import { Icon } from './icons.tsx';
import classes from './reader.module.css';

/** Below the pages while there is more of the preview to scroll through. */
export function PreviewBar({ data, enroll }: { data: BookPages; enroll: string }) {
  const { t, i18n } = useTranslation('reader');
  return (
    <aside className={classes.previewBar} aria-label={t('lock.bar')}>
      <span>{t('lock.bar')}</span>
      <Link to={enroll} className={`${buttons.primary} ${buttons.small}`}>
        {t('lock.enroll', { price: formatMoney(data.book.price, i18n.language) })}
      </Link>
    </aside>
  );
}

/** At the end of what can be scrolled: what the rest costs, and the way to it. */
export function PreviewLock({ data, enroll, jumped }: { data: BookPages; enroll: string; jumped: boolean }) {
  const { t, i18n } = useTranslation('reader');
  return (
    <aside className={classes.lock} aria-label={t('lock.title')}>
      <p className={classes.lockTitle}>
        <Icon name="lock" />
        {t('lock.title')}
      </p>
      <p className={classes.lockHint} role={jumped ? 'status' : undefined}>
        {jumped
          ? t('lock.jumped', { last: PREVIEW_LAST_PAGE })
          : t('lock.hint', { count: data.book.number_of_pages })}
      </p>
      <Link to={enroll} className={buttons.primary}>
        {t('lock.enroll', { price: formatMoney(data.book.price, i18n.language) })}
      </Link>
    </aside>
  );
}
