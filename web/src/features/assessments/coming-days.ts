import type { Practice } from '@vesalius/contract/assessments-review';

/** What becomes due in the days of this device: later today, tomorrow, and until the end of the seventh day from today. */
export function comingDays(
  coming: Practice['coming'],
  now: Date,
): { readonly today: number; readonly tomorrow: number; readonly week: number } {
  const midnight = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();
  const between = (from: number, to: number) =>
    coming.reduce((sum, { due_at, number }) => {
      const at = Date.parse(due_at);
      return at >= from && at < to ? sum + number : sum;
    }, 0);
  return {
    today: between(0, midnight(1)),
    tomorrow: between(midnight(1), midnight(2)),
    week: between(0, midnight(8)),
  };
}
