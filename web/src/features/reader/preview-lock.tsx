import type { BookPages } from '@vesalius/contract/reader';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import buttons from '../../ui/buttons.module.css';
import { Icon } from './icons.tsx';
import { useReader } from './model/reader-model.ts';
import { lastFreePage } from './preview.ts';
import classes from './reader.module.css';
import type { ReaderLinks, ReaderOffer } from './slots.ts';

/** Users who can subscribe see the price; former subscribers also see that their subscription ended. */
function useOffer({ access, book }: BookPages, { kind, note }: ReaderOffer) {
  const { t, i18n } = useTranslation('reader');
  // An offline book of an earlier version has no such field.
  const endedOn = access.ended_at ? formatDate(access.ended_at, i18n.language) : null;
  const ended = [note, endedOn && t('lock.endedOn', { date: endedOn })].filter(Boolean).join(' ') || null;
  if (kind !== 'enroll')
    return {
      ended,
      hint: [ended, t(`lock.${kind}.hint`)].filter(Boolean).join(' '),
      button: t(`lock.${kind}.button`),
    };
  const price = formatMoney(book.price, i18n.language);
  return {
    ended,
    hint: ended ?? t('lock.hint', { count: book.number_of_pages }),
    button: t(endedOn ? 'lock.again' : 'lock.enroll', { price }),
  };
}

/** The current free page, and how many are left. */
function FreePages({ data, page }: { data: BookPages; page: number }) {
  const { t } = useTranslation('reader');
  const last = lastFreePage(data);
  const left = last - page;
  return (
    <span>
      {t('lock.place', { page, last })} · {left > 0 ? t('lock.left', { count: left }) : t('lock.noneLeft')}
    </span>
  );
}

/** For a subscriber who is not signed in here. */
function SignInInstead({ links }: { links: ReaderLinks }) {
  const { t } = useTranslation('reader');
  if (!links.signIn) return null;
  return (
    <span className={classes.signIn}>
      {t('lock.subscribed')} <Link to={links.signIn}>{t('lock.signIn')}</Link>
    </span>
  );
}

/**
 * Shown below the pages while the lock at their end is out of view, and if a page beyond the preview was requested, of
 * which it tells.
 */
export const PreviewBar = memo(function PreviewBar() {
  const { granted } = useReader('data').access;
  const { isSeen } = useReader('lock');
  const { blocked } = useReader('place');
  return granted || (isSeen && !blocked) ? null : <Bar />;
});

function Bar() {
  const { t } = useTranslation('reader');
  const data = useReader('data');
  const { links } = useReader('host');
  const { page, blocked } = useReader('place');
  const { ended, button } = useOffer(data, links.offer);
  return (
    <aside
      className={classes.previewBar}
      aria-label={t('lock.bar')}
      data-bar
      data-blocked={blocked || undefined}
    >
      <span role="status" className={classes.previewStatus}>
        {ended ?? (blocked && t('lock.jumped', { last: lastFreePage(data) }))}
      </span>
      <FreePages data={data} page={page} />
      {blocked && <SignInInstead links={links} />}
      <Link to={links.offer.to} className={`${buttons.primary} ${buttons.small}`}>
        {button}
      </Link>
    </aside>
  );
}

/** At the end of the scrollable pages: a link to the next free page and, after the last one, the price of the book. */
export const PreviewLock = memo(function PreviewLock() {
  const { t } = useTranslation('reader');
  const data = useReader('data');
  const { links } = useReader('host');
  const { range, goTo } = useReader('place');
  const { focusPages } = useReader('focus');
  const { setSeen } = useReader('lock');
  const { hint, button } = useOffer(data, links.offer);
  const lock = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (!lock.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false));
    observer.observe(lock.current);
    return () => observer.disconnect();
  }, [setSeen]);
  const last = lastFreePage(data);
  const lastShown = range.last;
  const isEnd = lastShown >= last;
  const goOn = () => {
    goTo(lastShown + 1);
    focusPages();
  };
  return (
    <aside
      className={classes.lock}
      data-whole
      aria-label={t(isEnd ? 'lock.title' : 'lock.goesOn')}
      ref={lock}
    >
      {isEnd ? (
        <>
          <p className={classes.lockTitle}>
            <Icon name="lock" />
            {t('lock.title')}
          </p>
          <p className={classes.lockHint}>
            <FreePages data={data} page={lastShown} />
            <br />
            {hint}
          </p>
          <Link to={links.offer.to} className={buttons.primary}>
            {button}
          </Link>
        </>
      ) : (
        <>
          <p className={classes.lockHint}>
            <FreePages data={data} page={lastShown} />
          </p>
          <button type="button" className={buttons.primary} onClick={goOn}>
            {t('lock.continue', { page: lastShown + 1, last })}
          </button>
          <p className={classes.lockOffer}>
            {hint} <Link to={links.offer.to}>{button}</Link>
          </p>
        </>
      )}
      <SignInInstead links={links} />
    </aside>
  );
});
