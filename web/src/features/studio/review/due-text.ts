import type { WorkRow } from '@vesalius/contract/studio';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/formats.ts';

/** Until when a review is open, or that its day has passed. */
export function useDueText() {
  const { t, i18n } = useTranslation('publishing');
  return ({
    due_on: day,
    is_overdue: isOverdue,
  }: Pick<NonNullable<WorkRow['review']>, 'due_on' | 'is_overdue'>) =>
    t(isOverdue ? 'review.overdue' : 'review.until', { day: formatDate(day, i18n.language) });
}
