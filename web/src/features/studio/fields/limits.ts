import { EARLIEST_BOOK_YEAR, isPlausibleDay, LATEST_BOOK_YEAR } from '@vesalius/contract/book-days';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';

export interface NumberLimits {
  readonly min: number;
  /** Absent: none. */
  readonly max?: number;
  readonly multipleOf?: number;
}

/** Decimal fractions are not exact. */
const TOLERANCE = 1e-6;

/** What a field says of a value that the server would refuse; null: nothing. */
export function useLimits() {
  const { t, i18n } = useTranslation('studio');
  const number = (value: number) => formatNumber(value, i18n.language);
  return {
    ofNumber: (value: number, { min, max, multipleOf }: NumberLimits): string | null => {
      if (Number.isNaN(value)) return null;
      if (value < min || (max !== undefined && value > max))
        return max === undefined
          ? t('limit.atLeast', { min: number(min) })
          : t('limit.between', { min: number(min), max: number(max) });
      if (multipleOf === undefined) return null;
      const parts = value / multipleOf;
      if (Math.abs(parts - Math.round(parts)) < TOLERANCE) return null;
      return multipleOf === 1 ? t('limit.whole') : t('limit.multiple', { step: number(multipleOf) });
    },
    ofLines: (count: number, max: number): string | null =>
      count > max ? t('limit.lines', { number: number(count), max: number(max) }) : null,
    ofDay: (day: string): string | null =>
      isPlausibleDay(day)
        ? null
        : // A year has no separators.
          t('limit.years', { first: String(EARLIEST_BOOK_YEAR), last: String(LATEST_BOOK_YEAR) }),
    /** Of a list that takes no more. */
    full: (max: number): string => t('limit.full', { max: number(max) }),
  };
}
