import { Button, Group, NumberInput, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Price } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../../../lib/formats.ts';
import { pricesOptions, staffApi } from './api.ts';
import { ListFrame } from './list-frame.tsx';
import classes from './staff.module.css';
import { useMoneyAct } from './use-act.ts';

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

function PriceRow({ price }: { price: Price }) {
  const { t, i18n } = useTranslation('sales');
  const [dollars, setDollars] = useState(price.price);
  const save = useMoneyAct(() =>
    staffApi.updatePrice({ params: { id: price.id }, body: { price: dollars } }),
  );
  const money = (value: number) => formatMoney(value, i18n.language);
  return (
    <Table.Tr>
      <Table.Td className={classes.wide}>
        <bdi>{price.title}</bdi>
      </Table.Td>
      <Table.Td>{t(`prices.${price.kind}`)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <NumberInput
            aria-label={t('prices.of', { title: price.title })}
            size="sm"
            w={110}
            prefix="$"
            min={0}
            decimalScale={2}
            allowNegative={false}
            hideControls
            value={dollars}
            onChange={(value) => setDollars(Number(value))}
          />
          {dollars !== price.price && (
            <Button size="compact-md" loading={save.isPending} onClick={() => save.mutate()}>
              {t('prices.save')}
            </Button>
          )}
        </Group>
      </Table.Td>
      <Table.Td className={classes.figure}>{formatNumber(price.subscribers, i18n.language)}</Table.Td>
      <Table.Td>
        {price.plans.map((plan) => (
          <span key={plan.plan_id} className={classes.small}>
            <bdi dir="ltr">{plan.plan_id}</bdi>{' '}
            {plan.first_year === null
              ? t('prices.plan', { yearly: money(plan.yearly) })
              : t('prices.planFirst', { first: money(plan.first_year), yearly: money(plan.yearly) })}
          </span>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}
