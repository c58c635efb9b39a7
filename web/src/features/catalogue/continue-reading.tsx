import { useQuery } from '@tanstack/react-query';
import type { StartedBook } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { startedBooksQuery } from './api.ts';
import { BookCover } from './book-cover.tsx';
import classes from './continue-reading.module.css';
import { ReadingProgress } from './reading-progress.tsx';
import { Section } from './section.tsx';

/** A reader's home: the last page and the next test. Renders nothing before a book is started. */
export function ContinueReading() {
  const { t } = useTranslation('catalogue');
  const session = useSession();
  const { data, isLoading } = useQuery(startedBooksQuery(session));
  const books = data?.data.filter((book) => book.has_access) ?? [];
  if (!session || (books.length === 0 && !isLoading)) return null;
  return (
    <Section title={t('continue.title')} more={{ to: paths.myBooks.to(), label: t('continue.all') }}>
      {isLoading && <Waiting />}
      <ul className={classes.list}>
        {books.map((book) => (
          <li key={book.id}>
            <Started book={book} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A placeholder of one book's size, so that the content below does not move. */
function Waiting() {
  return <Placeholder className={classes.waiting} />;
}

function Started({ book }: { book: StartedBook }) {
  const { t } = useTranslation('catalogue');
  const { page } = book.book_progress;
  const next = book.next_test;
  return (
    <article className={classes.book} data-language={book.language}>
      <Link
        to={paths.bookViewer.to(book.id, page)}
        className={classes.cover}
        tabIndex={-1}
        aria-hidden="true"
      >
        <BookCover picture={book} title={book.title} sizes="112px" />
      </Link>
      <div className={classes.facts}>
        <h3 className={classes.title} dir="auto">
          <Link to={paths.bookProfile.to(book.id)}>{book.title}</Link>
        </h3>
        <ReadingProgress progress={book.book_progress} pages={book.number_of_pages} label={book.page_label} />
        <Link to={paths.bookViewer.to(book.id, page)} className={classes.action}>
          {t('continue.onPage', { page: book.page_label })}
        </Link>
        {next && (
          <Link to={paths.bookViewer.to(book.id, next.page)} className={classes.test}>
            {t(`continue.${next.turn}Test`, { title: next.title, page: next.page_label })}
          </Link>
        )}
      </div>
    </article>
  );
}
