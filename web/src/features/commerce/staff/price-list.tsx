import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pricesOptions } from './api.ts';
import { ListFrame } from './list-frame.tsx';
import { PriceRow } from './price-row.tsx';
import classes from './staff.module.css';

/** What everything costs, who pays it, and the plans that PayPal bills by. */
export function PriceList() {
  const { t } = useTranslation('sales');
  const [page, setPage] = useState(1);
  const query = useQuery(pricesOptions(page));
  return (
    <div className={classes.stack}>
      <Text c="dimmed">{t('prices.intro')}</Text>
      <ListFrame label={t('title.prices')} query={query} onPage={setPage}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('prices.title')}</Table.Th>
              <Table.Th>{t('prices.kind')}</Table.Th>
              <Table.Th>{t('prices.price')}</Table.Th>
              <Table.Th className={classes.figure}>{t('prices.subscribers')}</Table.Th>
              <Table.Th>{t('prices.plans')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {query.data?.data.map((price) => (
              <PriceRow key={`${price.id}${price.price}`} price={price} />
            ))}
          </Table.Tbody>
        </Table>
      </ListFrame>
    </div>
  );
}
