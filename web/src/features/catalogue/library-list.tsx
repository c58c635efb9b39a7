import type { BookCard, OwnBook } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { HoldText } from '../../product/book-hold.tsx';
import { EditionNote } from '../../product/edition-note.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { BookCover } from './book-cover.tsx';
import classes from './library-list.module.css';
import { ReadingProgress } from './reading-progress.tsx';

/** A list of one institution does not repeat it at each book. */
export type LibraryEntry = BookCard & Partial<Pick<OwnBook, 'hold'>>;

/** The reader's books: cover, title, author, progress, and the button to continue. */
export function LibraryList({ books }: { books: readonly LibraryEntry[] }) {
  return (
    <ul className={classes.list}>
      {books.map((book) => (
        <li key={book.id}>
          <LibraryBook book={book} />
        </li>
      ))}
    </ul>
  );
}

const ACTION = { not_started: 'start', in_progress: 'continue', completed: 'review' } as const;

function LibraryBook({ book }: { book: LibraryEntry }) {
  const { t } = useTranslation('catalogue');
  const { status, page } = book.book_progress;
  const action = t(`myBooks.${ACTION[status]}`);
  return (
    <article className={classes.book} data-language={book.language}>
      <Link to={paths.bookProfile.to(book.id)} className={classes.cover} tabIndex={-1} aria-hidden="true">
        <BookCover picture={book} title={book.title} sizes="(max-width: 768px) 28vw, 140px" />
      </Link>
      <div className={classes.facts}>
        <h2 className={classes.title} dir="auto">
          <Link to={paths.bookProfile.to(book.id)}>{book.title}</Link>
        </h2>
        <p className={classes.author} dir="auto">
          {book.author}
        </p>
        <p className={classes.edition}>
          <EditionNote {...book} />
        </p>
        {book.hold && (
          <p className={classes.edition}>
            <HoldText hold={book.hold} />
          </p>
        )}
        <div className={classes.progress}>
          <ReadingProgress progress={book.book_progress} pages={book.number_of_pages} />
        </div>
        <Link
          className={classes.action}
          to={paths.bookViewer.to(book.id, status === 'in_progress' ? page : undefined)}
          aria-label={t('myBooks.actionFor', { action, title: book.title })}
        >
          {action}
        </Link>
      </div>
    </article>
  );
}

export function LibrarySkeleton({ count }: { count: number }) {
  return (
    <Placeholder>
      <ul className={classes.list}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all the same, never reordered
          <li key={index} className={classes.skeleton} />
        ))}
      </ul>
    </Placeholder>
  );
}
