import { Anchor } from '@mantine/core';
import type { DiscountedPrice } from '@vesalius/contract/commerce';
import type { Checkout } from '@vesalius/contract/commerce-payment';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import type { BookToBuy } from './book-to-buy.ts';
import classes from './checkout.module.css';
import { PromoCodeForm, type PromoGate } from './promo-code-form.tsx';

/** The item, the yearly plan, the amounts, and the promo code. */
export function OrderSummary({
  item,
  checkout,
  discount,
  onDiscount,
  gate,
}: {
  item: BookToBuy;
  checkout: Checkout;
  discount: DiscountedPrice | null;
  onDiscount: (discount: DiscountedPrice | null) => void;
  gate: PromoGate;
}) {
  const { t, i18n } = useTranslation('commerce');
  const money = (dollars: number) => formatMoney(dollars, i18n.language);
  const today = discount?.discounted_price ?? checkout.amount;
  // A renewing subscription can only be bought again with a code, which determines the amount.
  const isSold = discount !== null || checkout.running?.renews !== true;
  const isOneMissing = checkout.number_of_books - (checkout.cheaper_singly?.number_held ?? 0) === 1;
  const later = (discount ?? checkout).renewal_price;
  return (
    <aside className={classes.summary} aria-label={t('checkout.plan')}>
      <div className={classes.item}>
        {checkout.cover_photo && <img src={checkout.cover_photo} alt="" width={72} height={108} />}
        <div>
          <h2>
            <bdi>{checkout.title}</bdi>
          </h2>
          <p>
            <bdi>{checkout.author ?? t('checkout.booksInPackage', { count: checkout.number_of_books })}</bdi>
          </p>
        </div>
      </div>
      {isSold && (
        <dl className={classes.sums} aria-live="polite">
          <dt>{t('checkout.listed')}</dt>
          <dd className={today < checkout.price ? classes.struck : undefined}>{money(checkout.price)}</dd>
          {checkout.credit > 0 && (
            <>
              <dt>
                {t('checkout.credit')}
                <span className={classes.small}>{t('checkout.creditHint')}</span>
              </dt>
              <dd>{money(-checkout.credit)}</dd>
            </>
          )}
          {discount && (
            <>
              <dt>{t('checkout.discount', { code: discount.promo_code })}</dt>
              <dd>{money(-discount.discount_price)}</dd>
            </>
          )}
          <dt className={classes.total}>{t('checkout.today')}</dt>
          <dd className={classes.total}>{money(today)}</dd>
        </dl>
      )}
      {isSold && checkout.cheaper_singly && today > checkout.cheaper_singly.price_of_others && (
        <p className={classes.small}>
          {t(isOneMissing ? 'checkout.cheaperThanOne' : 'checkout.cheaperSingly', {
            count: checkout.cheaper_singly.number_held,
            price: money(checkout.cheaper_singly.price_of_others),
          })}
        </p>
      )}
      {isSold && today > 0 && (
        <p className={classes.small}>
          {t(later === today ? 'checkout.laterSame' : 'checkout.later', {
            price: money(later),
            date: formatDate(checkout.renews_at, i18n.language),
          })}
        </p>
      )}
      <div>
        <strong>{t('checkout.plan')}</strong>
        <p className={classes.small}>{t(today > 0 ? 'checkout.planHint' : 'price.freeEnds')}</p>
        <p className={classes.small}>
          <Trans
            t={t}
            i18nKey="checkout.terms"
            components={{
              terms: <InNewTab to={paths.terms.to()} />,
              contact: <InNewTab to={paths.contact.to()} />,
            }}
          />
        </p>
      </div>
      {item.mode === 'package' && checkout.books.length > 0 && (
        <div>
          <strong id="books-in-it">{t('checkout.booksInIt')}</strong>
          <ul className={classes.books} aria-labelledby="books-in-it">
            {checkout.books.map((title) => (
              <li key={title}>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <PromoCodeForm item={item} applied={discount} onChange={onDiscount} gate={gate} />
    </aside>
  );
}

/** What is typed in the card form stays. */
const InNewTab = ({ to, children }: { to: string; children?: ReactNode }) => (
  <Anchor component={Link} to={to} target="_blank" inherit underline="always">
    {children}
  </Anchor>
);
