import { Button, Checkbox, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import type { StaffPayment } from '@vesalius/contract/commerce-admin';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/formats.ts';
import { staffApi } from './api.ts';
import { newRefundId } from './refund-id.ts';
import { useMoneyAct } from './use-act.ts';

/** All or a part of a payment. The dialog makes the refund's id once: pressed twice, it is one refund. */
export function RefundDialog({ payment, onClose }: { payment: StaffPayment; onClose: () => void }) {
  const { t, i18n } = useTranslation('sales');
  const left = Math.round((payment.amount - payment.refunded) * 100) / 100;
  const [amount, setAmount] = useState(left);
  const [reason, setReason] = useState('');
  const [ends, setEnds] = useState(false);
  const id = useRef(newRefundId());
  const refund = useMoneyAct(
    () =>
      staffApi.refundPayment({
        params: { id: payment.id },
        body: { refund_id: id.current, amount, ends_access: ends, reason },
      }),
    onClose,
  );
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  return (
    <Modal opened onClose={onClose} title={t('refund.title')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        <Text>
          {t('refund.left', { amount: money(left) })} {payment.gateway === 'card' && t('refund.unsettled')}
        </Text>
        <NumberInput
          label={t('refund.amount')}
          prefix="$"
          min={0.01}
          max={left}
          decimalScale={2}
          allowNegative={false}
          value={amount}
          onChange={(value) => setAmount(Number(value))}
          data-autofocus
        />
        <TextInput
          label={t('refund.reason')}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Checkbox
          label={t('refund.ends')}
          description={t('refund.endsHint')}
          checked={ends}
          onChange={(event) => setEnds(event.currentTarget.checked)}
        />
        <Button
          color="oxblood"
          disabled={reason.trim().length < 3 || amount <= 0 || amount > left}
          loading={refund.isPending}
          onClick={() => refund.mutate()}
        >
          {t('refund.submit', { amount: money(amount) })}
        </Button>
      </Stack>
    </Modal>
  );
}
