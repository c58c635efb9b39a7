/**
 * The order of loading: the shown slice, then its neighbors outwards, two in the direction of scrolling for each one in
 * the other direction.
 */
export function nextToLoad(
  count: number,
  seen: number,
  direction: 1 | -1,
  isWaiting: (index: number) => boolean,
): number | null {
  if (isWaiting(seen)) return seen;
  for (let step = 1; step <= 3 * count; step += 1) {
    const behind = Math.floor(step / 3);
    const index = step % 3 === 0 ? seen - direction * behind : seen + direction * (step - behind);
    if (index >= 0 && index < count && isWaiting(index)) return index;
  }
  return null;
}

/** The slice to evict when memory is short: the one farthest from the shown slice. */
export function farthestFrom(seen: number, indexes: Iterable<number>): number | null {
  let farthest: number | null = null;
  for (const index of indexes)
    if (farthest === null || Math.abs(index - seen) > Math.abs(farthest - seen)) farthest = index;
  return farthest;
}
