import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '@vesalius/contract/commerce';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { useSession } from '../../lib/session.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { canSubscribe } from '../../product/buyers.ts';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { commerceApi } from './api.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { reasonText } from './cancellation-reason.ts';
import { CardDialog } from './card-dialog.tsx';
import classes from './manage.module.css';

/** A subscription: its end, what happens then, how it is paid, and its actions. */
export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('commerce');
  const { book, package: bundle, is_active: isActive } = subscription;
  const title = book?.title ?? bundle?.name ?? '';
  const address = book ? paths.bookProfile.to(book.id) : paths.packageProfile.to(bundle?.id ?? '');
  return (
    <li className={`${classes.card} ${isActive ? '' : classes.past}`}>
      {book ? (
        <img src={book.cover_photo} alt="" width={88} height={132} loading="lazy" />
      ) : (
        <span className={classes.noCover}>{t('manage.package')}</span>
      )}
      <div>
        <h3>
          <Link to={address} style={{ color: 'inherit', textDecoration: 'none' }}>
            <bdi>{title}</bdi>
          </Link>
        </h3>
        {book && (
          <p className={classes.dimmed}>
            <bdi>{book.author}</bdi>
          </p>
        )}
        <Facts subscription={subscription} />
      </div>
      <Actions subscription={subscription} title={title} />
    </li>
  );
}

function Facts({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation('commerce');
  const { card, gateway, is_active: isActive, renews } = subscription;
  const date = formatDate(subscription.subscription_end_date, i18n.language);
  const renewal = formatDate(subscription.renews_at ?? subscription.subscription_end_date, i18n.language);
  if (!isActive) return <p>{t('manage.ended', { date })}</p>;
  const price = formatMoney(subscription.renewal_price, i18n.language);
  const method = card ? `${card.card_type} •••• ${card.last_four}` : null;
  return (
    <>
      <p>{t('manage.until', { date })}</p>
      {subscription.in_grace ? (
        <p className={classes.warning}>{t('manage.grace', { date })}</p>
      ) : (
        <p>
          {renews ? t('manage.renews', { date: renewal, price }) : <NoRenewal subscription={subscription} />}
        </p>
      )}
      {subscription.cancelled_at && !isSaidAlready(subscription) && (
        <p className={classes.dimmed}>
          {t('manage.cancelledOn', {
            date: formatDate(subscription.cancelled_at, i18n.language),
            reason: reasonText(subscription, t),
          })}
        </p>
      )}
      <p className={classes.dimmed}>
        {gateway === 'paypal' && t('manage.paypal')}
        {gateway === 'free' && t('manage.free')}
        {gateway === 'grant' && t('manage.grant')}
        {method && <bdi dir="ltr">{method}</bdi>}
      </p>
    </>
  );
}

/** The reason that is shown with "does not renew". */
const isSaidAlready = ({ left_shop: left, cancelled_because: cause }: Subscription): boolean =>
  left !== null && (cause === 'replaced' || cause === 'withdrawn');

function NoRenewal({
  subscription: { left_shop: left, can_cancel: isHeld },
}: {
  subscription: Subscription;
}) {
  const { t, i18n } = useTranslation('commerce');
  if (!left) return t('manage.doesNotRenew');
  const { because, since } = left;
  return (
    <>
      {since
        ? t(`manage.leftShop.${because}On`, { date: formatDate(since, i18n.language) })
        : t(`manage.leftShop.${because}`)}
      {isHeld && because === 'withdrawn' && <> {t('manage.leftShop.mayComeBack')}</>}
    </>
  );
}

/** A cancellation at PayPal cannot be undone, and a code has replaced the subscription. */
const isOverAtPayPal = ({ gateway, renews, cancelled_because: cause }: Subscription): boolean =>
  gateway === 'paypal' && !renews && cause !== 'promo_code';

function Actions({ subscription, title }: { subscription: Subscription; title: string }) {
  const { t } = useTranslation('commerce');
  const outcomeText = useOutcomeText(keysUnder('commerce'));
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'cancel' | 'card' | null>(null);
  const { book, package: bundle, is_active: isActive } = subscription;
  const edition = subscription.left_shop?.new_edition;
  const canBuy = canSubscribe(useSession()?.role ?? null) && subscription.left_shop === null;
  const checkout = paths.checkout.to(book ? 'book' : 'package', book?.id ?? bundle?.id ?? '', {
    buy: 'anyway',
  });
  const resume = useMutation({
    mutationFn: () => commerceApi.resumeBookSubscription({ params: { id: subscription.id } }),
    onSuccess: async () => {
      notifySuccess(t('manage.resumed'));
      await queryClient.invalidateQueries({ queryKey: keysUnder('commerce') });
    },
    onError: async (error) => notifyError(await outcomeText(error)),
  });
  const of = <span className="visually-hidden">: {title}</span>;
  const quiet = { variant: 'default', size: 'sm' } as const;
  return (
    <div className={classes.actions}>
      {isActive && book && (
        <Button size="sm" component={Link} to={paths.bookViewer.to(book.id)}>
          {t('manage.open')}
          {of}
        </Button>
      )}
      {isActive && bundle && (
        // A bundle that is not sold has no page in the shop.
        <Button
          size="sm"
          component={Link}
          to={subscription.left_shop ? paths.myBooks.to() : paths.packageProfile.to(bundle.id)}
        >
          {t(subscription.left_shop ? 'manage.openBooks' : 'manage.openPackage')}
          {of}
        </Button>
      )}
      {subscription.can_resume && (
        <Button {...quiet} onClick={() => resume.mutate()} loading={resume.isPending}>
          {t('manage.resume')}
          {of}
        </Button>
      )}
      {isActive && subscription.renews && subscription.gateway === 'card' && (
        <Button {...quiet} onClick={() => setDialog('card')}>
          {t('manage.changeCard')}
          {of}
        </Button>
      )}
      {canBuy && isActive && subscription.renews && (
        <Button {...quiet} component={Link} to={checkout}>
          {t('manage.promo')}
          {of}
        </Button>
      )}
      {subscription.can_cancel && (
        <Button {...quiet} onClick={() => setDialog('cancel')}>
          {t('manage.cancel')}
          {of}
        </Button>
      )}
      {edition && (
        <Button {...quiet} component={Link} to={paths.bookProfile.to(edition.id)}>
          {t('manage.newEdition')}
          {of}
        </Button>
      )}
      {canBuy && (!isActive || isOverAtPayPal(subscription)) && (
        <Button {...quiet} component={Link} to={checkout}>
          {t('manage.again')}
          {of}
        </Button>
      )}
      {dialog === 'cancel' && <CancelDialog subscription={subscription} onClose={() => setDialog(null)} />}
      {dialog === 'card' && <CardDialog subscription={subscription} onClose={() => setDialog(null)} />}
    </div>
  );
}
