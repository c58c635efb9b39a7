import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon, type IconName } from './icons.tsx';
import { useReader } from './model/reader-model.ts';
import { labelOf, placeText } from './page-labels.ts';
import classes from './phone.module.css';

/** All reading actions within reach of a thumb. */
export const PhoneBar = memo(function PhoneBar() {
  const { t } = useTranslation('reader');
  const { granted } = useReader('data').access;
  const { labels, numberOfPages } = useReader('book');
  const { slots, links } = useReader('host');
  const { page } = useReader('place');
  const { isPhone } = useReader('view');
  const { openSheet } = useReader('overlays');
  if (!isPhone) return null;
  return (
    <nav className={classes.bar} aria-label={t('toolbar')} data-bar data-region>
      <BarButton icon="book" label={t('slots.book')} onClick={() => openSheet('chapters')} />
      <BarButton icon="note" label={t('slots.notes')} onClick={() => openSheet('notes')} />
      <button
        type="button"
        className={classes.page}
        onClick={() => openSheet('goTo')}
        aria-label={t('page.field')}
      >
        <strong>{labelOf(page, labels)}</strong>
        <span>{placeText(t, page, labels, numberOfPages)}</span>
      </button>
      <Material
        icon="lectures"
        label={t('slots.lectures')}
        number={slots.onPages?.lectures.get(page) ?? 0}
        here={(count) => t('slots.lecturesHere', { count })}
        open={granted}
        to={granted ? links.lectures : links.offer.to}
        onClick={slots.Lectures ? () => openSheet('lectures') : undefined}
      />
      <Material
        icon="tests"
        label={t('slots.tests')}
        number={slots.onPages?.tests.get(page) ?? 0}
        here={(count) => t('slots.testsHere', { count })}
        open={granted}
        to={granted ? links.tests : links.offer.to}
        onClick={slots.Tests ? () => openSheet('tests') : undefined}
      />
    </nav>
  );
});

function BarButton({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.item} onClick={onClick}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}

function Material({
  icon,
  label,
  number,
  here,
  open,
  to,
  onClick,
}: {
  icon: IconName;
  label: string;
  /** How many of them are on this page. */
  number: number;
  here: (count: number) => string;
  open: boolean;
  to: string;
  onClick: (() => void) | undefined;
}) {
  const { t } = useTranslation('reader');
  if (!open)
    return (
      <Link to={to} className={classes.item} aria-label={`${label}: ${t('lock.buttons')}`}>
        <Icon name="lock" />
        <span>{label}</span>
      </Link>
    );
  const name = number > 0 ? `${label}: ${here(number)}` : undefined;
  const inside = (
    <>
      <span className={classes.marked}>
        <Icon name={icon} />
        {number > 0 && <b className={classes.number}>{number}</b>}
      </span>
      <span>{label}</span>
    </>
  );
  return onClick ? (
    <button type="button" className={classes.item} aria-label={name} onClick={onClick}>
      {inside}
    </button>
  ) : (
    <Link to={to} className={classes.item} aria-label={name}>
      {inside}
    </Link>
  );
}
