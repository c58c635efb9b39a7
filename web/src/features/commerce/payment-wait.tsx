import { Loader, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PAYMENT_POLL_MS } from '@vesalius/contract/constants';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { notify } from '../../ui/notify.ts';
import { commerceApi, itemFields } from './api.ts';
import type { BookToBuy } from './book-to-buy.ts';
import classes from './checkout.module.css';

export type WaitResult = 'paid' | 'not-paid' | 'cancelled' | 'returned' | 'of-another-account';

/**
 * Waits for a payment with an unknown result: says so, asks every 16 seconds, and reports the result. With a
 * subscription's id it asks about PayPal, otherwise about the card provider.
 */
export function PaymentWait({
  item,
  paypalSubscriptionId,
  onKnown,
}: {
  item: BookToBuy;
  paypalSubscriptionId?: string;
  onKnown: (result: WaitResult) => void;
}) {
  const { t } = useTranslation('commerce');
  const ask = useQuery({
    queryKey: keyOf('commerce', 'wait', item.mode, item.id, paypalSubscriptionId ?? ''),
    queryFn: () => (paypalSubscriptionId ? askPaypal(item, paypalSubscriptionId) : askCheckout(item)),
    refetchInterval: ({ state }) => (state.data === 'waiting' || state.error ? PAYMENT_POLL_MS : false),
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
  const result = ask.data;
  const told = useRef(false);
  const isWaiting = result === 'waiting';
  useEffect(() => {
    if (isWaiting) notify('info', t('checkout.processing'));
  }, [isWaiting, t]);
  useEffect(() => {
    if (!result || result === 'waiting' || told.current) return;
    told.current = true;
    onKnown(result);
  }, [result, onKnown]);
  return (
    <div className={classes.wait} role="status">
      <Loader />
      <Title order={1} size="h3">
        {t('checkout.processing')}
      </Title>
      <Text c="dimmed" maw="52ch">
        {t('checkout.processingHint')}
      </Text>
    </div>
  );
}

async function askPaypal(item: BookToBuy, subscriptionId: string): Promise<WaitResult | 'waiting'> {
  try {
    await commerceApi.createBookSubscription({
      body: { payment_gateway: 'paypal', subscription_id: subscriptionId, ...itemFields(item) },
    });
    return 'paid';
  } catch (error) {
    const code = error instanceof CallError ? error.code : '';
    if (code === 'payment_pending') return 'waiting';
    if (code === 'payment_returned') return 'returned';
    if (code === 'payment_cancelled') return 'cancelled';
    // The order belongs to another user, who approved it and may be charged.
    if (code === 'not_found') return 'of-another-account';
    throw error;
  }
}

async function askCheckout(item: BookToBuy): Promise<WaitResult | 'waiting'> {
  const { pending, running } = await commerceApi.getCheckout({ query: itemFields(item) });
  if (pending) return 'waiting';
  return running ? 'paid' : 'not-paid';
}
