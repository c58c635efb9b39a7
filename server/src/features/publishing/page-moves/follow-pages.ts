import { findPagesByText, type TextOfPage } from '../../reader/page-moves.ts';
import { longestRising } from '../releases/longest-rising.ts';

export interface PageContent extends TextOfPage {
  readonly contentHash: string | null;
}
/** Where a page went. `uncertain`: it was changed or removed, and nothing says which. */
export type Followed =
  | { readonly state: 'found'; readonly page: number }
  | { readonly state: 'gone' | 'uncertain' };

export interface FollowedPages {
  /** For each page of the former PDF. */
  readonly places: ReadonlyMap<number, Followed>;
  /** Pages of the new PDF that are no page of the former one. */
  readonly added: ReadonlySet<number>;
  readonly pageCount: { readonly before: number; readonly after: number };
}

/**
 * Compares two PDFs page by page: by content, then by text, then by the neighbors. A page between two pages that stayed
 * together is the same page, rewritten.
 */
export async function followPages(
  before: readonly PageContent[],
  after: readonly PageContent[],
): Promise<FollowedPages> {
  const found = await findAlike(before, after);
  const places = new Map<number, Followed>();
  for (const [page, target] of found) places.set(page, { state: 'found', page: target });
  const taken = new Set(found.values());
  const added = new Set<number>();
  for (const gap of gapsBetween(found, before.length, after.length)) {
    const free = {
      before: before.slice(gap.page, gap.nextPage - 1).filter(({ page }) => !found.has(page)),
      after: after.slice(gap.target, gap.nextTarget - 1).filter(({ page }) => !taken.has(page)),
    };
    pairInGap(free, places);
    for (const { page } of free.before) places.set(page, { state: free.after.length ? 'uncertain' : 'gone' });
    if (free.before.length === 0) for (const { page } of free.after) added.add(page);
  }
  return { places, added, pageCount: { before: before.length, after: after.length } };
}

/** The new number of each page whose content or text is there again. */
async function findAlike(
  before: readonly PageContent[],
  after: readonly PageContent[],
): Promise<Map<number, number>> {
  const sameContent = uniquePairs(before, after, ({ contentHash }) => contentHash ?? '');
  const sameText = uniquePairs(before, after, ({ text }) => text);
  const exact = new Map([...sameText, ...sameContent]);
  const isUnique = uniqueTexts(before, after);
  const byText = await findPagesByText(before.map(isUnique), after.map(isUnique));
  const taken = new Set(exact.values());
  const all = [...byText]
    .filter(([page, target]) => !exact.has(page) && !taken.has(target))
    .concat([...exact])
    .sort(([a], [b]) => a - b);
  const inOrder = new Set(longestRising(all.map(([, target]) => target)));
  // A few common sentences far from the neighbors are a quotation. A page that is the same was moved there.
  return new Map(all.filter(([page], index) => exact.has(page) || inOrder.has(index)));
}

function uniquePairs(
  before: readonly PageContent[],
  after: readonly PageContent[],
  keyOf: (page: PageContent) => string,
): [number, number][] {
  const [here, there] = [singles(before, keyOf), singles(after, keyOf)];
  return [...here].flatMap(([key, page]): [number, number][] => {
    const target = there.get(key);
    return page === null || target === null || target === undefined ? [] : [[page, target]];
  });
}

/** The page of each key; null for a key of several pages. */
function singles(
  pages: readonly PageContent[],
  keyOf: (page: PageContent) => string,
): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const page of pages) {
    const key = keyOf(page);
    if (key !== '') found.set(key, found.has(key) ? null : page.page);
  }
  return found;
}

/** Leaves out the text of pages that look alike, such as empty ones with a running head: only neighbors tell them apart. */
function uniqueTexts(before: readonly PageContent[], after: readonly PageContent[]) {
  const sides = [before, after].map((pages) => singles(pages, ({ text }) => text));
  return (page: PageContent): TextOfPage =>
    sides.some((side) => side.get(page.text) === null) ? { page: page.page, text: '' } : page;
}

interface Gap {
  readonly page: number;
  readonly nextPage: number;
  readonly target: number;
  readonly nextTarget: number;
}
/** The pages between pages that kept their order. */
function gapsBetween(found: ReadonlyMap<number, number>, lastBefore: number, lastAfter: number): Gap[] {
  const pairs = [...found];
  const anchors = longestRising(pairs.map(([, target]) => target)).map(
    (index) => pairs[index] as [number, number],
  );
  let [page, target] = [0, 0];
  return [...anchors, [lastBefore + 1, lastAfter + 1] as const].map(([nextPage, nextTarget]) => {
    const gap = { page, nextPage, target, nextTarget };
    [page, target] = [nextPage, nextTarget];
    return gap;
  });
}

/** Takes the pages out of the gap whose partner is certain. */
function pairInGap(
  free: { before: PageContent[]; after: PageContent[] },
  places: Map<number, Followed>,
): void {
  const pair = (one: PageContent | undefined, other: PageContent | undefined) => {
    if (one && other) places.set(one.page, { state: 'found', page: other.page });
  };
  const isAlike = (one: PageContent | undefined, other: PageContent | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    one.text === other.text &&
    one.contentHash === other.contentHash;
  while (isAlike(free.before[0], free.after[0])) pair(free.before.shift(), free.after.shift());
  while (isAlike(free.before.at(-1), free.after.at(-1))) pair(free.before.pop(), free.after.pop());
  if (free.before.length !== free.after.length) return;
  while (free.before.length > 0) pair(free.before.shift(), free.after.shift());
}
