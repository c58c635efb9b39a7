import { useQuery } from '@tanstack/react-query';
import type { CataloguePackageRow } from '@vesalius/contract/publishing-admin';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney, formatNumber } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useAddressFilters } from '../../lib/use-address-filters.ts';
import type { Column } from '../../ui/record-list.tsx';
import { packagesOptions } from './catalogue-api.ts';
import { isDear } from './is-dear.ts';
import { SearchedList } from './searched-list.tsx';

export function PackagesList() {
  const { t, i18n } = useTranslation('listings');
  const address = useAddressFilters(['search']);
  const query = useQuery(packagesOptions({ page: address.page, search_term: address.filters.search }));
  const number = (value: number) => formatNumber(value, i18n.language);
  const columns: Column<CataloguePackageRow>[] = [
    {
      key: 'name',
      label: t('name'),
      cell: ({ id, name, is_published, is_sold, ...listing }) => (
        <>
          <Link to={paths.adminPackage.to(id)}>
            <bdi>{name}</bdi>
          </Link>
          {!is_published && <small>{t('package.hidden')}</small>}
          {is_published && !is_sold && <small>{t('package.notSold')}</small>}
          {is_published && isDear(listing) && <small>{t('package.dearer')}</small>}
        </>
      ),
    },
    {
      key: 'books',
      label: t('column.books'),
      isFigure: true,
      cell: ({ book_count, sold_book_count }) => (
        <>
          {number(book_count)}
          {sold_book_count < book_count && (
            <small>{t('package.sold', { number: number(sold_book_count) })}</small>
          )}
        </>
      ),
    },
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
    <SearchedList
      label={t('package.title')}
      searchLabel={t('package.search')}
      address={address}
      query={query}
      columns={columns}
      create={{ to: paths.adminPackage.to('new'), label: t('package.new') }}
      none={{ title: t('package.noneTitle'), hint: t('package.noneHint') }}
    />
  );
}
