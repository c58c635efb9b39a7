import { Skeleton } from '@mantine/core';
import type { ListMetadata } from '@vesalius/contract/atoms';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { formatNumber } from '../lib/formats.ts';
import { Pager } from './pager.tsx';
import classes from './records.module.css';
import { EmptyState, FailedState } from './states.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isFigure?: boolean;
  /** For short words, such as a state: a narrow column does not break them. */
  readonly isWhole?: boolean;
  /** For a column of buttons, which need no label. */
  readonly isUnlabeled?: boolean;
  /** The list can be sorted by this column. */
  readonly isSortable?: boolean;
}
/** A column's key; a leading `-` reverses the order. */
interface Sorting {
  readonly by: string;
  readonly onSort: (by: string) => void;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sorting?: Sorting;
  /** A final row, such as a total. */
  last?: Row;
  /** Always uses cards: next to a form there is no room for columns. */
  isNarrow?: boolean;
}

/** Records as columns on a wide screen and as labeled cards on a phone. */
export function RecordTable<Row>({ label, columns, rows, keyOf, sorting, last, isNarrow }: TableProps<Row>) {
  const cells = (row: Row) =>
    columns.map(({ key, label: name, cell, isFigure, isWhole, isUnlabeled }) => (
      <td
        key={key}
        data-label={isUnlabeled ? undefined : name}
        data-figure={isFigure || undefined}
        data-whole={isWhole || undefined}
      >
        <div>{cell(row)}</div>
      </td>
    ));
  return (
    <table className={classes.table} aria-label={label} data-narrow={isNarrow || undefined}>
      <thead data-sortable={sorting ? true : undefined}>
        <tr>
          {columns.map((column) => (
            <Head key={column.key} column={column} {...(sorting ? { sorting } : {})} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>{cells(row)}</tr>
        ))}
        {last && <tr data-last>{cells(last)}</tr>}
      </tbody>
    </table>
  );
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting?: Sorting }) {
  const { key, label, isFigure, isUnlabeled, isSortable } = column;
  const figure = isFigure || undefined;
  if (!sorting || !isSortable)
    return (
      <th scope="col" data-figure={figure}>
        {isUnlabeled ? <span className="visually-hidden">{label}</span> : label}
      </th>
    );
  const order = sorting.by === key ? 'ascending' : sorting.by === `-${key}` ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={order} data-figure={figure}>
      <button type="button" onClick={() => sorting.onSort(order === 'ascending' ? `-${key}` : key)}>
        {label}
        <span aria-hidden="true">{order === 'ascending' ? ' ▲' : order === 'descending' ? ' ▼' : ' ↕'}</span>
      </button>
    </th>
  );
}

/** A list with its loading, empty, failed and loaded states, its total and its pages. */
export function RecordList<Row>({
  query,
  addressOf,
  empty,
  ...table
}: Omit<TableProps<Row>, 'rows'> & {
  query: {
    data?: { data: readonly Row[]; metadata: ListMetadata } | undefined;
    error?: Error | null;
    refetch: () => unknown;
  };
  addressOf: (page: number) => string;
  /** Replaces the default text "nothing found". */
  empty?: ReactNode;
}) {
  const { data } = query;
  if (query.error && !data) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton h={320} />;
  const lastPage = Math.max(1, data.metadata.pages);
  // The last page may have disappeared together with its rows.
  if (data.data.length === 0 && data.metadata.currentPage > lastPage)
    return <Navigate to={addressOf(lastPage)} replace />;
  if (data.data.length === 0) return empty ?? <EmptyState />;
  return (
    <>
      <RecordTable {...table} rows={data.data} />
      <ListFoot metadata={data.metadata} addressOf={addressOf} />
    </>
  );
}

/** The total, and links to the other pages. */
export function ListFoot({
  metadata,
  addressOf,
}: {
  metadata: ListMetadata;
  addressOf: (page: number) => string;
}) {
  const { t, i18n } = useTranslation('shell');
  const { count, currentPage: page, pages } = metadata;
  const words = {
    label: t('list.pages'),
    previous: t('list.previous'),
    next: t('list.next'),
    position: t('list.position', { page, pages }),
  };
  return (
    <div className={classes.foot}>
      <span>{t('list.count', { count, number: formatNumber(count, i18n.language) })}</span>
      <Pager page={page} pages={pages} addressOf={addressOf} words={words} />
    </div>
  );
}
