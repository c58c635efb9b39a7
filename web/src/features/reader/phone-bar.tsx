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
        open={granted}
        to={granted ? links.lectures : links.offer.to}
        onClick={slots.Lectures || slots.PagePanel ? () => openSheet('lectures') : undefined}
      />
      <Material
        icon="tests"
        label={t('slots.tests')}
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
  open,
  to,
  onClick,
}: {
  icon: IconName;
  label: string;
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
  if (onClick) return <BarButton icon={icon} label={label} onClick={onClick} />;
  return (
    <Link to={to} className={classes.item}>
      <Icon name={icon} />
      <span>{label}</span>
    </Link>
  );
}
