import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Difference } from '@vesalius/contract/commerce-admin';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { type Column, RecordList } from '../../../ui/record-list.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { differencesOptions, staffApi } from './api.ts';
import classes from './staff.module.css';

const KINDS = [
  'missing_here',
  'missing_there',
  'not_granted',
  'amount',
  'unknown_there',
  'refund_open',
  'refund_missing_here',
  'refund_missing_there',
  'refund_amount',
  'refunds_unreadable',
  'voided_there',
  'not_returned',
] as const;
const kindOf = (kind: string) => KINDS.find((one) => one === kind) ?? 'missing_here';

/** Differences between our records and the providers'. */
export function Differences() {
  const { t, i18n } = useTranslation('sales');
  const { page, addressOf } = useAddressFilters([]);
  const query = useQuery(differencesOptions(page));
  const run = useAct(
    () => staffApi.runReconciliation({}),
    ({ differences: count }) => t('reconciliation.found', { count }),
  );
  const last = query.data?.last_run;
  const columns: Column<Difference>[] = [
    {
      key: 'foundAt',
      label: t('reconciliation.foundAt'),
      cell: ({ found_at }) => formatDateTime(found_at, i18n.language),
    },
    { key: 'gateway', label: t('reconciliation.gateway'), cell: ({ gateway }) => gateway },
    {
      key: 'what',
      label: t('reconciliation.what'),
      cell: ({ kind, detail }) => (
        <>
          {t(`reconciliation.kinds.${kindOf(kind)}`)}
          <small dir="ltr">{detail}</small>
        </>
      ),
    },
    {
      key: 'subject',
      label: t('reconciliation.subject'),
      cell: ({ subject }) => <bdi dir="ltr">{subject}</bdi>,
    },
    {
      key: 'state',
      label: t('reconciliation.state'),
      cell: ({ closed_at }) => (closed_at === null ? t('reconciliation.open') : t('reconciliation.closed')),
    },
  ];
  return (
    <div className={classes.stack}>
      <Text c="dimmed" maw="70ch">
        {t('reconciliation.intro')}
      </Text>
      {query.data && (
        <Text>
          {last
            ? t('reconciliation.lastRun', {
                date: formatDateTime(last.at, i18n.language),
                count: last.differences,
              })
            : t('reconciliation.neverRun')}
        </Text>
      )}
      <div>
        <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
          {t('reconciliation.run')}
        </Button>
      </div>
      <RecordList
        label={t('title.reconciliation')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
        empty={<EmptyState title={t('reconciliation.noneTitle')} />}
      />
    </div>
  );
}
