import { Button, Group, NumberInput, Table } from '@mantine/core';
import type { Price } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../../../lib/formats.ts';
import { PriceDialog } from './price-dialog.tsx';
import classes from './staff.module.css';

/** A price that can be changed. An empty field is no price: it cannot be saved. */
export function PriceRow({ price }: { price: Price }) {
  const { t, i18n } = useTranslation('sales');
  const [entry, setEntry] = useState<string | number>(price.price);
  const [isAsking, setIsAsking] = useState(false);
  const dollars = typeof entry === 'number' ? entry : entry.trim() === '' ? null : Number(entry);
  const isPrice = dollars !== null && Number.isFinite(dollars);
  const money = (value: number) => formatMoney(value, i18n.language);
  return (
    <Table.Tr>
      <Table.Td className={classes.wide}>
        <bdi>{price.title}</bdi>
      </Table.Td>
      <Table.Td>{t(`prices.${price.kind}`)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <NumberInput
            aria-label={t('prices.of', { title: price.title })}
            size="sm"
            w={110}
            prefix="$"
            min={0}
            decimalScale={2}
            allowNegative={false}
            hideControls
            value={entry}
            onChange={setEntry}
            error={isPrice ? undefined : t('prices.missing')}
          />
          {isPrice && dollars !== price.price && (
            <Button size="compact-md" onClick={() => setIsAsking(true)}>
              {t('prices.save')}
            </Button>
          )}
        </Group>
        {isPrice && (
          <PriceDialog price={price} dollars={dollars} opened={isAsking} onClose={() => setIsAsking(false)} />
        )}
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
