import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@vesalius/contract/commerce-payment';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../../lib/formats.ts';
import { paths } from '../../lib/paths.ts';
import buttons from '../../ui/buttons.module.css';
import { checkoutOptions, commerceApi, paymentsOptions } from './api.ts';
import type { BookToBuy } from './book-to-buy.ts';
import type { Purchase } from './purchase.ts';
import { useSaveReceipt } from './receipt/use-save-receipt.ts';
import classes from './subscribed-note.module.css';

/**
 * The confirmation of a purchase, at the top of the page of what was bought: until when, what happens then, the receipt, and the
 * first step. A public page: without components of Mantine.
 */
export default function SubscribedNote({ item, purchase }: { item: BookToBuy; purchase: Purchase }) {
  const { t, i18n } = useTranslation('commerce');
  const running = useQuery(checkoutOptions(item)).data?.running;
  const { data } = useQuery({ ...paymentsOptions(1), staleTime: 0, enabled: !purchase.isFree });
  const payment = data?.data.find(({ subscription_id: id }) => id === running?.id);
  const date = running ? formatDate(running.subscription_end_date, i18n.language) : '';
  // The button that was pressed is gone with its page.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={`page ${classes.frame}`} aria-labelledby="subscribed">
      <div className={classes.note}>
        <h2 ref={heading} id="subscribed" tabIndex={-1}>
          {t('confirmed.title')}
        </h2>
        <p role="status">{purchase.message}</p>
        {running && (
          <ul>
            <li>{t('confirmed.access', { date })}</li>
            <li>
              {running.renews
                ? t('confirmed.renews', { date, price: formatMoney(running.renewal_price, i18n.language) })
                : t('price.freeEnds')}
            </li>
          </ul>
        )}
        <div className={classes.acts}>
          <Link
            to={item.mode === 'book' ? paths.bookViewer.to(item.id) : paths.myBooks.to()}
            className={buttons.primary}
          >
            {t(item.mode === 'book' ? 'confirmed.start' : 'confirmed.toMyBooks')}
          </Link>
          {payment?.invoice_id && <SaveReceipt id={payment.invoice_id} number={payment.invoice_number} />}
          <Link to={paths.subscriptions.to()} className={buttons.quiet}>
            {t('checkout.manage')}
          </Link>
        </div>
      </div>
    </section>
  );
}

function SaveReceipt({ id, number }: { id: string; number: Payment['invoice_number'] }) {
  const { t } = useTranslation('commerce');
  const save = useSaveReceipt(() => commerceApi.getInvoice({ params: { id } }));
  return (
    <button
      type="button"
      className={buttons.secondary}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      {t('payments.download', { number })}
    </button>
  );
}
