import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CataloguePackageRow } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney, formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import { ListBar, SearchFilter } from '../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../ui/record-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { packagesOptions } from './catalogue-api.ts';

export function PackagesList() {
  const { t, i18n } = useTranslation('listings');
  const { filters, page, change, addressOf } = useAddressFilters(['search']);
  const query = useQuery(packagesOptions({ page, search_term: filters.search }));
  const number = (value: number) => formatNumber(value, i18n.language);
  const columns: Column<CataloguePackageRow>[] = [
    {
      key: 'name',
      label: t('name'),
      cell: ({ id, name, is_published }) => (
        <>
          <Link to={paths.adminPackage.to(id)}>
            <bdi>{name}</bdi>
          </Link>
          {!is_published && <small>{t('package.hidden')}</small>}
        </>
      ),
    },
    { key: 'books', label: t('column.books'), isFigure: true, cell: ({ book_count }) => number(book_count) },
    {
      key: 'price',
      label: t('package.price'),
      isFigure: true,
      cell: ({ price }) => formatMoney(price, i18n.language),
    },
    {
      key: 'subscribers',
      label: t('column.subscribers'),
      isFigure: true,
      cell: ({ subscribers }) => number(subscribers),
    },
  ];
  return (
    <>
      <ListBar>
        <SearchFilter
          label={t('package.search')}
          value={filters.search}
          onChange={(search) => change({ search })}
        />
        <Button component={Link} to={paths.adminPackage.to('new')}>
          {t('package.new')}
        </Button>
      </ListBar>
      <RecordList
        label={t('package.title')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={
          filters.search ? undefined : (
            <EmptyState title={t('package.noneTitle')} hint={t('package.noneHint')} />
          )
        }
      />
    </>
  );
}
