import { longestRising } from './longest-rising.ts';

type Pair = readonly [before: number, after: number];
/** Numbers of pages, from 1. */
export interface PageComparison {
  readonly added: readonly number[];
  readonly removed: readonly number[];
  readonly changed: readonly Pair[];
  readonly moved: readonly Pair[];
  /** The present number of each earlier page; removed pages are missing. */
  readonly places: ReadonlyMap<number, number>;
}

/** The maximum of pairs that are compared in all gaps between unchanged pages; in further gaps pages are paired in order. */
const MAX_COMPARED_PAIRS = 10_000;

/**
 * Compares pages by their content: equal keys are equal pages. Of pages that are neither unchanged nor moved, the
 * most similar ones in the same gap are versions of one page. `similarity` is from 0 to 1.
 */
export function comparePages(
  before: readonly string[],
  after: readonly string[],
  similarity: (before: number, after: number) => number,
): PageComparison {
  const kept = keptPages(before, after);
  const places = new Map(kept);
  const keptAfter = new Set(places.values());
  const moved = movedPages(
    before.flatMap((key, index): [number, string][] => (places.has(index + 1) ? [] : [[index + 1, key]])),
    after.flatMap((key, index): [number, string][] => (keptAfter.has(index + 1) ? [] : [[index + 1, key]])),
  );
  const goneFrom = new Set(moved.map(([page]) => page));
  const cameTo = new Set(moved.map(([, page]) => page));
  let pairsLeft = MAX_COMPARED_PAIRS;
  const changed = gapsBetween(kept, before.length, after.length).flatMap(([from, to]) => {
    const gone = from.filter((page) => !goneFrom.has(page));
    const came = to.filter((page) => !cameTo.has(page));
    const pairs = gone.length * came.length;
    // If a gap has as many pages as before, they are these pages, changed.
    if (gone.length === came.length || pairs > pairsLeft)
      return gone.slice(0, came.length).map((page, index): Pair => [page, came[index] as number]);
    pairsLeft -= pairs;
    return pairSimilar(gone, came, similarity);
  });
  for (const [page, place] of [...moved, ...changed]) places.set(page, place);
  const taken = new Set(places.values());
  return {
    ...{ moved, changed, places },
    removed: numbers(1, before.length).filter((page) => !places.has(page)),
    added: numbers(1, after.length).filter((page) => !taken.has(page)),
  };
}

const numbers = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/**
 * Unchanged pages in the same order: anchored at pages that occur once on both sides, and recursively between the
 * anchors.
 */
function keptPages(before: readonly string[], after: readonly string[]): Pair[] {
  const kept: Pair[] = [];
  const ranges = [{ from: 0, to: before.length, fromAfter: 0, toAfter: after.length }];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    let { from, to, fromAfter, toAfter } = range;
    for (; from < to && fromAfter < toAfter && before[from] === after[fromAfter]; from += 1, fromAfter += 1)
      kept.push([from + 1, fromAfter + 1]);
    for (; from < to && fromAfter < toAfter && before[to - 1] === after[toAfter - 1]; to -= 1, toAfter -= 1)
      kept.push([to, toAfter]);
    const once = placesOfSingles(after, fromAfter, toAfter);
    const shared = [...placesOfSingles(before, from, to)].flatMap(([key, index]): Pair[] => {
      const place = once.get(key);
      return place === undefined ? [] : [[index, place]];
    });
    const anchors = longestRising(shared.map(([, place]) => place)).map((index) => shared[index] as Pair);
    if (anchors.length === 0) continue;
    for (const [index, place] of [...anchors, [to, toAfter] as const]) {
      ranges.push({ from, to: index, fromAfter, toAfter: place });
      if (index < to) kept.push([index + 1, place + 1]);
      [from, fromAfter] = [index + 1, place + 1];
    }
  }
  return kept.sort(([a], [b]) => a - b);
}

function placesOfSingles(keys: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  const several = new Set<string>();
  for (let index = from; index < to; index += 1) {
    const key = keys[index] as string;
    if (places.has(key)) several.add(key);
    places.set(key, index);
  }
  for (const key of several) places.delete(key);
  return places;
}

type KeyedPage = readonly [page: number, key: string];
function movedPages(before: readonly KeyedPage[], after: readonly KeyedPage[]): Pair[] {
  const free = new Map<string, number[]>();
  for (const [page, key] of after) free.set(key, [...(free.get(key) ?? []), page]);
  return before.flatMap(([page, key]): Pair[] => {
    const place = free.get(key)?.shift();
    return place === undefined ? [] : [[page, place]];
  });
}

/** The pages between unchanged pages. */
function gapsBetween(kept: readonly Pair[], lastBefore: number, lastAfter: number): [number[], number[]][] {
  let [page, place] = [0, 0];
  return [...kept, [lastBefore + 1, lastAfter + 1] as const].map(([next, nextPlace]) => {
    const gap: [number[], number[]] = [numbers(page + 1, next - 1), numbers(place + 1, nextPlace - 1)];
    [page, place] = [next, nextPlace];
    return gap;
  });
}

/** The pairs, in order, with the highest total similarity. */
function pairSimilar(
  before: readonly number[],
  after: readonly number[],
  similarity: (before: number, after: number) => number,
): Pair[] {
  // Each sum covers the pages from its pair on.
  const sums = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const sumAt = (row: number, column: number) => sums[row]?.[column] ?? 0;
  const alike = before.map((page) => after.map((place) => similarity(page, place)));
  const alikeAt = (row: number, column: number) => alike[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      (sums[row] as number[])[column] = Math.max(
        sumAt(row + 1, column),
        sumAt(row, column + 1),
        sumAt(row + 1, column + 1) + alikeAt(row, column),
      );
  const pairs: Pair[] = [];
  for (let [row, column] = [0, 0]; row < before.length && column < after.length; ) {
    if (sumAt(row, column) === sumAt(row + 1, column)) row += 1;
    else if (sumAt(row, column) === sumAt(row, column + 1)) column += 1;
    else pairs.push([before[row++] as number, after[column++] as number]);
  }
  return pairs;
}
