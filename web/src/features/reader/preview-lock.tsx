import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { BookPages } from '@vesalius/contract/reader';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import buttons from '../../ui/buttons.module.css';
import { Icon } from './icons.tsx';
import classes from './reader.module.css';

/** Who had a subscription is told that it ended, and is offered it again. */
function useOffer({ access, book }: BookPages) {
  const { t, i18n } = useTranslation('reader');
  const price = formatMoney(book.price, i18n.language);
  // A copy that was kept on the device by an older version does not say.
  const endedOn = access.ended_at ? formatDate(access.ended_at, i18n.language) : null;
  return { endedOn, button: t(endedOn ? 'lock.again' : 'lock.enroll', { price }) };
}

/** Below the pages while the lock at their end is out of sight. Says so when a page beyond the preview was asked for. */
export function PreviewBar({ data, enroll, jumped }: { data: BookPages; enroll: string; jumped: boolean }) {
  const { t } = useTranslation('reader');
  const { endedOn, button } = useOffer(data);
  const preview = jumped ? t('lock.jumped', { last: PREVIEW_LAST_PAGE }) : t('lock.bar');
  return (
    <aside className={classes.previewBar} aria-label={t('lock.bar')}>
      <span role="status">{endedOn ? t('lock.endedOn', { date: endedOn }) : preview}</span>
      <Link to={enroll} className={`${buttons.primary} ${buttons.small}`}>
        {button}
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
  const { t } = useTranslation('reader');
  const { endedOn, button } = useOffer(data);
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
      <p className={classes.lockHint}>
        {endedOn
          ? t('lock.endedOn', { date: endedOn })
          : t('lock.hint', { count: data.book.number_of_pages })}
      </p>
      <Link to={enroll} className={buttons.primary}>
        {button}
      </Link>
    </aside>
  );
}
