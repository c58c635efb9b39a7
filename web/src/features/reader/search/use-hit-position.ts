import { useTranslation } from 'react-i18next';
import { useReader } from '../model/reader-model.ts';

/** "Result 3 of 17"; null while no hit is selected. */
export function useHitPosition(): string | null {
  const { t } = useTranslation('reader');
  const { hits, hasMore } = useReader('search');
  const { at } = useReader('hits');
  if (at === null) return null;
  return t(hasMore ? 'search.hitOfMore' : 'search.hitOf', { at: at + 1, total: hits.length });
}
