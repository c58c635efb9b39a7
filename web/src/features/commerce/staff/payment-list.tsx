import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StaffPayment } from '@vesalius/contract/commerce-admin';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatMoney } from '../../../lib/formats.ts';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { ChoiceFilter, DaysFilter, ListBar, SaveCsv, SearchFilter } from '../../../ui/list-filters.tsx';
import { type Column, RecordList } from '../../../ui/record-list.tsx';
import { ReceiptButton } from '../receipt/receipt-button.tsx';
import { allPaymentsOptions, staffApi } from './api.ts';
import { PersonCell } from './person-cell.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import classes from './staff.module.css';

const STATES = ['approved', 'declined', 'open', 'refunded'] as const;

export function PaymentList() {
  const { t, i18n } = useTranslation('sales');
  const { filters, page, change, addressOf } = useAddressFilters(['search_term', 'state', 'from', 'to']);
  const [refunding, setRefunding] = useState<StaffPayment | null>(null);
  const query = useQuery(allPaymentsOptions(filters, page));
  const columns: Column<StaffPayment>[] = [
    { key: 'at', label: t('payments.date'), cell: ({ at }) => formatDateTime(at, i18n.language) },
    {
      key: 'person',
      label: t('payments.person'),
      cell: ({ person }) => <PersonCell person={person} />,
    },
    {
      key: 'item',
      label: t('payments.item'),
      cell: ({ title, promo_code }) => (
        <>
          <bdi>{title}</bdi>
          {promo_code && <small>{promo_code}</small>}
        </>
      ),
    },
    {
      key: 'amount',
      label: t('payments.amount'),
      isFigure: true,
      cell: ({ amount, refunds }) => (
        <>
          {formatMoney(amount, i18n.language)}
          {refunds.map(({ at, amount: part, made_by: by }) => (
            <small key={at}>
              {t('payments.refundedOn', {
                amount: formatMoney(part, i18n.language),
                date: formatDate(at, i18n.language),
              })}{' '}
              · {by ? <bdi>{by.name}</bdi> : t('payments.refundedAutomatically')}
            </small>
          ))}
        </>
      ),
    },
    {
      key: 'state',
      label: t('payments.state'),
      isWhole: true,
      cell: ({ state, amount, refunded, reason }) => (
        <>
          {amount > 0 && refunded >= amount ? t('payments.refunded') : t(`payments.states.${state}`)}
          {reason && <small>{reason}</small>}
        </>
      ),
    },
    { key: 'ids', label: t('payments.ids'), cell: (payment) => <Reference payment={payment} /> },
    {
      key: 'acts',
      label: t('payments.refund'),
      isUnlabeled: true,
      cell: (payment) =>
        payment.state === 'approved' &&
        payment.refunded < payment.amount && (
          <Button size="compact-sm" variant="default" onClick={() => setRefunding(payment)}>
            {t('payments.refund')}
            <span className="visually-hidden">: {payment.person.name}</span>
          </Button>
        ),
    },
  ];
  return (
    <div className={classes.stack}>
      <ListBar>
        <SearchFilter
          label={t('payments.search')}
          value={filters.search_term}
          onChange={(search_term) => change({ search_term })}
        />
        <ChoiceFilter
          label={t('payments.state')}
          any={t('payments.any')}
          choices={STATES.map((value) => ({ value, label: t(`payments.${value}`) }))}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
        <DaysFilter from={filters.from} to={filters.to} onChange={change} />
        <SaveCsv call={commerceAdminCalls.downloadPayments} query={filters} name="payments.csv" />
      </ListBar>
      <RecordList
        label={t('title.payments')}
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        addressOf={addressOf}
      />
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />}
    </div>
  );
}

/** The identifiers of the payment for provider and customer. */
const Reference = ({ payment }: { payment: StaffPayment }) => (
  <>
    <bdi dir="ltr">
      {payment.gateway === 'paypal' ? 'PayPal' : `•••• ${payment.last_four ?? ''}`} {payment.transaction_id}
    </bdi>
    {payment.invoice_number ? (
      <ReceiptButton
        number={payment.invoice_number}
        load={() => staffApi.getReceipt({ params: { id: payment.id } })}
      />
    ) : (
      <small>
        <bdi dir="ltr">{payment.attempt_key}</bdi>
      </small>
    )}
  </>
);
