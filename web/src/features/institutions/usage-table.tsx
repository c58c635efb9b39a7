import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMonth, formatNumber } from '../../lib/formats.ts';
import { type Column, RecordTable } from '../../ui/record-list.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { usageOptions } from './api.ts';
import { SHOWN_METRICS, type UsageOfMonth } from './usage-by-month.ts';
import classes from './usage-table.module.css';

/** The numbers of the reports by month, with a bar for the uses. */
export function UsageTable({
  institutionId,
  begin,
  end,
}: {
  institutionId: string;
  begin: string;
  end: string;
}) {
  const { t, i18n } = useTranslation('institutions');
  const { data, error, refetch } = useQuery(usageOptions({ institutionId, begin, end }));
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={240} />;
  const sumOf = (metric: (typeof SHOWN_METRICS)[number]) =>
    data.reduce((sum, { counts }) => sum + counts[metric], 0);
  if (SHOWN_METRICS.every((metric) => sumOf(metric) === 0)) return <EmptyState title={t('usageNone')} />;
  const most = Math.max(...data.map(({ counts }) => counts.Total_Item_Requests));
  const total: UsageOfMonth = {
    month: '',
    counts: {
      Total_Item_Requests: sumOf('Total_Item_Requests'),
      Unique_Title_Requests: sumOf('Unique_Title_Requests'),
      Total_Item_Investigations: sumOf('Total_Item_Investigations'),
      No_License: sumOf('No_License'),
    },
  };
  const columns: Column<UsageOfMonth>[] = [
    {
      key: 'month',
      label: t('usageColumns.month'),
      cell: ({ month }) => {
        if (month === '') return t('usageColumns.total');
        const name = formatMonth(month, i18n.language);
        // Months of the reports are those of UTC.
        const isCurrent = month === new Date().toISOString().slice(0, 7);
        return isCurrent ? t('usageColumns.soFar', { month: name }) : name;
      },
    },
    ...SHOWN_METRICS.map((metric) => ({
      key: metric,
      label: t(`usageColumns.${metric}`),
      isFigure: true,
      cell: ({ month, counts }: UsageOfMonth) => (
        <>
          {formatNumber(counts[metric], i18n.language)}
          {metric === 'Total_Item_Requests' && month !== '' && most > 0 && (
            <span className={classes.scale} aria-hidden="true">
              <span
                className={classes.bar}
                style={{ inlineSize: `${(counts.Total_Item_Requests / most) * 100}%` }}
              />
            </span>
          )}
        </>
      ),
    })),
  ];
  return (
    <RecordTable label={t('usage')} columns={columns} rows={data} keyOf={({ month }) => month} last={total} />
  );
}
