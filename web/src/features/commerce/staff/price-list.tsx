import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Price } from '@vesalius/contract/commerce-admin';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { type Column, RecordList } from '../../../ui/record-list.tsx';
import { pricesOptions } from './api.ts';
import { PriceField } from './price-field.tsx';
import classes from './staff.module.css';

/** All prices, who pays them, and the PayPal plans that bill them. */
export function PriceList() {
  const { t, i18n } = useTranslation('sales');
  const { page, addressOf } = useAddressFilters([]);
  const query = useQuery(pricesOptions(page));
  const money = (value: number) => formatMoney(value, i18n.language);
  const columns: Column<Price>[] = [
    {
      key: 'title',
      label: t('prices.title'),
      cell: ({ title, edition }) => (
        <>
          <bdi>{title}</bdi>
          {edition && <small>{t('prices.edition', { edition })}</small>}
        </>
      ),
    },
    { key: 'kind', label: t('prices.kind'), cell: ({ kind }) => t(`prices.${kind}`) },
    {
      key: 'price',
      label: t('prices.price'),
      cell: (price) => (price.is_replaced ? t('prices.replaced') : <PriceField price={price} />),
    },
    {
      key: 'subscribers',
      label: t('prices.subscribers'),
      isFigure: true,
      cell: ({ subscribers }) => formatNumber(subscribers, i18n.language),
    },
    {
      key: 'plans',
      label: t('prices.plans'),
      cell: ({ plans }) =>
        plans.length === 0
          ? '–'
          : plans.map(({ plan_id, yearly, first_year }) => (
              <small key={plan_id}>
                <bdi dir="ltr">{plan_id}</bdi>{' '}
                {first_year === null
                  ? t('prices.plan', { yearly: money(yearly) })
                  : t('prices.planFirst', { first: money(first_year), yearly: money(yearly) })}
              </small>
            )),
    },
  ];
  return (
    <div className={classes.stack}>
      <Text c="dimmed">{t('prices.intro')}</Text>
      <RecordList
        label={t('title.prices')}
        query={query}
        columns={columns}
        keyOf={({ id, price }) => `${id}${price}`}
        addressOf={addressOf}
      />
    </div>
  );
}
