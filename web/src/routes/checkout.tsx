import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { AlreadyHeld, buysAnyway, isHeld } from '../features/commerce/already-held.tsx';
import { checkoutOptions } from '../features/commerce/api.ts';
import { type BookToBuy, clearBookToBuy } from '../features/commerce/book-to-buy.ts';
import { CheckoutForms } from '../features/commerce/checkout-forms.tsx';
import { CheckoutSkeleton } from '../features/commerce/checkout-skeleton.tsx';
import { OfAnotherAccount } from '../features/commerce/of-another-account.tsx';
import { PaymentWait, type WaitResult } from '../features/commerce/payment-wait.tsx';
import type { Purchase } from '../features/commerce/purchase.ts';
import { WaitingForPaypal } from '../features/commerce/waiting-for-paypal.tsx';
import { keepLockedPage } from '../features/reader/start/preview-place.ts';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { askedPage } from '../lib/viewer-address.ts';
import { dismissAllToasts, notify, notifyError } from '../ui/notify.ts';
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
  const { t } = useTranslation('commerce');
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mode, id } = item;
  const page = askedPage(search);
  useEffect(() => {
    if (mode === 'book' && page !== null) keepLockedPage(id, page);
  }, [mode, id, page]);
  const query = useQuery(checkoutOptions({ mode, id }));
  const { error, refetch } = query;
  // A cached answer may not know yet what the buyer has by now.
  const data = query.isFetchedAfterMount ? query.data : undefined;
  const [waiting, setWaiting] = useState(false);
  const [isOfAnother, setIsOfAnother] = useState(false);
  const [isByCardInstead, setIsByCardInstead] = useState(false);
  const approved = search.get('paypal') === 'approved' ? search.get('subscription_id') : null;

  const onPaid = useCallback(
    async (message: string, isFree = false) => {
      clearBookToBuy();
      dismissAllToasts();
      // Refetching here would make this page warn of buying twice.
      await queryClient.invalidateQueries({ refetchType: 'none' });
      // The page of what was bought confirms it (`SubscribedNote`).
      await navigate(mode === 'book' ? paths.bookProfile.to(id) : paths.packageProfile.to(id), {
        replace: true,
        state: { purchase: { message, isFree } satisfies Purchase },
      });
      await queryClient.refetchQueries({ type: 'active', stale: true });
    },
    [queryClient, navigate, mode, id],
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
  const isTold =
    data !== undefined &&
    (!isHeld(item, data) || buysAnyway(search) || search.has('paypal') || isByCardInstead || !data.is_sold);
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
      {data && !isBusy && !data.waiting_since && !data.included_in && !isTold && (
        <AlreadyHeld item={item} checkout={data} />
      )}
      {data && !isBusy && (!data.waiting_since || isByCardInstead) && (isTold || data.included_in) && (
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
