import { Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import { notify } from '../../../ui/notify.ts';
import { differencesOptions, staffApi } from './api.ts';
import { ListFrame } from './list-frame.tsx';
import classes from './staff.module.css';
import { useMoneyAct } from './use-act.ts';

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

/** What our books and the providers' disagree about. */
export function Differences() {
  const { t, i18n } = useTranslation('sales');
  const [page, setPage] = useState(1);
  const query = useQuery(differencesOptions(page));
  const run = useMoneyAct(
    () => staffApi.runReconciliation({}),
    ({ differences: count }) => notify('info', t('reconciliation.found', { count })),
  );
  const kindOf = (kind: string) => KINDS.find((one) => one === kind) ?? 'missing_here';
  return (
    <div className={classes.stack}>
      <Text c="dimmed" maw="70ch">
        {t('reconciliation.intro')}
      </Text>
      {query.data && (
        <Text>
          {query.data.last_run
            ? t('reconciliation.lastRun', {
                date: formatDateTime(query.data.last_run.at, i18n.language),
                count: query.data.last_run.differences,
              })
            : t('reconciliation.neverRun')}
        </Text>
      )}
      <div>
        <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
          {t('reconciliation.run')}
        </Button>
      </div>
      <ListFrame label={t('title.reconciliation')} query={query} onPage={setPage}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('reconciliation.foundAt')}</Table.Th>
              <Table.Th>{t('reconciliation.gateway')}</Table.Th>
              <Table.Th>{t('reconciliation.what')}</Table.Th>
              <Table.Th>{t('reconciliation.subject')}</Table.Th>
              <Table.Th>{t('reconciliation.state')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {query.data?.data.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>{formatDateTime(one.found_at, i18n.language)}</Table.Td>
                <Table.Td>{one.gateway}</Table.Td>
                <Table.Td className={classes.wide}>
                  {t(`reconciliation.kinds.${kindOf(one.kind)}`)}
                  <span className={classes.small} dir="ltr">
                    {one.detail}
                  </span>
                </Table.Td>
                <Table.Td>
                  <bdi dir="ltr">{one.subject}</bdi>
                </Table.Td>
                <Table.Td>
                  {one.closed_at === null ? t('reconciliation.open') : t('reconciliation.closed')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ListFrame>
    </div>
  );
}
