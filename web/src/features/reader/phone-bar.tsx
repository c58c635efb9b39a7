import type { BookPages } from '@vesalius/contract/reader';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon, type IconName } from './icons.tsx';
import { labelOf } from './page-labels.ts';
import classes from './phone.module.css';
import type { ReaderLinks, ReaderSlots } from './slots.ts';
import type { PanelTab } from './view.ts';

/** What a phone shows over the page: the panels, what belongs to the page, and going to a page. */
export type Sheet = PanelTab | 'lectures' | 'tests' | 'goTo';

/** Everything that one does while reading, within the reach of a thumb. */
export function PhoneBar({
  page,
  data,
  slots,
  links,
  onOpen,
}: {
  page: number;
  data: BookPages;
  slots: ReaderSlots;
  links: ReaderLinks;
  onOpen: (sheet: Sheet) => void;
}) {
  const { t } = useTranslation('reader');
  const { granted } = data.access;
  return (
    <nav className={classes.bar} aria-label={t('toolbar')}>
      <BarButton icon="book" label={t('slots.book')} onClick={() => onOpen('chapters')} />
      <BarButton icon="note" label={t('slots.notes')} onClick={() => onOpen('notes')} />
      <button
        type="button"
        className={classes.page}
        onClick={() => onOpen('goTo')}
        aria-label={t('page.field')}
      >
        <strong>{labelOf(page, data.labels)}</strong>
        <span>{t('page.of', { count: data.book.number_of_pages })}</span>
      </button>
      <Material
        icon="lectures"
        label={t('slots.lectures')}
        open={granted}
        to={granted ? links.lectures : links.offer.to}
        onClick={slots.Lectures || slots.PagePanel ? () => onOpen('lectures') : undefined}
      />
      <Material
        icon="tests"
        label={t('slots.tests')}
        open={granted}
        to={granted ? links.tests : links.offer.to}
        onClick={slots.Tests ? () => onOpen('tests') : undefined}
      />
    </nav>
  );
}

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
