import { Alert, Button, Stack } from '@mantine/core';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { dismissAllToasts } from '../../ui/notify.ts';
import { commerceApi, itemFields, PAYMENT, REFUSED_AS_SHOWN } from './api.ts';
import classes from './checkout.module.css';
import type { PaymentProps } from './pay-by-card.tsx';

/** Creates a PayPal subscription through the server and opens PayPal, which returns to the checkout. */
export function PayByPaypal({
  item,
  amount,
  promoCode,
  replaces,
  isHeld,
  mayPay,
  isBesideCard = false,
  onPending,
  onPriceChanged,
}: PaymentProps & {
  /** The form of the card follows, whose button is the main one. */
  isBesideCard?: boolean;
  onPending: () => void;
  onPriceChanged: () => void;
}) {
  const { t, i18n } = useTranslation('commerce');
  const [failure, setFailure] = useState<string | null>(null);
  const isPaying = useIsMutating({ mutationKey: PAYMENT }) > 0;
  const start = useMutation({
    mutationKey: PAYMENT,
    mutationFn: () =>
      commerceApi.createPaypalSubscription({
        body: {
          amount,
          promo_code_name: promoCode,
          ...(isHeld ? { despite_access: true } : {}),
          ...(replaces ? { replaces_subscription_id: replaces } : {}),
          ...itemFields(item),
        },
      }),
    onMutate: () => {
      dismissAllToasts();
      setFailure(null);
    },
    onSuccess: ({ approve_url: address }) => window.location.assign(address),
    onError: async (error) => {
      const code = error instanceof CallError ? error.code : '';
      if (code === 'payment_pending') return onPending();
      if (REFUSED_AS_SHOWN.has(code)) onPriceChanged();
      setFailure(await errorText(error, i18n.language));
    },
  });
  return (
    <Stack gap="sm" align="flex-start">
      <p className={classes.small}>{t('checkout.paypalHint')}</p>
      {failure && (
        <Alert color="oxblood" variant="light" role="alert" p="sm">
          {failure}
        </Alert>
      )}
      <Button
        size="lg"
        variant={isBesideCard ? 'outline' : 'filled'}
        loading={start.isPending || start.isSuccess}
        disabled={isPaying && !start.isPending}
        onClick={() => mayPay() && start.mutate()}
      >
        {t('checkout.payWithPaypal')}
      </Button>
    </Stack>
  );
}
