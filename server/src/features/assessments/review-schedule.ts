import { type Card, createEmptyCard, fsrs, Rating } from 'ts-fsrs';
import { DAY_MS } from '../../platform/durations.ts';
import type { CardMemory } from './review-queries.ts';

export type Effort = 'hard' | 'good' | 'easy';

/**
 * FSRS with its published defaults: nine of ten answers are remembered. Short-term steps within a day are off, because a
 * physician reviews once a day; fuzz is off, so that the same history gives the same day.
 */
const scheduler = fsrs({ request_retention: 0.9, enable_short_term: false, enable_fuzz: false });
const RATING = { hard: Rating.Hard, good: Rating.Good, easy: Rating.Easy } as const;

/** When the question is reviewed next. A wrong answer is always rated "again". */
export function schedule(
  memory: CardMemory | null,
  answer: { correct: boolean; effort: Effort },
  now: Date,
): { memory: CardMemory; dueAt: Date; intervalDays: number } {
  const card = memory ? fromMemory(memory) : createEmptyCard(now);
  const { card: next } = scheduler.next(card, now, answer.correct ? RATING[answer.effort] : Rating.Again);
  // The database stores dates as text; they are parsed below.
  return {
    memory: JSON.parse(JSON.stringify(next)) as CardMemory,
    dueAt: next.due,
    intervalDays: daysBetween(now, next.due),
  };
}

export const daysBetween = (from: Date, to: Date): number =>
  Math.round(((to.getTime() - from.getTime()) / DAY_MS) * 10) / 10;

function fromMemory(memory: CardMemory): Card {
  const { due, last_review: lastReview, ...rest } = memory as unknown as Card;
  return {
    ...rest,
    due: new Date(due),
    ...(lastReview ? { last_review: new Date(lastReview) } : {}),
  };
}
