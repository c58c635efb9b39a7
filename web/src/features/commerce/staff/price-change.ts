/** The change in whole percent with its sign, as `−91%`; null where there is nothing to compare with. */
export function priceChangePercent(from: number, to: number): string | null {
  if (from === 0) return null;
  const percent = ((to - from) / from) * 100;
  // A change is never rounded to none.
  const rounded = Math.abs(percent) < 1 ? Math.round(percent * 10) / 10 : Math.round(percent);
  return `${percent < 0 ? '−' : '+'}${Math.abs(rounded)}%`;
}
