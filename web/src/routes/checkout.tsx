import { Alert, Anchor, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DiscountedPrice } from '@vesalius/contract/commerce';
import type { Checkout as CheckoutData } from '@vesalius/contract/commerce-payment';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { checkoutOptions } from '../features/commerce/api.ts';
import { ApprovalAlert } from '../features/commerce/approval-alert.tsx';
import { type BookToBuy, clearBookToBuy } from '../features/commerce/book-to-buy.ts';
import classes from '../features/commerce/checkout.module.css';
import { CheckoutSkeleton } from '../features/commerce/checkout-skeleton.tsx';
import { EndingRenewals } from '../features/commerce/ending-renewals.tsx';
import { FreeSubscriptionButton } from '../features/commerce/free-subscription-button.tsx';
import { BeginsAfterBundle, IncludedInBundle } from '../features/commerce/included-in-bundle.tsx';
import { NotSold } from '../features/commerce/not-sold.tsx';
import { OfAnotherAccount } from '../features/commerce/of-another-account.tsx';
import { OrderSummary } from '../features/commerce/order-summary.tsx';
import { PayByCard } from '../features/commerce/pay-by-card.tsx';
import { PayByPaypal } from '../features/commerce/pay-by-paypal.tsx';
import { PaymentWait, type WaitResult } from '../features/commerce/payment-wait.tsx';
import { TestMode } from '../features/commerce/test-mode.tsx';
import { useCardForm } from '../features/commerce/use-card-form.ts';
import { EndedWaitAlert, WaitingAlert, WaitingForPaypal } from '../features/commerce/waiting-for-paypal.tsx';
import { CallError } from '../lib/api-client.ts';
import { formatDate, formatMoney } from '../lib/formats.ts';
import { paths } from '../lib/paths.ts';
import { notify, notifyError } from '../ui/notify.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** `/checkout?mode=book&id=..` and its two older addresses. Any other mode redirects home. */
export default function CheckoutPage() {
  const [search] = useSearchParams();
  const params = useParams();
  const { pathname } = useLocation();
  const mode = params.id ? pathname.split('/').at(-2)?.toLowerCase() : search.get('mode');
  const id = params.id ?? search.get('id') ?? '';
  if ((mode !== 'book' && mode !== 'package') || id === '') return <Navigate to={paths.home.to()} replace />;
  return <Checkout key={`${mode}${id}`} item={{ mode, id }} />;
}

function Checkout({ item }: { item: BookToBuy }) {
  const { t, i18n } = useTranslation('commerce');
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mode, id } = item;
  const { data, error, refetch } = useQuery(checkoutOptions({ mode, id }));
  const [waiting, setWaiting] = useState(false);
  const [isOfAnother, setIsOfAnother] = useState(false);
  const [isByCardInstead, setIsByCardInstead] = useState(false);
  const approved = search.get('paypal') === 'approved' ? search.get('subscription_id') : null;

  // Buying again what is already held moves the renewal date.
  const renewsAt = data?.running ? null : data?.renews_at;
  const onPaid = useCallback(
    async (message: string, isFree = false) => {
      clearBookToBuy();
      const renewal =
        renewsAt && !isFree
          ? ` ${t('checkout.renewsOn', { date: formatDate(renewsAt, i18n.language) })}`
          : '';
      // The only confirmation of the payment stays until it is closed.
      notify('success', `${message}${renewal}`, {
        stays: true,
        action: {
          label: t(isFree ? 'checkout.manage' : 'checkout.toReceipt'),
          run: () => void navigate(paths.subscriptions.to()),
        },
      });
      // Refetching here would make this page warn of buying twice.
      await queryClient.invalidateQueries({ refetchType: 'none' });
      await navigate(mode === 'book' ? paths.bookProfile.to(id) : paths.packageProfile.to(id), {
        replace: true,
      });
      await queryClient.refetchQueries({ type: 'active', stale: true });
    },
    [queryClient, navigate, mode, id, renewsAt, t, i18n],
  );
  const onKnown = useCallback(
    (result: WaitResult) => {
      if (result === 'paid') return void onPaid(t('checkout.success'));
      // The address stays: the buyer signs in and this page asks again with the same address.
      if (result === 'of-another-account') return setIsOfAnother(true);
      setWaiting(false);
      if (result === 'not-paid') notifyError(t('checkout.notReceived'));
      // It is about money, so it stays on the page instead of in a toast.
      setSearch({ mode, id, ...(result === 'not-paid' ? {} : { paypal: result }) }, { replace: true });
      void refetch();
    },
    [onPaid, t, setSearch, refetch, mode, id],
  );

  const isWaitingForPaypal = data?.waiting_since != null;
  const hasWaited = useRef(false);
  useEffect(() => {
    if (!data) return;
    if (hasWaited.current && !isWaitingForPaypal) {
      if (data.running?.renews) void onPaid(t('checkout.success'));
      else if (!data.waiting_ended) notifyError(t('waiting.ended'));
    }
    hasWaited.current = isWaitingForPaypal;
  }, [data, isWaitingForPaypal, onPaid, t]);

  if (error && !data) {
    const isMissing = error instanceof CallError && error.status === 404;
    return (
      <div className="page">
        <PageTitle>{t('checkout.title')}</PageTitle>
        {isMissing ? (
          <EmptyState
            title={t('checkout.notFoundTitle')}
            hint={t('checkout.notFoundHint')}
            action={<Link to={paths.books.to()}>{t('checkout.toBooks')}</Link>}
          />
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )}
      </div>
    );
  }
  if (isOfAnother) return <OfAnotherAccount />;
  const isBusy = data !== undefined && (waiting || data.pending || approved !== null);
  const canPayByCard = data?.payable === true && data.running?.renews !== true;
  return (
    <div className="page">
      <PageTitle>{t('checkout.title')}</PageTitle>
      {!data && <CheckoutSkeleton />}
      {data && isBusy && (
        <PaymentWait
          item={item}
          {...(approved ? { paypalSubscriptionId: approved } : {})}
          onKnown={onKnown}
        />
      )}
      {data?.waiting_since && !isBusy && !isByCardInstead && (
        <WaitingForPaypal
          title={data.title}
          since={data.waiting_since}
          {...(canPayByCard ? { onPayByCard: () => setIsByCardInstead(true) } : {})}
        />
      )}
      {data && !isBusy && (!data.waiting_since || isByCardInstead) && (
        <CheckoutForms
          item={item}
          checkout={data}
          paypal={search.get('paypal')}
          onPaid={(message) => void onPaid(message)}
          onSubscribed={(message) => void onPaid(message, true)}
          onPending={() => {
            notify('info', t('checkout.processing'));
            setWaiting(true);
          }}
          onPriceChanged={() => void refetch()}
        />
      )}
    </div>
  );
}

function CheckoutForms({
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
  const [search] = useSearchParams();
  // A buyer who comes back from PayPal without paying had chosen PayPal.
  const isByPaypal = search.get('method') === 'paypal' || search.has('paypal');
  const [method, setMethod] = useState(isByPaypal ? 'paypal' : 'card');
  const [discount, setDiscount] = useState<DiscountedPrice | null>(null);
  const gate = useRef<(() => boolean) | null>(null);
  // One below the other, the summary comes first, also for the keyboard.
  const isNarrow = useMediaQuery('(max-width: 992px)');
  const amount = discount?.discounted_price ?? checkout.amount;
  // While an approval waits, only payment by card is offered: a second approval at PayPal would wait as well.
  const isWaiting = checkout.waiting_since !== null;
  const { running, included_in: bundle } = checkout;
  if (!checkout.is_sold) return <NotSold item={item} title={checkout.title} paypal={paypal} />;
  if (bundle) return <IncludedInBundle bundle={bundle} title={checkout.title} paypal={paypal} />;
  // A renewing subscription can only be bought again to change its terms, which needs a code.
  const needsCode = running?.renews === true && discount === null;
  const payment = {
    item,
    amount,
    title: checkout.title,
    promoCode: discount?.promo_code ?? '',
    replaces: running?.renews ? running.id : undefined,
    mayPay: () => gate.current?.() ?? true,
  };
  const date = running ? formatDate(running.subscription_end_date, i18n.language) : '';
  const main = (
    <div key="main" className={classes.main}>
      {checkout.waiting_since && <WaitingAlert since={checkout.waiting_since} />}
      {checkout.waiting_ended && <EndedWaitAlert ended={checkout.waiting_ended} />}
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
            <div>
              <Text fw={600} mb={8} id="method">
                {t('checkout.method')}
              </Text>
              <SegmentedControl
                aria-labelledby="method"
                size="md"
                value={method}
                onChange={setMethod}
                data={[
                  { value: 'card', label: t('checkout.card') },
                  { value: 'paypal', label: t('checkout.paypal') },
                ]}
              />
            </div>
          )}
          {method === 'card' || isWaiting ? (
            <PayByCard
              {...payment}
              form={form}
              onPaid={onPaid}
              onPending={onPending}
              onPriceChanged={onPriceChanged}
            />
          ) : (
            <PayByPaypal {...payment} onPending={onPending} onPriceChanged={onPriceChanged} />
          )}
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
      {isNarrow ? [summary, main] : [main, summary]}
    </div>
  );
}
