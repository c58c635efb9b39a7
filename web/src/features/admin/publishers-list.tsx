import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PublisherRow } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ListBar, SearchFilter } from '../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { publishersOptions } from './catalogue-api.ts';

export function PublishersList() {
  const { t, i18n } = useTranslation('listings');
  const { filters, page, change, addressOf } = useAddressFilters(['search']);
  const query = useQuery(publishersOptions({ page, search_term: filters.search }));
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
    <>
      <ListBar>
        <SearchFilter
          label={t('publisher.search')}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <Button component={Link} to={paths.adminPublisher.to('new')}>
          {t('publisher.new')}
        </Button>
      </ListBar>
      <RecordList
        label={t('publisher.title')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={
          filters.search ? undefined : (
            <EmptyState title={t('publisher.noneTitle')} hint={t('publisher.noneHint')} />
          )
        }
      />
    </>
  );
}
