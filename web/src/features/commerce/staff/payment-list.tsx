import { Button, NativeSelect, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { StaffPayment } from '@vesalius/contract/commerce-admin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../../app/paths.ts';
import { formatDateTime, formatMoney } from '../../../lib/formats.ts';
import { allPaymentsOptions, type PaymentsWish } from './api.ts';
import { ListFrame } from './list-frame.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import classes from './staff.module.css';

const STATES = ['approved', 'declined', 'open', 'refunded'] as const;

export function PaymentList() {
  const { t } = useTranslation('sales');
  const [text, setText] = useState('');
  const [state, setState] = useState('');
  const [page, setPage] = useState(1);
  const [refunding, setRefunding] = useState<StaffPayment | null>(null);
  const [search] = useDebouncedValue(text, 250);
  const query = useQuery(
    allPaymentsOptions({
      page,
      search_term: search,
      state: (state || undefined) as PaymentsWish['state'],
    }),
  );
  return (
    <div className={classes.stack}>
      <div className={classes.bar}>
        <TextInput
          className={classes.grow}
          label={t('payments.search')}
          type="search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
        <NativeSelect
          label={t('payments.state')}
          value={state}
          onChange={(event) => {
            setState(event.currentTarget.value);
            setPage(1);
          }}
          data={[
            { value: '', label: t('payments.any') },
            ...STATES.map((value) => ({ value, label: t(`payments.${value}`) })),
          ]}
        />
      </div>
      <ListFrame label={t('title.payments')} query={query} onPage={setPage}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('payments.date')}</Table.Th>
              <Table.Th>{t('payments.person')}</Table.Th>
              <Table.Th>{t('payments.item')}</Table.Th>
              <Table.Th className={classes.figure}>{t('payments.amount')}</Table.Th>
              <Table.Th>{t('payments.state')}</Table.Th>
              <Table.Th>{t('payments.ids')}</Table.Th>
              <Table.Th>
                <span className="visually-hidden">{t('payments.refund')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {query.data?.data.map((payment) => (
              <Row key={payment.id} payment={payment} onRefund={() => setRefunding(payment)} />
            ))}
          </Table.Tbody>
        </Table>
      </ListFrame>
      {refunding && <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />}
    </div>
  );
}

function Row({ payment, onRefund }: { payment: StaffPayment; onRefund: () => void }) {
  const { t, i18n } = useTranslation('sales');
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  const { person, refunded } = payment;
  return (
    <Table.Tr>
      <Table.Td>{formatDateTime(payment.at, i18n.language)}</Table.Td>
      <Table.Td>
        <Link to={paths.adminPerson.to(person.id)}>
          <bdi>{person.name}</bdi>
        </Link>
        <span className={classes.small}>{person.email}</span>
      </Table.Td>
      <Table.Td className={classes.wide}>
        <bdi>{payment.title}</bdi>
        {payment.promo_code && <span className={classes.small}>{payment.promo_code}</span>}
      </Table.Td>
      <Table.Td className={classes.figure}>
        {money(payment.amount)}
        {refunded > 0 && (
          <span className={classes.small}>{t('payments.refundedBy', { amount: money(refunded) })}</span>
        )}
      </Table.Td>
      <Table.Td>
        {t(`payments.states.${payment.state}`)}
        {payment.reason && <span className={classes.small}>{payment.reason}</span>}
      </Table.Td>
      <Table.Td>
        <bdi dir="ltr">
          {payment.gateway === 'paypal' ? 'PayPal' : `•••• ${payment.last_four ?? ''}`}{' '}
          {payment.transaction_id}
        </bdi>
        <span className={classes.small}>
          <bdi dir="ltr">{payment.invoice_number ?? payment.attempt_key}</bdi>
        </span>
      </Table.Td>
      <Table.Td>
        {payment.state === 'approved' && refunded < payment.amount && (
          <Button size="compact-sm" variant="default" onClick={onRefund}>
            {t('payments.refund')}
            <span className="visually-hidden">: {person.name}</span>
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
