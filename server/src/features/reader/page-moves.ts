import { setImmediate as turn } from 'node:timers/promises';
import { tokensOf } from '@vesalius/contract/reader-search';

export interface TextOfPage {
  readonly page: number;
  readonly text: string;
}

/** Consecutive pages that moved together: `length` pages from `page` on are now at `target`. */
export interface PageRun {
  readonly page: number;
  readonly target: number;
  readonly length: number;
}

export interface PageMoves {
  /** For reading positions: covers every page of the former revision. A removed page maps to its neighbor. */
  readonly places: readonly PageRun[];
  /** For shown pages: without removed pages. */
  readonly shown: readonly PageRun[];
}

/** Consecutive words: enough to identify a page. */
const PASSAGE_WORDS = 5;
/**
 * In long books, only one passage in this many is compared, the same ones on both sides, because there are a million of
 * them.
 */
const SAMPLED = 4;
const LONG_FROM_CHARACTERS = 2_000_000;
/** The common passages from which two pages count as the same. */
const MIN_COMMON = 2;
/** Marks a passage of several pages, such as a running head. */
const SEVERAL = 0;

/**
 * Maps the pages of a revision to the next one by their text. A page without text, or whose text was removed, stays
 * beside the page before it.
 */
export async function findPageMoves(
  before: readonly TextOfPage[],
  after: readonly TextOfPage[],
): Promise<PageMoves> {
  const found = await findPagesByText(before, after);
  const taken = new Set(found.values());
  const last = after.length;
  const limits = new Map<number, number>();
  let limit = last;
  for (const { page } of before.toReversed()) {
    limits.set(page, limit);
    limit = Math.min(last, found.get(page) ?? limit);
  }
  const places: [number, number][] = [];
  const shown: [number, number][] = [];
  let offset = 0;
  for (const { page } of before) {
    const target = found.get(page);
    if (target !== undefined) {
      offset = target - page;
      places.push([page, target]);
      shown.push([page, target]);
      continue;
    }
    const beside = Math.max(1, Math.min(page + offset, limits.get(page) ?? last));
    places.push([page, beside]);
    if (!taken.has(beside)) shown.push([page, beside]);
    taken.add(beside);
  }
  return { places: runsOf(places), shown: runsOf(shown) };
}

/**
 * The new page of each page's text; omits pages whose text was removed. A long book takes seconds: after each page other
 * requests get their turn.
 */
export async function findPagesByText(
  before: readonly TextOfPage[],
  after: readonly TextOfPage[],
): Promise<Map<number, number>> {
  const length = [...before, ...after].reduce((sum, { text }) => sum + text.length, 0);
  const sampled = length > LONG_FROM_CHARACTERS ? SAMPLED : 1;
  const textAfter = new Map(after.map(({ page, text }) => [page, text]));
  const pageOfText = new Map<string, number>();
  for (const { page, text } of after) pageOfText.set(text, pageOfText.has(text) ? SEVERAL : page);
  // Created lazily: hashing all passages takes the longest, and usually no page needs it.
  let index: ReadonlyMap<number, number> | undefined;
  const found = new Map<number, number>();
  for (const { page, text } of before) {
    if (text === '') continue;
    const same = textAfter.get(page) === text ? page : pageOfText.get(text);
    if (!same) {
      index ??= await indexPassages(after, sampled);
      await turn();
    }
    const target = same || (index ? mostCommon(passagesOf(text, sampled), index, page) : null);
    if (target !== null) found.set(page, target);
  }
  return found;
}

async function indexPassages(pages: readonly TextOfPage[], sampled: number): Promise<Map<number, number>> {
  const index = new Map<number, number>();
  for (const { page, text } of pages) {
    for (const passage of passagesOf(text, sampled)) {
      const known = index.get(passage);
      index.set(passage, known === undefined || known === page ? page : SEVERAL);
    }
    await turn();
  }
  return index;
}

/** The page with the most common passages; of several, the nearest. */
function mostCommon(
  passages: Iterable<number>,
  pageOfPassage: ReadonlyMap<number, number>,
  page: number,
): number | null {
  const counts = new Map<number, number>();
  for (const passage of passages) {
    const target = pageOfPassage.get(passage) ?? SEVERAL;
    if (target !== SEVERAL) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  const [best] = [...counts].sort(
    ([a, first], [b, second]) => second - first || Math.abs(a - page) - Math.abs(b - page),
  );
  return best && best[1] >= MIN_COMMON ? best[0] : null;
}

/** Hashes of a sample of its passages. Whether a passage is in the sample depends only on its words. */
function* passagesOf(text: string, sampled: number): Generator<number> {
  const words = tokensOf(text).map(({ word }) => word);
  for (let at = 0; at + PASSAGE_WORDS <= words.length; at += 1) {
    const hash = hashOf(words.slice(at, at + PASSAGE_WORDS).join(' '));
    if (hash % sampled === 0) yield hash;
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function runsOf(moves: readonly (readonly [page: number, target: number])[]): PageRun[] {
  const runs: { page: number; target: number; length: number }[] = [];
  for (const [page, target] of moves) {
    const run = runs.at(-1);
    if (run && run.page + run.length === page && run.target + run.length === target) run.length += 1;
    else runs.push({ page, target, length: 1 });
  }
  return runs;
}
