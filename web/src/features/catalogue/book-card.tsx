import type { BookCard as Book } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { cardAction, opensViewer, ownedLabel } from './book-action.ts';
import classes from './book-card.module.css';
import { BookCover } from './book-cover.tsx';
import { Price } from './price.tsx';
import { ReadingProgress } from './reading-progress.tsx';

/** Card widths: two per row on a phone, three on a tablet, five on a wide screen. */
const CARD_SIZES = '(max-width: 600px) 44vw, (max-width: 900px) 30vw, (max-width: 1200px) 22vw, 216px';

/** A book's card. Its button depends on the user. */
export function BookCard({
  book,
  eager = false,
  level = 3,
}: {
  book: Book;
  eager?: boolean;
  /** The heading level: one below that of the surrounding section. */
  level?: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  const { t, i18n } = useTranslation('catalogue');
  const session = useSession();
  const role = session?.role ?? null;
  const action = cardAction(role, book);
  const owned = ownedLabel(role, book);
  const profile = paths.bookProfile.to(book.id);
  const target = opensViewer(role) ? paths.bookViewer.to(book.id) : profile;
  return (
    <article className={classes.card} data-language={book.language}>
      <Link to={target} className={classes.cover} tabIndex={-1} aria-hidden="true">
        <BookCover picture={book} title={book.title} sizes={CARD_SIZES} eager={eager} />
        <span className={classes.release}>
          {t('card.released', { date: formatDate(book.release_date, i18n.language) })}
        </span>
      </Link>
      <div className={classes.facts}>
        <Heading className={classes.title} title={book.title}>
          <Link to={target} dir="auto">
            {book.title}
          </Link>
        </Heading>
        <p className={classes.author} dir="auto" title={book.author}>
          {book.author}
        </p>
        {book.has_access && book.book_progress.status !== 'not_started' && (
          <ReadingProgress progress={book.book_progress} pages={book.number_of_pages} />
        )}
        <div className={classes.foot}>
          {owned ? (
            <span className={classes.owned}>{t(`card.${owned}`)}</span>
          ) : (
            <Price dollars={book.price} />
          )}
          <span className={classes.actions}>
            <Link
              to={target}
              className={classes.action}
              aria-label={t('card.actionFor', { action: t(`card.${action}`), title: book.title })}
            >
              {t(`card.${action}`)}
            </Link>
            {role === 'editor' && book.has_access && (
              <Link
                to={paths.editorNotes.to(book.id)}
                className={classes.action}
                aria-label={t('card.actionFor', { action: t('card.showNotes'), title: book.title })}
              >
                {t('card.showNotes')}
              </Link>
            )}
          </span>
        </div>
      </div>
    </article>
  );
}
