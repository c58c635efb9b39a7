import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import classes from '../features/admin/admin.module.css';
import { BookBibliography } from '../features/admin/book-bibliography.tsx';
import { BookPeople } from '../features/admin/book-people.tsx';
import { BookPlaces } from '../features/admin/book-places.tsx';
import { bookOptions } from '../features/admin/catalogue-api.ts';
import { ListingPage } from '../features/admin/listing-page.tsx';

/** A book or work with its authors and editors. */
export default function AdminBookPage() {
  const { t } = useTranslation('listings');
  const { id = '' } = useParams();
  const query = useQuery(bookOptions(id));
  return (
    <ListingPage title={query.data ? query.data.title || t('book.untitled') : t('book.books')} query={query}>
      {(book) => (
        <>
          <BookPlaces book={book} />
          <div className={classes.columns}>
            <BookPeople book={book} />
            <BookBibliography book={book} />
          </div>
        </>
      )}
    </ListingPage>
  );
}
