import { Checkbox } from '@mantine/core';
import type { NotebookEntry } from '@vesalius/contract/notebook';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../../lib/formats.ts';
import { isBookmarkEntry } from '../notes/bookmark.ts';
import classes from './notebook.module.css';

export type PlaceLink = (bookId: string, page: number, noteId: string) => string;

export function EntryItem({
  entry,
  placeLink,
  isSelected,
  onSelect,
  onCite,
  onCard,
}: {
  entry: NotebookEntry;
  placeLink: PlaceLink;
  isSelected: boolean;
  onSelect: (selected: boolean) => void;
  onCite: () => void;
  /** Absent for who has no cards, and for what is not shown. */
  onCard: (() => void) | undefined;
}) {
  const { t } = useTranslation('notebook');
  const { book, page_label: page } = entry;
  return (
    <li className={classes.entry}>
      <Checkbox
        className={classes.check ?? ''}
        checked={isSelected}
        onChange={(event) => onSelect(event.currentTarget.checked)}
        aria-label={t('select', { page, title: book.title })}
      />
      <article>
        <p className={classes.place}>
          <Link to={placeLink(book.id, entry.note.pageNumber, entry.id)}>
            {t('place', { page, title: book.title })}
          </Link>
        </p>
        <EntryContent entry={entry} />
        <p className={classes.acts}>
          <button type="button" onClick={onCite} aria-label={t('citeEntry', { page, title: book.title })}>
            {t('cite')}
          </button>
          {onCard && (
            <button type="button" onClick={onCard} aria-label={t('cardOfEntry', { page, title: book.title })}>
              {t('card')}
            </button>
          )}
        </p>
      </article>
    </li>
  );
}

/** An entry that waits on this device to be sent. */
export function QueuedItem({ entry, placeLink }: { entry: NotebookEntry; placeLink: PlaceLink }) {
  const { t } = useTranslation('notebook');
  const { book, page_label: page, note } = entry;
  return (
    <li className={classes.entry} data-queued>
      <article>
        <p className={classes.place}>
          <Link to={placeLink(book.id, note.pageNumber, entry.id)}>
            {book.title ? t('place', { page, title: book.title }) : t('page', { page })}
          </Link>
        </p>
        <p className={classes.notSent}>{t('notSent')}</p>
        <EntryContent entry={entry} />
      </article>
    </li>
  );
}

/** What was quoted and written, on the screen and on paper. */
export function EntryContent({ entry }: { entry: NotebookEntry }) {
  const { t, i18n } = useTranslation('notebook');
  const { note, book, chapter, color, created_at } = entry;
  return (
    <>
      <p className={classes.facts}>
        {chapter && (
          <>
            <bdi>{chapter.title}</bdi> ·{' '}
          </>
        )}
        {t(isBookmarkEntry(entry) ? 'bookmark' : `colors.${color}`)} ·{' '}
        <time dateTime={created_at}>{formatDate(created_at, i18n.language)}</time>
      </p>
      {note.quote && (
        <blockquote className={classes.quote} data-color={color} lang={book.language || undefined} dir="auto">
          {note.quote}
        </blockquote>
      )}
      {entry.is_closed && <p className={classes.hint}>{t('closed')}</p>}
      {note.text && (
        <p className={classes.text} dir="auto">
          {note.text}
        </p>
      )}
      {entry.orphaned && <p className={classes.hint}>{t('orphaned')}</p>}
    </>
  );
}
