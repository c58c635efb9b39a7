import { Alert } from '@mantine/core';
import type { Checkout } from '@vesalius/contract/commerce-payment';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/formats.ts';
import classes from './checkout.module.css';

/** Before a bundle is paid: the subscriptions whose renewal it ends, because it includes them. */
export function EndingRenewals({ renewals }: { renewals: Checkout['ends_renewals'] }) {
  const { t, i18n } = useTranslation('commerce');
  if (renewals.length === 0) return null;
  return (
    <Alert variant="light" color="petrol" title={t('checkout.endsRenewals')}>
      <ul className={classes.renewals}>
        {renewals.map(({ title, date }) => (
          <li key={title + date}>
            <bdi>{title}</bdi>: {t('checkout.endsRenewal', { date: formatDate(date, i18n.language) })}
          </li>
        ))}
      </ul>
      <p className={classes.small}>{t('checkout.endsRenewalsHint')}</p>
    </Alert>
  );
}
