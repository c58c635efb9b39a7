import { useQuery } from '@tanstack/react-query';
import type { PublisherRow } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import type { Column } from '../../ui/record-list.tsx';
import { publishersOptions } from './catalogue-api.ts';
import { SearchedList } from './searched-list.tsx';

export function PublishersList() {
  const { t, i18n } = useTranslation('listings');
  const address = useAddressFilters(['search']);
  const query = useQuery(publishersOptions({ page: address.page, search_term: address.filters.search }));
  const columns: Column<PublisherRow>[] = [
    {
      key: 'name',
      label: t('name'),
      cell: ({ id, name, imprint }) => (
        <>
          <Link to={paths.adminPublisher.to(id)}>
            <bdi>{name}</bdi>
          </Link>
          {imprint && (
            <small>
              <bdi>{imprint}</bdi>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'books',
      label: t('column.books'),
      isFigure: true,
      cell: ({ book_count }) => formatNumber(book_count, i18n.language),
    },
  ];
  return (
    <SearchedList
      label={t('publisher.title')}
      searchLabel={t('publisher.search')}
      address={address}
      query={query}
      columns={columns}
      create={{ to: paths.adminPublisher.to('new'), label: t('publisher.new') }}
      none={{ title: t('publisher.noneTitle'), hint: t('publisher.noneHint') }}
    />
  );
}
