import { useQuery } from '@tanstack/react-query';
import type { InstitutionRow } from '@vesalius/contract/admin-institutions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import type { Column } from '../../ui/record-list.tsx';
import { institutionsOptions } from './api.ts';
import { SearchedList } from './searched-list.tsx';

export function InstitutionsList() {
  const { t, i18n } = useTranslation('admin');
  const address = useAddressFilters(['search']);
  const query = useQuery(institutionsOptions({ page: address.page, search_term: address.filters.search }));
  const number = (value: number) => formatNumber(value, i18n.language);
  const columns: Column<InstitutionRow>[] = [
    {
      key: 'name',
      label: t('institution.name'),
      cell: ({ id, name }) => (
        <Link to={paths.adminInstitution.to(id)}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      key: 'members',
      label: t('institution.members'),
      cell: ({ seats, member_count: members }) =>
        seats === null ? number(members) : `${number(members)} / ${number(seats)}`,
    },
    {
      key: 'books',
      label: t('institution.books'),
      cell: ({ book_count }) => number(book_count),
    },
    {
      key: 'until',
      label: t('institution.until'),
      cell: ({ ends_at, is_active }) => (
        <>
          {formatDate(ends_at, i18n.language)}
          {!is_active && <small>{t('institution.inactive')}</small>}
        </>
      ),
    },
  ];
  return (
    <SearchedList
      label={t('tab.institutions')}
      searchLabel={t('institution.search')}
      address={address}
      query={query}
      columns={columns}
      create={{ to: paths.adminInstitution.to('new'), label: t('institution.create') }}
      none={{ title: t('institution.noneTitle'), hint: t('institution.noneHint') }}
    />
  );
}
