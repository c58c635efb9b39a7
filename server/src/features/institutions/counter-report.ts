import type { CounterReport } from '@vesalius/contract/institutions';
import { stringify } from 'csv-stringify/sync';
import { DEFUSED } from '../../platform/csv-options.ts';
import type { UsageRow } from './usage-queries.ts';

/* COUNTER Release 5.1, the three standard views of the title report for books. https://cop5.countermetrics.org */

const PLATFORM = 'Vesalius';
const NAMES: Readonly<Record<CounterReport, string>> = {
  tr_b1: 'Book Requests (Controlled)',
  tr_b2: 'Book Access Denied',
  tr_b3: 'Book Usage by Access Type',
};
type Metric = readonly [name: string, of: (row: UsageRow) => number];
const METRICS: Readonly<Record<CounterReport, readonly Metric[]>> = {
  tr_b1: [
    ['Total_Item_Requests', (row) => row.totalRequests],
    ['Unique_Title_Requests', (row) => row.uniqueTitleRequests],
  ],
  tr_b2: [['No_License', (row) => row.noLicense]],
  tr_b3: [
    ['Total_Item_Investigations', (row) => row.totalInvestigations],
    ['Total_Item_Requests', (row) => row.totalRequests],
    ['Unique_Item_Investigations', (row) => row.uniqueItemInvestigations],
    ['Unique_Item_Requests', (row) => row.uniqueItemRequests],
    ['Unique_Title_Investigations', (row) => row.uniqueTitleInvestigations],
    ['Unique_Title_Requests', (row) => row.uniqueTitleRequests],
  ],
};

export interface ReportInput {
  readonly report: CounterReport;
  readonly institution: { readonly id: string; readonly name: string };
  /** YYYY-MM, the first and the last month. */
  readonly begin: string;
  readonly end: string;
  readonly rows: readonly UsageRow[];
  readonly now: Date;
}

/** Every month from the first to the last. */
function monthsOf(begin: string, end: string): string[] {
  const months: string[] = [];
  for (
    let at = new Date(`${begin}-01T00:00:00Z`);
    at.toISOString().slice(0, 7) <= end;
    at.setUTCMonth(at.getUTCMonth() + 1)
  )
    months.push(at.toISOString().slice(0, 7));
  return months;
}
const lastDayOf = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};
/** With seconds, as the code of practice requires. */
const created = (now: Date) => `${now.toISOString().slice(0, 19)}Z`;

/** Titles with a number for each metric and month; zeros are left out. */
function items({ report, rows }: ReportInput) {
  const titles = new Map<string, { row: UsageRow; performance: Map<string, Record<string, number>> }>();
  for (const row of rows)
    for (const [metric, of] of METRICS[report]) {
      if (of(row) === 0) continue;
      const title = titles.get(row.bookId) ?? { row, performance: new Map() };
      titles.set(row.bookId, title);
      title.performance.set(metric, { ...title.performance.get(metric), [row.month]: of(row) });
    }
  return [...titles.values()];
}

export function counterJson(input: ReportInput) {
  const { report, institution, begin, end, now } = input;
  return {
    Report_Header: {
      Report_Name: NAMES[report],
      Report_ID: report.toUpperCase(),
      Release: '5.1',
      Institution_Name: institution.name,
      Institution_ID: { Proprietary: [`${PLATFORM}:${institution.id}`] },
      Report_Filters: {
        Begin_Date: `${begin}-01`,
        End_Date: lastDayOf(end),
        Data_Type: ['Book'],
        Access_Method: ['Regular'],
        ...(report === 'tr_b1' ? { Access_Type: ['Controlled'] } : {}),
        Metric_Type: METRICS[report].map(([metric]) => metric),
      },
      Created: created(now),
      Created_By: PLATFORM,
      Registry_Record: '',
    },
    Report_Items: items(input).map(({ row, performance }) => ({
      Title: row.title,
      Item_ID: {
        Proprietary: `${PLATFORM}:${row.bookId}`,
        ...(row.isbn ? { ISBN: row.isbn } : {}),
        ...(row.doi ? { DOI: row.doi } : {}),
      },
      Platform: PLATFORM,
      Publisher: row.publisher ?? PLATFORM,
      Attribute_Performance: [
        {
          Data_Type: 'Book',
          YOP: row.publicationYear,
          ...(report === 'tr_b3' ? { Access_Type: 'Controlled' } : {}),
          Performance: Object.fromEntries(performance),
        },
      ],
    })),
  };
}

/** The tabular form: fourteen header lines, an empty line, then one line per title and metric. */
export function counterCsv(input: ReportInput): string {
  const { report, institution, begin, end, now } = input;
  const months = monthsOf(begin, end);
  const withAccess = report === 'tr_b3';
  const heading = [
    'Title',
    'Publisher',
    'Publisher_ID',
    'Platform',
    'DOI',
    'Proprietary_ID',
    'ISBN',
    'Print_ISSN',
    'Online_ISSN',
    'URI',
    'YOP',
    ...(withAccess ? ['Access_Type'] : []),
    'Metric_Type',
    'Reporting_Period_Total',
    ...months.map(monthName),
  ];
  const head = [
    ['Report_Name', NAMES[report]],
    ['Report_ID', report.toUpperCase()],
    ['Release', '5.1'],
    ['Institution_Name', institution.name],
    ['Institution_ID', `${PLATFORM}:${institution.id}`],
    ['Metric_Types', METRICS[report].map(([metric]) => metric).join('; ')],
    [
      'Report_Filters',
      `Data_Type=Book; ${report === 'tr_b1' ? 'Access_Type=Controlled; ' : ''}Access_Method=Regular`,
    ],
    ['Report_Attributes', ''],
    ['Exceptions', ''],
    ['Reporting_Period', `Begin_Date=${begin}-01; End_Date=${lastDayOf(end)}`],
    ['Created', created(now)],
    ['Created_By', PLATFORM],
    ['Registry_Record', ''],
    [''],
  ];
  const lines = items(input).flatMap(({ row, performance }) =>
    [...performance].map(([metric, byMonth]) => [
      row.title,
      row.publisher ?? PLATFORM,
      '',
      PLATFORM,
      row.doi ?? '',
      `${PLATFORM}:${row.bookId}`,
      row.isbn ?? '',
      '',
      '',
      '',
      row.publicationYear,
      ...(withAccess ? ['Controlled'] : []),
      metric,
      Object.values(byMonth).reduce((sum, count) => sum + count, 0),
      ...months.map((month) => byMonth[month] ?? 0),
    ]),
  );
  return stringify([...head, heading, ...lines], { bom: true, ...DEFUSED });
}

const monthName = (month: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
    .format(new Date(`${month}-01T00:00:00Z`))
    .replace(' ', '-');
