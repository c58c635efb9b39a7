import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { languageName } from '../../lib/language-tags.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { bookLanguagesQuery } from './api.ts';
import classes from './book-listing.module.css';
import { CatalogueSearch } from './catalogue-search.tsx';
import { type ListingFilters, listingAddress } from './listing-filters.ts';

/** A back button, the name and size of the list, search and order. */
export function ListingToolbar({
  filters,
  title,
  count,
  more = false,
}: {
  filters: ListingFilters;
  title: string;
  /** null while unknown */
  count: number | null;
  /** The search matched more than are listed. */
  more?: boolean;
}) {
  const { t } = useTranslation('catalogue');
  const role = useSession()?.role;
  const navigate = useNavigate();
  const { key } = useLocation();
  const isFiltered = filters.listType === 'all' || filters.listType === 'assigned';
  return (
    <div className={classes.toolbar}>
      <button
        type="button"
        className={classes.back}
        // The first page of a visit has no page of ours before it.
        onClick={() => void (key === 'default' ? navigate(paths.home.to()) : navigate(-1))}
      >
        <Icon icon={ChevronLeft} />
        {t('books.back')}
      </button>
      <div className={classes.titleRow}>
        <h1 className={classes.title} dir="auto">
          {title}
        </h1>
        {/* Always rendered, so that changes of the count are announced. */}
        <span className={classes.count} aria-live="polite">
          {count !== null && count > 0 ? t(more ? 'books.countMore' : 'books.count', { count }) : '\u00a0'}
        </span>
      </div>
      <div className={classes.tools}>
        <CatalogueSearch initial={filters.search_term ?? ''} />
        {isFiltered && <LanguageChoice filters={filters} />}
        {isFiltered && count !== 0 && (
          <label className={classes.sort}>
            <span>{t('books.sort')}</span>
            <select
              value={filters.sorting_term ?? (filters.search_term ? 'best' : 'date')}
              onChange={(event) => {
                const chosen = event.target.value;
                const sorting_term =
                  chosen === 'best' ? undefined : (chosen as ListingFilters['sorting_term']);
                void navigate(listingAddress({ ...filters, sorting_term, page: 1 }), { replace: true });
              }}
            >
              {filters.search_term && <option value="best">{t('books.sortBest')}</option>}
              <option value="date">{t('books.sortDate')}</option>
              <option value="price_high">{t('books.sortPriceHigh')}</option>
              <option value="price_low">{t('books.sortPriceLow')}</option>
            </select>
          </label>
        )}
        {(role === 'author' || role === 'editor') && (
          <label className={classes.assigned}>
            <input
              type="checkbox"
              checked={filters.listType === 'assigned'}
              onChange={(event) =>
                void navigate(
                  listingAddress({
                    ...filters,
                    listType: event.target.checked ? 'assigned' : 'all',
                    page: 1,
                  }),
                  { replace: true },
                )
              }
            />
            {t('books.assignedOnly')}
          </label>
        )}
      </div>
    </div>
  );
}

/** Only in a shop with books in several languages, or to leave a language that has none. */
function LanguageChoice({ filters }: { filters: ListingFilters }) {
  const { t, i18n } = useTranslation('catalogue');
  const navigate = useNavigate();
  const { data } = useQuery(bookLanguagesQuery());
  const chosen = filters.language ?? '';
  const offered = data?.data.map(({ language }) => language) ?? [];
  const languages = chosen === '' || offered.includes(chosen) ? offered : [...offered, chosen];
  if (languages.length < 2) return null;
  return (
    <label className={classes.sort}>
      <span>{t('books.language')}</span>
      <select
        value={chosen}
        onChange={(event) => {
          const language = event.target.value || undefined;
          void navigate(listingAddress({ ...filters, language, page: 1 }), { replace: true });
        }}
      >
        <option value="">{t('books.allLanguages')}</option>
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageName(language, i18n.language)}
          </option>
        ))}
      </select>
    </label>
  );
}
