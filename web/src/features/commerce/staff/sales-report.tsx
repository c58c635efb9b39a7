import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SalesRow } from '@vesalius/contract/commerce-admin';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, formatMonth, formatNumber } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { ChoiceFilter, DaysFilter, ListBar, SaveCsv } from '../../../ui/list-filters.tsx';
import { type Column, RecordTable } from '../../../ui/record-list.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { type SalesWish, salesOptions } from './api.ts';
import classes from './staff.module.css';

const GROUPS = ['day', 'month', 'item', 'code'] as const;

/** Sales as a chart, a table, and a file. Until the user selects days, the fields show those that the server used. */
export function SalesReport() {
  const { t } = useTranslation('sales');
  const { filters, change } = useAddressFilters(['by', 'from', 'to']);
  const by = GROUPS.find((each) => each === filters.by) ?? 'month';
  const wish = { by, from: filters.from || undefined, to: filters.to || undefined };
  const { data, isError, error, refetch } = useQuery(salesOptions(wish));
  return (
    <div className={classes.stack}>
      <ListBar>
        <ChoiceFilter
          label={t('sales.by')}
          choices={GROUPS.map((value) => ({ value, label: t(`sales.${value}`) }))}
          value={by}
          onChange={(value) => change({ by: value })}
        />
        <DaysFilter from={filters.from} to={filters.to} usual={data} onChange={change} />
        <SaveCsv call={commerceAdminCalls.downloadSales} query={wish} name={`sales by ${by}.csv`} />
      </ListBar>
      {isError && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={320} />}
      {data?.data.length === 0 && <EmptyState />}
      {data && data.data.length > 0 && (
        <>
          <Bars rows={data.data} by={by} />
          <SalesTable rows={data.data} total={data.total} by={by} />
        </>
      )}
    </div>
  );
}

/** A month with more refunds than payments has its own color. */
function Bars({ rows, by }: { rows: readonly SalesRow[]; by: SalesWish['by'] }) {
  const nameOf = useNames(by);
  const { t, i18n } = useTranslation('sales');
  const most = Math.max(...rows.map(({ net }) => Math.abs(net)), 1);
  return (
    <ul className={classes.chart} aria-label={t('sales.chart')}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <span className={classes.name}>
            <bdi>{nameOf(row.name)}</bdi>
            {row.edition && (
              <>
                {' '}
                <small>{t('prices.edition', { edition: row.edition })}</small>
              </>
            )}
          </span>
          <span className={classes.track}>
            <span
              className={classes.fill}
              data-negative={row.net < 0 || undefined}
              data-fill
              style={{ width: `${(Math.abs(row.net) / most) * 100}%` }}
            />
          </span>
          <span className={classes.amount}>{formatMoney(row.net, i18n.language)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Two editions of a book, or two books, may have one title. */
const keyOf = ({ item_id, name }: SalesRow) => item_id ?? name;

/** Formats days and months; titles and codes stay as they are. */
function useNames(by: SalesWish['by']) {
  const { t, i18n } = useTranslation('sales');
  return (name: string) => {
    if (name === '') return t('sales.noCode');
    if (by === 'day') return formatDate(name, i18n.language);
    return by === 'month' ? formatMonth(name, i18n.language) : name;
  };
}

const FIGURES = ['payments', 'gross', 'refunded', 'net'] as const;

/** The report has a single page, so it is sorted here. */
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
  const nameOf = useNames(by);
  const { filters, change } = useAddressFilters(['sort']);
  const columns: Column<SalesRow>[] = [
    {
      key: 'name',
      label: t(`sales.${by}`),
      isSortable: true,
      cell: (row) =>
        row === total ? (
          t('sales.total')
        ) : (
          <>
            <bdi>{nameOf(row.name)}</bdi>
            {row.edition && <small>{t('prices.edition', { edition: row.edition })}</small>}
          </>
        ),
    },
    ...FIGURES.map((key) => ({
      key,
      label: t(`sales.${key}`),
      isFigure: true,
      isSortable: true,
      cell: (row: SalesRow) =>
        key === 'payments' ? formatNumber(row.payments, i18n.language) : formatMoney(row[key], i18n.language),
    })),
  ];
  return (
    <RecordTable
      label={t('title.sales')}
      columns={columns}
      rows={sorted(rows, filters.sort, i18n.language)}
      keyOf={keyOf}
      last={total}
      sorting={{ by: filters.sort, onSort: (sort) => change({ sort }) }}
    />
  );
}

function sorted(rows: readonly SalesRow[], by: string, language: string): readonly SalesRow[] {
  const key = (['name', ...FIGURES] as const).find((each) => each === by.replace('-', ''));
  if (!key) return rows;
  const compare = (a: SalesRow, b: SalesRow) =>
    key === 'name'
      ? `${a.name} ${a.edition ?? ''}`.localeCompare(`${b.name} ${b.edition ?? ''}`, language)
      : a[key] - b[key];
  return rows.toSorted((a, b) => (by.startsWith('-') ? compare(b, a) : compare(a, b)));
}
