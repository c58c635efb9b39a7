import { MIN_READERS_SHOWN } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/formats.ts';

/** Formats a number of readers that was rounded down: "20+" or "under 10". */
export function useRounded(): (count: number | null) => string {
  const { t, i18n } = useTranslation('results');
  const number = (value: number) => formatNumber(value, i18n.language);
  return (count) =>
    count === null
      ? t('life.under', { number: number(MIN_READERS_SHOWN) })
      : t('life.atLeast', { number: number(count) });
}
