import { Button, Checkbox, Modal, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { StaffPayment } from '@vesalius/contract/commerce-admin';
import { REASON_MIN_LENGTH } from '@vesalius/contract/constants';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api-client.ts';
import { formatDate, formatDateTime, formatMoney } from '../../../lib/formats.ts';
import { newId } from '../../../lib/new-id.ts';
import { useReturnsFocus } from '../../../lib/use-returns-focus.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { refundableOptions, staffApi } from './api.ts';
import classes from './staff.module.css';

const REFUSALS: readonly string[] = ['not_refundable', 'refund_unsettled'];

/** Refunds all or part of a payment. The dialog creates the refund's id once, so pressing twice makes one refund. */
export function RefundDialog({ payment, onClose }: { payment: StaffPayment; onClose: () => void }) {
  const { t, i18n } = useTranslation('sales');
  useReturnsFocus();
  const { data, isError, error, refetch } = useQuery(refundableOptions(payment.id));
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  const left = data?.left ?? Math.round((payment.amount - payment.refunded) * 100) / 100;
  const [typed, setTyped] = useState<number | string | null>(null);
  const value = data?.whole_only ? left : (typed ?? left);
  const amount = Number(value);
  const problem = amount > left ? t('refund.tooMuch', { amount: money(left) }) : null;
  const [reason, setReason] = useState('');
  const isWhole = amount === left;
  const access = data?.access ?? null;
  const [endsOfPart, setEndsOfPart] = useState(false);
  /** A buyer who gets everything back rarely keeps the access: nothing is chosen in advance. */
  const [endsOfWhole, setEndsOfWhole] = useState<'keep' | 'end' | null>(null);
  const ends = access !== null && (isWhole ? endsOfWhole === 'end' : endsOfPart);
  const [asks, setAsks] = useState(false);
  const credited = data?.credited_to ?? [];
  const [endsCredited, setEndsCredited] = useState<'keep' | 'end' | null>(null);
  const isUndecided =
    (credited.length > 0 && endsCredited === null) || (isWhole && access !== null && endsOfWhole === null);
  const words = access && wordsOf(access, t, i18n.language);
  /** What the buyer keeps reading, and through what, when the bought access ends. */
  const ways = (access?.remains ?? []).filter((way) => !(way.is_credited && endsCredited === 'end'));
  const remaining =
    ways.length > 0
      ? t(ways.some(({ whole }) => whole) ? 'refund.remains' : 'refund.remainsPart', {
          through: new Intl.ListFormat(i18n.language).format(
            ways.map(({ kind, name }) => t(`refund.through.${kind}`, { name: name ?? '' })),
          ),
        })
      : null;
  const end = access?.paid_until
    ? t('refund.endsLater', { date: formatDate(access.paid_until, i18n.language) })
    : (remaining ?? t('refund.endsNow'));
  const id = useRef(newId());
  // Sent without a response: pressing again asks for the result of the same refund, so its fields are locked.
  const [isSent, setIsSent] = useState(false);
  const refund = useAct(
    () =>
      staffApi.refundPayment({
        params: { id: payment.id },
        body: {
          refund_id: id.current,
          amount,
          ends_access: ends,
          reason,
          ...(endsCredited ? { ends_credited: endsCredited === 'end' } : {}),
        },
      }),
    ({ state, made_by: by }) => {
      const sum = { amount: money(amount), name: payment.person.name };
      const done = by ? t(`refund.${state}By`, { ...sum, by: by.name }) : t(`refund.${state}`, sum);
      return state === 'done' && ends && remaining ? `${done}. ${remaining}` : done;
    },
    {
      done: onClose,
      complain: (error) => {
        // Refused, and nothing was refunded: the next press is a new refund. Without a response, it stays the same one.
        const isRefused = error instanceof CallError && REFUSALS.includes(error.code);
        if (isRefused) id.current = newId();
        setIsSent(!isRefused && error instanceof CallError && (error.status === 0 || error.status >= 500));
        return false;
      },
    },
  );
  const facts = [
    [t('payments.person'), `${payment.person.name} · ${payment.person.email}`],
    [t('payments.item'), payment.title],
    [t('payments.approved'), `${money(payment.amount)} · ${formatDateTime(payment.at, i18n.language)}`],
    [
      t('payments.with'),
      payment.gateway === 'paypal' ? 'PayPal' : `${t('payments.card')} •••• ${payment.last_four ?? ''}`,
    ],
    ...(payment.invoice_number ? [[t('payments.invoice'), payment.invoice_number]] : []),
  ] as [string, string][];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('refund.title')}
      closeOnEscape={!asks}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Stack gap="md">
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {isError && !data ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Text>{t(data.whole_only ? 'refund.wholeOnly' : 'refund.left', { amount: money(left) })}</Text>
        ) : (
          <Skeleton h={24} />
        )}
        <NumberInput
          label={t('refund.amount')}
          prefix="$"
          min={0.01}
          max={left}
          decimalScale={2}
          allowNegative={false}
          value={value}
          clampBehavior="none"
          error={problem}
          readOnly={isSent || (data?.whole_only ?? false)}
          onChange={setTyped}
          data-autofocus
        />
        <TextInput
          label={t('refund.reason')}
          description={t('refund.reasonHint', { min: REASON_MIN_LENGTH })}
          value={reason}
          maxLength={200}
          readOnly={isSent}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {isWhole && words && (
          <Radio.Group
            label={t('refund.access')}
            required
            value={endsOfWhole}
            onChange={(value) => setEndsOfWhole(value === 'end' ? 'end' : 'keep')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="end" label={words.end} description={remaining} disabled={isSent} />
              <Radio value="keep" label={words.keep} description={words.kept} disabled={isSent} />
            </Stack>
          </Radio.Group>
        )}
        {!isWhole && words && (
          <Checkbox
            label={words.end}
            description={[t('refund.endsHint'), remaining].filter(Boolean).join(' ')}
            checked={endsOfPart}
            disabled={isSent}
            onChange={(event) => setEndsOfPart(event.currentTarget.checked)}
          />
        )}
        {credited.length > 0 && (
          <Radio.Group
            label={t('refund.credited', { bundles: credited.map(({ title }) => title).join(', ') })}
            value={endsCredited}
            onChange={(value) => setEndsCredited(value === 'end' ? 'end' : 'keep')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="keep" label={t('refund.keepCredited')} disabled={isSent} />
              <Radio value="end" label={t('refund.endCredited')} disabled={isSent} />
            </Stack>
          </Radio.Group>
        )}
        {isSent && <Text role="status">{t('refund.unanswered')}</Text>}
        <Button
          color="oxblood"
          disabled={
            !data ||
            isUndecided ||
            reason.trim().length < REASON_MIN_LENGTH ||
            amount <= 0 ||
            problem !== null
          }
          loading={refund.isPending}
          onClick={() => (isWhole ? setAsks(true) : refund.mutate())}
        >
          {t('refund.submit', { amount: money(amount) })}
        </Button>
        {asks && (
          <ConfirmDialog
            title={t('refund.wholeTitle')}
            confirm={t('refund.submit', { amount: money(amount) })}
            isPending={refund.isPending}
            onConfirm={() => {
              setAsks(false);
              refund.mutate();
            }}
            onClose={() => setAsks(false)}
          >
            {t('refund.wholeHint', { amount: money(amount) })}{' '}
            {words &&
              (ends ? [access?.renews && t('refund.wholeEnds'), end].filter(Boolean).join(' ') : words.kept)}
          </ConfirmDialog>
        )}
      </Stack>
    </Modal>
  );
}

interface BoughtAccess {
  readonly subscription_end_date: string;
  readonly renews: boolean;
  readonly paid_until: string | null;
}

/** The choices about the bought access. Of the renewal they speak only while there is one. */
function wordsOf(
  { renews, paid_until: paidUntil, subscription_end_date: endsAt }: BoughtAccess,
  t: TFunction<'sales'>,
  language: string,
): { end: string; keep: string; kept: string } {
  const date = formatDate(paidUntil ?? endsAt, language);
  const until = formatDate(endsAt, language);
  return renews
    ? {
        end: t(paidUntil ? 'refund.endsBothOn' : 'refund.endsBoth', { date }),
        keep: t('refund.keepBoth'),
        kept: t('refund.keepRenews', { date: until }),
      }
    : {
        end: t(paidUntil ? 'refund.endsAccessOn' : 'refund.endsAccess', { date }),
        keep: t('refund.keepAccess'),
        kept: t('refund.keepEnds', { date: until }),
      };
}
