import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { GeneratedAnswer } from '../../product/generated-answer.tsx';
import { SEARCH_MIN_LENGTH, searchQuery } from './api.ts';
import { BookGridSkeleton } from './book-grid.tsx';
import classes from './found-inside.module.css';
import { groupsOf } from './search-groups.ts';
import { GroupTitle, HitText } from './search-results.tsx';

const INSIDE: readonly string[] = ['answers', 'chapters', 'pages', 'notes', 'materials'];

/** Search results inside books: answers, chapters, pages and lectures that this user may read. */
export function FoundInside({
  term,
  hasBooks,
  nothing,
}: {
  term: string;
  /** Matching books are listed above. */
  hasBooks: boolean;
  /** Shown if nothing is found. */
  nothing: ReactNode;
}) {
  const { t } = useTranslation('catalogue');
  const { data, isPending, isPlaceholderData } = useQuery(searchQuery(useSession(), term));
  const isAsked = term.length >= SEARCH_MIN_LENGTH;
  if (isAsked && (isPending || isPlaceholderData)) return hasBooks ? null : <BookGridSkeleton count={4} />;
  const groups = isAsked && data ? groupsOf(data).filter(({ name }) => INSIDE.includes(name)) : [];
  if (groups.length === 0) return hasBooks ? null : nothing;
  const isMatch = groups.some(({ replaced = [] }) => replaced.length === 0);
  const inside = data ? [...data.answers, ...data.chapters, ...data.pages, ...data.materials] : [];
  const isPartial = inside.some(({ book }) => !book.has_access);
  return (
    <section className={classes.inside} aria-labelledby="found-inside">
      <h2 id="found-inside">{t('search.inside')}</h2>
      {!hasBooks && <p className={classes.hint}>{t(isMatch ? 'search.noTitle' : 'search.noMatch')}</p>}
      {isPartial && <p className={classes.hint}>{t('search.freePages')}</p>}
      {groups.map((group) => (
        <div key={group.name}>
          <h3>
            <GroupTitle group={group} />
          </h3>
          <ul>
            {group.options.map((option) => (
              <li key={option.key}>
                <Link to={option.to} className={classes.hit}>
                  <HitText option={option} />
                </Link>
              </li>
            ))}
          </ul>
          {group.name === 'answers' && data?.can_summarize && (
            <GeneratedAnswer
              key={term}
              question={term}
              sourceOf={({ book_id, title, page, label }) => (
                <Link to={paths.bookViewer.to(book_id, page)}>
                  <bdi>{title}</bdi>, {t('search.page', { page: label })}
                </Link>
              )}
            />
          )}
        </div>
      ))}
    </section>
  );
}
