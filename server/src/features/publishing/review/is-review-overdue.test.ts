import { expect, it } from 'vitest';
import { isReviewOverdue } from './is-review-overdue.ts';

it.each([
  ['2026-03-10T23:59:59.999Z', false],
  ['2026-03-11T00:00:00.000Z', true],
])('a review until 10 March at %s: overdue is %s', (now, isOverdue) => {
  expect(isReviewOverdue({ dueOn: '2026-03-10' }, new Date(now))).toBe(isOverdue);
});
