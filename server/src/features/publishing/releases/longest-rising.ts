/** Indexes of a longest increasing subsequence, in order: the items that stay in place when the others are moved. */
export function longestRising(values: readonly number[]): number[] {
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1] : undefined;
    ends[low] = index;
  }
  const rising: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) rising.push(index);
  return rising.reverse();
}
