import { Button, SegmentedControl, Skeleton, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { SalesRow } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/error-text.ts';
import { formatMoney, formatNumber } from '../../../lib/formats.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { notifyError } from '../../../ui/notify.ts';
import { FailedState } from '../../../ui/states.tsx';
import { type SalesWish, salesOptions, staffApi } from './api.ts';
import classes from './staff.module.css';

/** Sales as bars, as a table, and as a file. Until days are chosen, the fields show those that the server added up. */
export function SalesReport() {
  const { t, i18n } = useTranslation('sales');
  const [by, setBy] = useState<SalesWish['by']>('month');
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const wish = { by, from: from || undefined, to: to || undefined };
  const { data, isError, refetch } = useQuery(salesOptions(wish));
  const save = useMutation({
    // A raw answer: the text of the file.
    mutationFn: () => staffApi.downloadSales({ query: wish }),
    onSuccess: (text) =>
      saveFile(new Blob([String(text)], { type: 'text/csv;charset=utf-8' }), `sales by ${by}.csv`),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <div className={classes.stack}>
      <div className={classes.bar}>
        <div>
          <Text size="sm" fw={600} mb={4} id="sales-by">
            {t('sales.by')}
          </Text>
          <SegmentedControl
            aria-labelledby="sales-by"
            value={by}
            onChange={(value) => setBy(value as SalesWish['by'])}
            data={(['day', 'month', 'item', 'code'] as const).map((value) => ({
              value,
              label: t(`sales.${value}`),
            }))}
          />
        </div>
        <TextInput
          type="date"
          label={t('sales.from')}
          value={from ?? data?.from ?? ''}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('sales.to')}
          value={to ?? data?.to ?? ''}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => save.mutate()} loading={save.isPending}>
          {t('sales.csv')}
        </Button>
      </div>
      {isError && <FailedState onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={320} />}
      {data?.data.length === 0 && <Text c="dimmed">{t('none')}</Text>}
      {data && data.data.length > 0 && (
        <>
          <Bars rows={data.data} />
          <SalesTable rows={data.data} total={data.total} by={by} />
        </>
      )}
    </div>
  );
}

/** A month in which more was refunded than paid has a bar of its own color. */
function Bars({ rows }: { rows: readonly SalesRow[] }) {
  const { t, i18n } = useTranslation('sales');
  const most = Math.max(...rows.map(({ net }) => Math.abs(net)), 1);
  return (
    <ul className={classes.chart} aria-label={t('sales.chart')}>
      {rows.map(({ name, net }) => (
        <li key={name}>
          <span className={classes.name}>
            <bdi>{name || t('sales.noCode')}</bdi>
          </span>
          <span className={classes.track}>
            <span
              className={classes.fill}
              data-negative={net < 0 || undefined}
              data-fill
              style={{ width: `${(Math.abs(net) / most) * 100}%` }}
            />
          </span>
          <span className={classes.amount}>{formatMoney(net, i18n.language)}</span>
        </li>
      ))}
    </ul>
  );
}

function SalesTable({
  rows,
  total,
  by,
}: {
  rows: readonly SalesRow[];
  total: SalesRow;
  by: SalesWish['by'];
}) {
  const { t, i18n } = useTranslation('sales');
  const cells = (row: SalesRow) => (
    <>
      <Table.Td className={classes.figure}>{formatNumber(row.payments, i18n.language)}</Table.Td>
      {[row.gross, row.refunded, row.net].map((dollars, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
        <Table.Td key={index} className={classes.figure}>
          {formatMoney(dollars, i18n.language)}
        </Table.Td>
      ))}
    </>
  );
  return (
    <div className={classes.table}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`sales.${by}`)}</Table.Th>
            {(['payments', 'gross', 'refunded', 'net'] as const).map((key) => (
              <Table.Th key={key} className={classes.figure}>
                {t(`sales.${key}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.name}>
              <Table.Td className={classes.wide}>
                <bdi>{row.name || t('sales.noCode')}</bdi>
              </Table.Td>
              {cells(row)}
            </Table.Tr>
          ))}
          <Table.Tr className={classes.total}>
            <Table.Td>{t('sales.total')}</Table.Td>
            {cells(total)}
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </div>
  );
}
