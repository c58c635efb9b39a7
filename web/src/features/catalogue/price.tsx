import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../lib/formats.ts';
import classes from './price.module.css';

/** A price with its unit, which is always a year. */
export function Price({ dollars, size = 'small' }: { dollars: number; size?: 'small' | 'large' }) {
  const { t, i18n } = useTranslation('catalogue');
  if (dollars === 0) return <span className={classes[size]}>{t('price.free')}</span>;
  return (
    <span className={classes[size]}>
      <span className={classes.amount}>{formatMoney(dollars, i18n.language)}</span>{' '}
      <span className={classes.unit}>{t('price.perYear')}</span>
    </span>
  );
}
