import type { Review } from '@vesalius/contract/assessments-review';
import type { TFunction } from 'i18next';

/** How many questions and cards are due, each in a sentence; what is not due is not named. */
export const dueSentences = (
  { number_due: questions, number_of_due_cards: cards }: Review,
  t: TFunction<'assessments'>,
): string =>
  [
    questions > 0 || cards === 0 ? `${t('review.dueCount', { count: questions })}.` : '',
    cards > 0 ? `${t('review.dueCards', { count: cards })}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
