import { type ListMetadata, wholeList } from '@vesalius/contract/atoms';
import type { SalesRow } from '@vesalius/contract/commerce-admin';
import { defuseCell } from '@vesalius/contract/spreadsheet-cell';
import { stringify } from 'csv-stringify/sync';
import { QUOTED } from '../../../platform/csv-options.ts';
import type { Db } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { listSales, type SalesGroup, type SalesLine } from './sales-queries.ts';

/** The default without dates: this month and the eleven before it. */
const MONTHS = 12;

export interface SalesWish {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by: SalesGroup;
}

/** Sales of whole days, both ends included, in UTC. */
export async function salesReport(
  db: Db,
  wish: SalesWish,
  now: Date,
): Promise<{ data: SalesRow[]; metadata: ListMetadata; total: SalesRow; from: string; to: string }> {
  const firstDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1, 1));
  const { from = dayOf(firstDay), to = dayOf(now) } = wish;
  const until = new Date(new Date(to).getTime() + DAY_MS);
  const lines = await listSales(db, wish.by, new Date(from), until);
  const sum = (pick: (line: SalesLine) => number) => lines.reduce((total, line) => total + pick(line), 0);
  return {
    ...wholeList(lines.map(row)),
    from,
    to,
    total: row({
      name: '',
      itemId: null,
      edition: null,
      payments: sum(({ payments }) => payments),
      grossCents: sum(({ grossCents }) => grossCents),
      refundedCents: sum(({ refundedCents }) => refundedCents),
    }),
  };
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const row = (line: SalesLine): SalesRow => ({
  name: line.name ?? '',
  item_id: line.itemId,
  edition: line.edition,
  payments: line.payments,
  gross: line.grossCents / 100,
  refunded: line.refundedCents / 100,
  net: (line.grossCents - line.refundedCents) / 100,
});

export const salesCsv = (rows: readonly SalesRow[], by: SalesGroup): string =>
  stringify(
    rows.map(({ name, item_id, edition, payments, gross, refunded, net }) => ({
      name: defuseCell(name),
      payments,
      gross: gross.toFixed(2),
      refunded: refunded.toFixed(2),
      net: net.toFixed(2),
      ...(by === 'item' && { edition: defuseCell(edition ?? ''), item_id }),
    })),
    { header: true, bom: true, ...QUOTED },
  );
