import type { TestSummary } from '@vesalius/contract/assessments-questions';
import { useTranslation } from 'react-i18next';
import { isLocked, type TurnName } from './opening.ts';

/** Why a turn cannot be taken yet, in words; null if it can. */
export function useLockReason(): (test: TestSummary, turn: TurnName) => string | null {
  const { t } = useTranslation('assessments');
  return (test, turn) => {
    if (!isLocked(test, turn)) return null;
    if (!test.pre_solved) return t('preTestNotSolved');
    return t('chapter.opens', {
      page: test.post_page,
      needed: test.pages_needed,
      from: test.pre_page,
      to: test.post_page,
      shown: test.pages_shown,
    });
  };
}
