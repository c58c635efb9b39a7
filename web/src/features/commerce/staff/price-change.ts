/** The signed change in percent, such as `−91%`; null if there is nothing to compare with. */
export function priceChangePercent(from: number, to: number): string | null {
  if (from === 0) return null;
  const percent = ((to - from) / from) * 100;
  // A change is never rounded to zero.
  const rounded = Math.abs(percent) < 1 ? Math.round(percent * 10) / 10 : Math.round(percent);
  return `${percent < 0 ? '−' : '+'}${Math.abs(rounded)}%`;
}
