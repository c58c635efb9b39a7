import type { Package } from '@vesalius/contract/catalogue';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatMoney } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { canSubscribe } from '../../product/buyers.ts';
import { HeldList } from '../../product/held-list.tsx';
import { BookGrid } from './book-grid.tsx';
import { OwnPart } from './own-part.tsx';
import classes from './package-profile.module.css';

/** A package: its books, its price, and how the price is calculated for this user. */
export function PackageProfile({
  bundle,
  waiting = null,
  endedWait = null,
  onSubscribe,
}: {
  bundle: Package;
  /** In place of the offer, where it is bought and not open yet. */
  waiting?: ReactNode;
  /** Above the offer: a purchase that was never completed. */
  endedWait?: ReactNode;
  onSubscribe: () => void;
}) {
  const { t } = useTranslation('catalogue');
  const role = useSession()?.role ?? null;
  const canBuy = canSubscribe(role);
  const readsAll = canBuy && bundle.items.length > 0 && bundle.items.every((book) => book.has_access);
  return (
    <>
      <header className={classes.head}>
        <div className={`page ${classes.inner}`}>
          <div>
            <Link className={classes.all} to={paths.packages.to()}>
              {t('bundle.title')}
            </Link>
            <h1 className={classes.name} dir="auto">
              {bundle.name}
            </h1>
            {bundle.description && (
              <p className={classes.description} dir="auto">
                {bundle.description}
              </p>
            )}
            <OwnPart />
          </div>
          <div className={classes.offer}>
            {bundle.is_subscribed ? (
              <p className={classes.owned}>{t('bundle.subscribed')}</p>
            ) : (
              <>
                {readsAll && <p className={classes.owned}>{t('bundle.allOwned')}</p>}
                <div className={classes.held}>
                  {canBuy && <HeldList books={bundle.held_books} of={bundle.items.length} />}
                </div>
                {!readsAll && <Bill bundle={bundle} />}
                {canBuy && (waiting || endedWait)}
                {canBuy && !waiting && (
                  <button
                    type="button"
                    className={readsAll ? classes.anyway : classes.subscribe}
                    onClick={onSubscribe}
                  >
                    {t(readsAll ? 'bundle.subscribeAnyway' : 'bundle.subscribe')}
                  </button>
                )}
              </>
            )}
          </div>
        </div>
      </header>
      <section className={`page ${classes.items}`} aria-labelledby="package-contents">
        <h2 id="package-contents">{t('bundle.contents')}</h2>
        <BookGrid books={bundle.items} eager={4} />
      </section>
    </>
  );
}

/** The price line by line, before the user pays. */
function Bill({ bundle }: { bundle: Package }) {
  const { t, i18n } = useTranslation('catalogue');
  const isOneMissing = bundle.items.length - (bundle.cheaper_singly?.number_held ?? 0) === 1;
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  return (
    <>
      {bundle.credit > 0 && (
        <dl className={classes.bill}>
          <div>
            <dt>{t('bundle.listPrice')}</dt>
            <dd>{money(bundle.price)}</dd>
          </div>
          <div>
            <dt>{t('bundle.creditLine')}</dt>
            <dd>
              <bdi>{money(-bundle.credit)}</bdi>
            </dd>
          </div>
        </dl>
      )}
      <p className={classes.price}>
        {bundle.credit > 0 && <span className={classes.toPay}>{t('bundle.toPay')}</span>}
        <strong>{bundle.price_to_pay === 0 ? t('price.free') : money(bundle.price_to_pay)}</strong>{' '}
        <span>{t(bundle.credit > 0 ? 'bundle.firstYear' : 'price.perYear')}</span>
      </p>
      {bundle.credit > 0 && (
        <p className={classes.later}>{t('bundle.later', { price: money(bundle.price) })}</p>
      )}
      {bundle.cheaper_singly && (
        <p className={classes.compare}>
          {t(isOneMissing ? 'bundle.cheaperThanOne' : 'bundle.cheaperSingly', {
            count: bundle.cheaper_singly.number_held,
            price: money(bundle.cheaper_singly.price_of_others),
          })}
        </p>
      )}
      {!bundle.cheaper_singly && bundle.price_of_items > bundle.price && (
        <p className={classes.compare}>{t('bundle.oneByOne', { price: money(bundle.price_of_items) })}</p>
      )}
    </>
  );
}
