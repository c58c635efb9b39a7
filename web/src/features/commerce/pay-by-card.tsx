import { Alert, Button, Stack } from '@mantine/core';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { formatMoney } from '../../lib/formats.ts';
import { dismissAllToasts } from '../../ui/notify.ts';
import { commerceApi, itemFields, PAYMENT, REFUSED_AS_SHOWN } from './api.ts';
import type { BookToBuy } from './book-to-buy.ts';
import { BillingFields, CardFields } from './card-form-fields.tsx';
import classes from './checkout.module.css';
import { type CardForm, cardBody, FIELD_OF_CODE } from './use-card-form.ts';

export interface PaymentProps {
  readonly item: BookToBuy;
  readonly title: string;
  readonly amount: number;
  readonly promoCode: string;
  readonly replaces: string | undefined;
  /** The buyer was shown that they can read it already. */
  readonly isHeld: boolean;
  /** False while a typed code must be applied first, which changes the amount. */
  readonly mayPay: () => boolean;
}

/** Card and billing address. The button is disabled until the server has responded, so one press is one payment. */
export function PayByCard({
  item,
  title,
  amount,
  promoCode,
  replaces,
  isHeld,
  mayPay,
  form,
  onPaid,
  onPending,
  onPriceChanged,
}: PaymentProps & {
  form: CardForm;
  onPaid: (message: string) => void;
  onPending: () => void;
  onPriceChanged: () => void;
}) {
  const { t, i18n } = useTranslation('commerce');
  const element = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isPaying = useIsMutating({ mutationKey: PAYMENT }) > 0;
  const pay = useMutation({
    mutationKey: PAYMENT,
    mutationFn: (values: typeof form.values) =>
      commerceApi.chargeCreditCard({
        body: {
          ...cardBody(values),
          name: title,
          amount,
          promo_code_name: promoCode,
          ...(isHeld ? { despite_access: true } : {}),
          ...(replaces ? { replaces_subscription_id: replaces } : {}),
          ...itemFields(item),
        },
      }),
    onMutate: dismissAllToasts,
    onSuccess: ({ paid_before: before }) =>
      onPaid(
        before?.receipt
          ? t('checkout.chargedOnce', { receipt: before.receipt })
          : t(before ? 'checkout.chargedOnceOnly' : 'checkout.success'),
      ),
    onError: async (error) => {
      const code = error instanceof CallError ? error.code : '';
      if (code === 'payment_pending') return onPending();
      if (REFUSED_AS_SHOWN.has(code)) onPriceChanged();
      if (code === 'network') return setFailure(t('checkout.unanswered'));
      const text = await errorText(error, i18n.language);
      const field = FIELD_OF_CODE[code];
      if (!field) return setFailure(text);
      form.setFieldError(field, text);
      focusFirstError(null, null, { currentTarget: element.current });
    },
  });
  return (
    <form
      ref={element}
      className={classes.form}
      onSubmit={(event) => {
        setFailure(null);
        if (mayPay()) form.onSubmit((values) => pay.mutate(values), focusFirstError)(event);
        else event.preventDefault();
      }}
      noValidate
    >
      <CardFields form={form} />
      <BillingFields form={form} />
      <Stack gap="sm">
        {failure && (
          <Alert color="oxblood" variant="light" role="alert" p="sm">
            {failure}
          </Alert>
        )}
        <Button type="submit" size="lg" loading={pay.isPending} disabled={isPaying && !pay.isPending}>
          {t('checkout.pay', { price: formatMoney(amount, i18n.language) })}
        </Button>
        <p className={classes.small}>{t('checkout.secure')}</p>
      </Stack>
    </form>
  );
}
