import { Alert, Anchor, Divider, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DiscountedPrice } from '@vesalius/contract/commerce';
import type { Checkout as CheckoutData } from '@vesalius/contract/commerce-payment';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { HeldNote, isHeld } from './already-held.tsx';
import { ApprovalAlert } from './approval-alert.tsx';
import type { BookToBuy } from './book-to-buy.ts';
import { BuyerLine } from './buyer-line.tsx';
import classes from './checkout.module.css';
import { EndingRenewals } from './ending-renewals.tsx';
import { FreeSubscriptionButton } from './free-subscription-button.tsx';
import { BeginsAfterBundle, IncludedInBundle } from './included-in-bundle.tsx';
import { NotSold } from './not-sold.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayByCard } from './pay-by-card.tsx';
import { PayByPaypal } from './pay-by-paypal.tsx';
import { TestMode } from './test-mode.tsx';
import { useCardForm } from './use-card-form.ts';
import { EndedWaitAlert, WaitingAlert } from './waiting-for-paypal.tsx';

/** The summary and the ways to pay; without them, why there is nothing to pay. */
export function CheckoutForms({
  item,
  checkout,
  paypal,
  onPaid,
  onSubscribed,
  onPending,
  onPriceChanged,
}: {
  item: BookToBuy;
  checkout: CheckoutData;
  /** The outcome of a PayPal approval. */
  paypal: string | null;
  onPaid: (message: string) => void;
  /** After a free subscription. */
  onSubscribed: (message: string) => void;
  onPending: () => void;
  onPriceChanged: () => void;
}) {
  const { t, i18n } = useTranslation('commerce');
  const form = useCardForm();
  const [discount, setDiscount] = useState<DiscountedPrice | null>(null);
  const gate = useRef<(() => boolean) | null>(null);
  // One below the other, the summary comes first, also for the keyboard.
  const isNarrow = useMediaQuery('(max-width: 992px)');
  const amount = discount?.discounted_price ?? checkout.amount;
  // While an approval waits, only payment by card is offered: a second approval at PayPal would wait as well.
  const isWaiting = checkout.waiting_since !== null;
  const { running, included_in: bundle } = checkout;
  if (!checkout.is_sold) return <NotSold item={item} title={checkout.title} paypal={paypal} />;
  if (bundle) return <IncludedInBundle item={item} bundle={bundle} checkout={checkout} paypal={paypal} />;
  // A renewing subscription can only be bought again to change its terms, which needs a code.
  const needsCode = running?.renews === true && discount === null;
  const payment = {
    item,
    amount,
    title: checkout.title,
    promoCode: discount?.promo_code ?? '',
    replaces: running?.renews ? running.id : undefined,
    isHeld: isHeld(item, checkout),
    mayPay: () => gate.current?.() ?? true,
  };
  const date = running ? formatDate(running.subscription_end_date, i18n.language) : '';
  const main = (
    <div key="main" className={classes.main}>
      {checkout.waiting_since && <WaitingAlert since={checkout.waiting_since} />}
      {checkout.waiting_ended && <EndedWaitAlert ended={checkout.waiting_ended} />}
      <BuyerLine />
      {checkout.test_mode && <TestMode form={form} />}
      {!needsCode && <EndingRenewals renewals={checkout.ends_renewals} />}
      <BeginsAfterBundle bundle={checkout.begins_after} />
      {running && (running.renews || !checkout.begins_after) && (
        <Alert variant="light" color="petrol" role="note">
          {running.renews
            ? t('checkout.running', { date, price: formatMoney(running.renewal_price, i18n.language) })
            : t(amount > 0 ? 'checkout.runningEnds' : 'checkout.runningFree', { date })}
          {needsCode && (
            <>
              {' '}
              {t('checkout.replaceHint')}{' '}
              <Anchor component={Link} to={paths.subscriptions.to()} inherit>
                {t('checkout.manage')}
              </Anchor>
            </>
          )}
        </Alert>
      )}
      {!running && amount === 0 && (
        <Stack gap="sm" align="flex-start">
          <Text>{t(discount ? 'checkout.free' : 'checkout.nothingToPay')}</Text>
          <FreeSubscriptionButton
            item={item}
            code={discount?.promo_code}
            isHeld={payment.isHeld}
            onRefused={onPriceChanged}
            maySubscribe={payment.mayPay}
            onDone={() => onSubscribed(t(discount ? 'promo.applied' : 'checkout.subscribed'))}
          />
        </Stack>
      )}
      {!needsCode && amount > 0 && !checkout.payable && (
        <Alert color="oxblood" variant="light" title={t('checkout.unavailable')}>
          {t('checkout.unavailableHint')}
        </Alert>
      )}
      {!needsCode && amount > 0 && checkout.payable && (
        <>
          {!isWaiting && (
            <>
              <div>
                <Text fw={600} mb={8}>
                  {t('checkout.method')}
                </Text>
                <PayByPaypal
                  {...payment}
                  isBesideCard
                  onPending={onPending}
                  onPriceChanged={onPriceChanged}
                />
              </div>
              <Divider label={t('checkout.orByCard')} labelPosition="center" />
            </>
          )}
          <PayByCard
            {...payment}
            form={form}
            onPaid={onPaid}
            onPending={onPending}
            onPriceChanged={onPriceChanged}
          />
        </>
      )}
    </div>
  );
  const summary = (
    <OrderSummary
      key="summary"
      item={item}
      checkout={checkout}
      discount={discount}
      onDiscount={setDiscount}
      gate={gate}
    />
  );
  return (
    <div className={classes.layout}>
      <Title order={1} size="h2">
        {t('checkout.title')}
      </Title>
      <ApprovalAlert paypal={paypal} />
      <HeldNote item={item} checkout={checkout} />
      {isNarrow ? [summary, main] : [main, summary]}
    </div>
  );
}
