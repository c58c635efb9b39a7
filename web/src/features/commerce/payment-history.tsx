import { Button, Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@vesalius/contract/commerce-payment';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import { FailedState } from '../../ui/states.tsx';
import { commerceApi, paymentsOptions } from './api.ts';
import classes from './manage.module.css';
import { ReceiptButton } from './receipt/receipt-button.tsx';

/**
 * Payments with their methods and receipts. A link to a receipt names this part: it comes into view when everything
 * above it is there.
 */
export function PaymentHistory({ isBelowAll }: { isBelowAll: boolean }) {
  const { t } = useTranslation('commerce');
  const [page, setPage] = useState(1);
  const { data, isError, error, refetch } = useQuery(paymentsOptions(page));
  const heading = useRef<HTMLHeadingElement>(null);
  const isWanted = useLocation().hash === '#payments' && isBelowAll && data !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    heading.current?.scrollIntoView?.({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <section>
      <Title order={2} size="h3" mb="md" ref={heading} tabIndex={-1}>
        {t('payments.title')}
      </Title>
      {isError && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton h={160} />}
      {data?.metadata.count === 0 && <Text c="dimmed">{t('payments.none')}</Text>}
      {data && data.data.length > 0 && <PaymentTable payments={data.data} />}
      {data && data.metadata.pages > 1 && (
        <nav aria-label={t('payments.title')} style={{ display: 'flex', gap: 8, marginTop: 12 }}>
          <Button variant="default" size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('manage.previous')}
          </Button>
          <Button
            variant="default"
            size="sm"
            disabled={page >= data.metadata.pages}
            onClick={() => setPage(page + 1)}
          >
            {t('manage.next')}
          </Button>
        </nav>
      )}
    </section>
  );
}

function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  const { t, i18n } = useTranslation('commerce');
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by the keyboard
    <section className={classes.table} tabIndex={0} aria-label={t('payments.title')}>
      <Table verticalSpacing="sm" role="table" className={classes.payments}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader">{t('payments.date')}</Table.Th>
            <Table.Th role="columnheader">{t('payments.what')}</Table.Th>
            <Table.Th role="columnheader">{t('payments.with')}</Table.Th>
            <Table.Th role="columnheader" className={classes.figure}>
              {t('payments.amount')}
            </Table.Th>
            <Table.Th role="columnheader">{t('payments.state')}</Table.Th>
            <Table.Th role="columnheader">{t('payments.receipt')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {payments.map((payment) => (
            <Table.Tr key={payment.id} role="row">
              <Table.Td role="cell" data-cell="date">
                {formatDate(payment.paid_at, i18n.language)}
              </Table.Td>
              <Table.Td role="cell" data-cell="what" className={classes.wide}>
                <bdi>{payment.title}</bdi>
                <Text size="sm" c="dimmed">
                  {t(`payments.${payment.kind}`)}
                </Text>
              </Table.Td>
              <Table.Td role="cell" data-cell="with">
                <bdi dir="ltr">
                  {payment.gateway === 'paypal'
                    ? 'PayPal'
                    : `${payment.card_type ?? ''} ${payment.last_four ? `•••• ${payment.last_four}` : ''}`}
                </bdi>
              </Table.Td>
              <Table.Td role="cell" data-cell="amount" className={classes.figure}>
                {money(payment.amount)}
              </Table.Td>
              <Table.Td role="cell" data-cell="state">
                {payment.refunded > 0 && payment.refunded >= payment.amount
                  ? t('payments.states.refunded')
                  : t(`payments.states.${payment.state}`)}
                {payment.refunds.map(({ amount, at }) => (
                  <Text key={at} size="sm" c="dimmed">
                    {t('payments.refunded', { amount: money(amount), date: formatDate(at, i18n.language) })}
                  </Text>
                ))}
              </Table.Td>
              <Table.Td role="cell" data-cell="receipt">
                {payment.invoice_id && payment.invoice_number && (
                  <ReceiptButton
                    number={payment.invoice_number}
                    load={() => commerceApi.getInvoice({ params: { id: payment.invoice_id ?? '' } })}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
