import { useQuery } from '@tanstack/react-query';
import { BOOK_ROLES, type CatalogueBookRow } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import type { Column } from '../../ui/record-list.tsx';
import { booksOptions } from './catalogue-api.ts';
import { SearchedList } from './searched-list.tsx';

/** All books and works, with the people who see them before publication. */
export function BooksList() {
  const { t } = useTranslation('listings');
  const address = useAddressFilters(['search']);
  const query = useQuery(booksOptions({ page: address.page, search_term: address.filters.search }));
  const columns: Column<CatalogueBookRow>[] = [
    {
      key: 'title',
      label: t('book.title'),
      cell: ({ id, title, edition }) => (
        <>
          <Link to={paths.adminBook.to(id)}>
            <bdi>{title || t('book.untitled')}</bdi>
          </Link>
          {edition && (
            <small>
              <bdi>{edition}</bdi>
            </small>
          )}
        </>
      ),
    },
    { key: 'state', label: t('book.state'), cell: ({ state }) => t(`state.${state}`) },
    {
      key: 'people',
      label: t('book.people'),
      cell: ({ people }) =>
        BOOK_ROLES.filter((role) => people.some((person) => person.role === role)).map((role) => (
          <div key={role}>
            {t(`role.${role}`)}:{' '}
            <bdi>
              {people
                .filter((person) => person.role === role)
                .map(({ name }) => name)
                .join(', ')}
            </bdi>
          </div>
        )),
    },
  ];
  return (
    <SearchedList
      label={t('book.books')}
      searchLabel={t('book.search')}
      address={address}
      query={query}
      columns={columns}
      none={{ title: t('book.noneTitle'), hint: t('book.noneHint') }}
    />
  );
}
