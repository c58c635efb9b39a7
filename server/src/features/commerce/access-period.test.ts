import { expect, it } from 'vitest';
import { accessPeriodEnd, nextPeriodStart } from './access-period.ts';

it.each([
  ['2026-03-01T12:00:00Z', null, '2027-03-01T12:00:00.000Z'],
  ['2028-02-29T00:00:00Z', null, '2029-02-28T00:00:00.000Z'],
  ['2026-03-01T12:00:00Z', '2026-05-01T00:00:00Z', '2027-05-01T00:00:00.000Z'],
  ['2026-03-01T12:00:00Z', '2026-01-01T00:00:00Z', '2027-03-01T12:00:00.000Z'],
])('a year paid on %s (running until %s) ends on %s', (paid, running, end) => {
  const start = nextPeriodStart(running ? { paidUntil: new Date(running) } : null, new Date(paid));
  expect(accessPeriodEnd(start).toISOString()).toBe(end);
});
