import { useQuery } from '@tanstack/react-query';
import { BOOK_ROLES, type CatalogueBookRow } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ListBar, SearchFilter } from '../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { booksOptions } from './catalogue-api.ts';

/** Every book and work, with the people who see it before others. */
export function BooksList() {
  const { t } = useTranslation('listings');
  const { filters, page, change, addressOf } = useAddressFilters(['search']);
  const query = useQuery(booksOptions({ page, search_term: filters.search }));
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
    <>
      <ListBar>
        <SearchFilter
          label={t('book.search')}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
      </ListBar>
      <RecordList
        label={t('book.books')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={
          filters.search ? undefined : <EmptyState title={t('book.noneTitle')} hint={t('book.noneHint')} />
        }
      />
    </>
  );
}
