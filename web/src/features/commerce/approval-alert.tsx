import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './checkout.module.css';

/** The outcome of a PayPal approval that bought nothing. */
export function ApprovalAlert({ paypal }: { paypal: string | null }) {
  const { t } = useTranslation('commerce');
  if (paypal !== 'cancelled' && paypal !== 'returned') return null;
  return (
    <Alert className={classes.outcome} variant="light" color="ochre" role="status">
      {t(`checkout.${paypal}`)}
    </Alert>
  );
}
