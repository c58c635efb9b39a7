import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { categoriesQuery, featuredQuery, NEWEST, shelfQuery } from './api.ts';
import { BookCover } from './book-cover.tsx';
import { CatalogueSearch } from './catalogue-search.tsx';
import { categoryName } from './category-name.ts';
import classes from './welcome.module.css';

const COVERS = 4;
const MAX_CATEGORIES = 6;

/**
 * The top of the landing page: what the product is, a search, and some books. Signed-in users see only the search,
 * because their own books come next.
 */
export function Welcome() {
  const { t, i18n } = useTranslation('catalogue');
  const session = useSession();
  const { data: featured, isPending: featuredComes } = useQuery(featuredQuery(session));
  const { data: categories } = useQuery(categoriesQuery());
  const { data: newest, isPending: newestComes } = useQuery(shelfQuery(session, { kind: 'all' }, 1, NEWEST));
  const covers = [
    ...new Map([...(featured?.data ?? []), ...(newest?.data ?? [])].map((book) => [book.id, book])).values(),
  ];
  const hasShelf = !session && (covers.length > 0 || featuredComes || newestComes);
  // From here on React knows the user; index.html only knew that one is signed in.
  useEffect(() => document.documentElement.removeAttribute('data-member'), []);
  return (
    <section
      className={classes.welcome}
      data-member={session ? true : undefined}
      data-bare={!hasShelf || undefined}
    >
      <div className={`page ${classes.inner}`}>
        <div className={classes.words}>
          {session ? (
            <h1 className={classes.title}>{t('welcome.again', { name: session.firstName })}</h1>
          ) : (
            <>
              <h1 className={classes.title}>{t('welcome.title')}</h1>
              <p className={classes.lead}>{t('welcome.lead')}</p>
            </>
          )}
          <CatalogueSearch large />
          {categories && categories.data.length > 0 && (
            <ul className={classes.categories} aria-label={t('welcome.categories')}>
              {categories.data.slice(0, MAX_CATEGORIES).map((category) => (
                <li key={category.id}>
                  <Link to={paths.books.to({ category_id: category.id })}>
                    {categoryName(category, i18n.language)}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
        {hasShelf && (
          <div className={classes.shelf} aria-hidden="true">
            {covers.slice(0, COVERS).map((book) => (
              <Link key={book.id} to={paths.bookProfile.to(book.id)} className={classes.book} tabIndex={-1}>
                <BookCover picture={book} title={book.title} sizes="(max-width: 992px) 38vw, 250px" eager />
              </Link>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}
