import type { FeaturedBook } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Placeholder } from '../../ui/placeholder.tsx';
import { FailedState } from '../../ui/states.tsx';
import { featuredQuery } from './api.ts';
import { cardAction, ownedLabel } from './book-action.ts';
import { BookCover } from './book-cover.tsx';
import { categoryName } from './category-name.ts';
import classes from './featured-courses.module.css';
import { Price } from './price.tsx';
import { Section } from './section.tsx';
import { useShown } from './use-shown.ts';

/** Featured courses: the first one large with a short text, the others beside it. */
export function FeaturedCourses() {
  const { t } = useTranslation('catalogue');
  const { data, isError, error, refetch } = useShown((viewer) => featuredQuery(viewer));
  if (!data && !isError) return <FeaturedSkeleton />;
  const books = data?.data ?? [];
  // One or two are shown alike; of more, the first is large.
  const leads = books.length <= 2 ? books : books.slice(0, 1);
  const others = books.slice(leads.length);
  if (leads.length === 0 && !isError) return null;
  return (
    <Section
      title={t('landing.featured')}
      more={{ to: paths.featuredBooks.to(), label: t('landing.allFeatured') }}
    >
      {isError && <FailedState error={error} onRetry={() => void refetch()} />}
      {leads.length > 0 && (
        <div className={classes.spread} data-leads={others.length === 0 ? leads.length : undefined}>
          {leads.map((book) => (
            <Feature key={book.id} book={book} lead />
          ))}
          {others.length > 0 && (
            <ul className={classes.others}>
              {others.map((book) => (
                <li key={book.id}>
                  <Feature book={book} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  );
}

function Feature({ book, lead = false }: { book: FeaturedBook; lead?: boolean }) {
  const { t, i18n } = useTranslation('catalogue');
  const role = useSession()?.role ?? null;
  const to = paths.bookProfile.to(book.id);
  const action = t(`card.${cardAction(role, book)}`);
  const owned = ownedLabel(role, book);
  return (
    <article className={lead ? classes.lead : classes.feature} data-language={book.language}>
      <Link to={to} className={classes.cover} tabIndex={-1} aria-hidden="true">
        <BookCover
          picture={book}
          title={book.title}
          sizes={lead ? '(max-width: 768px) 40vw, 260px' : '96px'}
        />
      </Link>
      <div className={classes.words}>
        <Link to={paths.books.to({ category_id: book.category.id })} className={classes.category}>
          {categoryName(book.category, i18n.language)}
        </Link>
        <h3 className={classes.title} dir="auto">
          <Link to={to}>{book.title}</Link>
        </h3>
        <p className={classes.author} dir="auto">
          {book.author}
        </p>
        {lead && (
          <p className={classes.summary} dir="auto" data-excerpt>
            {book.summary}
          </p>
        )}
        <p className={classes.foot}>
          {owned ? <span>{t(`card.${owned}`)}</span> : <Price dollars={book.price} />}
          <Link
            to={to}
            className={classes.action}
            aria-label={t('card.actionFor', { action, title: book.title })}
          >
            {action}
          </Link>
        </p>
      </div>
    </article>
  );
}

function FeaturedSkeleton() {
  return (
    <Placeholder className="page">
      <div className={classes.skeleton} />
    </Placeholder>
  );
}
