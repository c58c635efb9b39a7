import type { CounterTitleReport } from '@vesalius/contract/institutions';

/** The columns of the table on the screen, by their names in the reports. */
export const SHOWN_METRICS = [
  'Total_Item_Requests',
  'Unique_Title_Requests',
  'Total_Item_Investigations',
  'No_License',
] as const;
type ShownMetric = (typeof SHOWN_METRICS)[number];

export interface UsageOfMonth {
  /** YYYY-MM */
  readonly month: string;
  readonly counts: Readonly<Record<ShownMetric, number>>;
}

/** The sums over all titles of the reports, for each month from the first to the last, the latest first. */
export function usageByMonth(
  reports: readonly CounterTitleReport[],
  { begin, end }: { begin: string; end: string },
): UsageOfMonth[] {
  const performances = reports.flatMap(({ Report_Items: items }) =>
    items.flatMap(({ Attribute_Performance: parts }) => parts.map(({ Performance }) => Performance)),
  );
  const count = (metric: ShownMetric, month: string) =>
    performances.reduce((sum, performance) => sum + (performance[metric]?.[month] ?? 0), 0);
  return monthsOf(begin, end).map((month) => ({
    month,
    counts: {
      Total_Item_Requests: count('Total_Item_Requests', month),
      Unique_Title_Requests: count('Unique_Title_Requests', month),
      Total_Item_Investigations: count('Total_Item_Investigations', month),
      No_License: count('No_License', month),
    },
  }));
}

function monthsOf(begin: string, end: string): string[] {
  const months: string[] = [];
  const date = new Date(`${end}-01T00:00:00Z`);
  for (let month = end; month >= begin; month = date.toISOString().slice(0, 7)) {
    months.push(month);
    date.setUTCMonth(date.getUTCMonth() - 1);
  }
  return months;
}
