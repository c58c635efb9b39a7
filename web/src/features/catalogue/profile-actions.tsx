import type { Role } from '@vesalius/contract/calls';
import type { BookDetail } from '@vesalius/contract/catalogue';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { HoldText } from '../../product/book-hold.tsx';
import { canSubscribe } from '../../product/buyers.ts';
import { keepClearOf } from '../../ui/sticky-bars.ts';
import { readingAction } from './book-action.ts';
import { Price } from './price.tsx';
import classes from './profile-actions.module.css';
import { ReadingProgress } from './reading-progress.tsx';

/** Authors, editors and directors see the results of a book's questions. */
const seesResults = (role: Role | null) =>
  role === 'author' || role === 'editor' || role === 'program_director';

/**
 * The user's actions on a book: read it, by reading state; or see the price, subscribe and open the preview. On a phone
 * the price and its button stay at the bottom of the screen.
 */
export function ProfileActions({
  book,
  waiting,
  endedWait,
  onEnroll,
}: {
  book: BookDetail;
  /** In place of the offer, where it is bought and not open yet. */
  waiting: ReactNode;
  /** Above the offer: a purchase that was never completed. */
  endedWait: ReactNode;
  /** Null: it is asked at the moment whether the reader has the book by now. */
  onEnroll: (() => void) | null;
}) {
  const { t } = useTranslation('catalogue');
  const role = useSession()?.role ?? null;
  const action = readingAction(role, book);
  const { page, status } = book.book_progress;
  const viewer = paths.bookViewer.to(book.id, action === 'continue' ? page : undefined);
  const isSold = book.new_version_book === null && !book.is_withdrawn;
  const canBuy = !book.has_access && isSold && canSubscribe(role);
  const canOpen = book.has_access || !book.is_withdrawn;
  return (
    <>
      {book.has_access && status !== 'not_started' && (
        <div className={classes.progress}>
          <ReadingProgress progress={book.book_progress} pages={book.number_of_pages} />
        </div>
      )}
      <div className={classes.actions}>
        {canBuy && (waiting || endedWait)}
        {canBuy && !waiting && (
          <div ref={keepClearOf} className={classes.buy}>
            <Price dollars={book.price} size="large" />
            <button
              type="button"
              className={classes.primary}
              aria-disabled={onEnroll === null}
              onClick={onEnroll ?? undefined}
            >
              {t('profile.enroll')}
            </button>
          </div>
        )}
        <div className={classes.others}>
          {canOpen && (
            <Link to={viewer} className={book.has_access ? classes.primary : classes.secondary}>
              {action === 'continue'
                ? t('profile.action.continue', { page })
                : t(`profile.action.${action}`, { count: Math.min(PREVIEW_LAST_PAGE, book.number_of_pages) })}
            </Link>
          )}
          {canOpen && book.number_of_lectures > 0 && (
            <Link to={paths.lectures.to(book.id)} className={classes.secondary}>
              {t('profile.allVideos')}
            </Link>
          )}
          {seesResults(role) && book.has_access && (
            <Link to={paths.bookResults.to(book.id)} className={classes.secondary}>
              {t(role === 'program_director' ? 'profile.results' : 'profile.readersAndResults')}
            </Link>
          )}
          {(role === 'author' || role === 'editor') && book.has_access && (
            <Link to={`${paths.bookResults.to(book.id)}?view=questions`} className={classes.secondary}>
              {t('profile.results')}
            </Link>
          )}
          {role === 'editor' && book.has_access && (
            <Link to={paths.editorNotes.to(book.id)} className={classes.secondary}>
              {t('card.showNotes')}
            </Link>
          )}
        </div>
      </div>
      <p className={classes.hold} role="status">
        {role !== null && canSubscribe(role) && book.hold && <HoldText hold={book.hold} />}
      </p>
    </>
  );
}
