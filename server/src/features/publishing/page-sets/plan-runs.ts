import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { type PageInSet, type PageRun, pageInSet } from '@vesalius/contract/page-runs';

export interface StoredPage extends PageInSet {
  readonly contentHash: string | null;
}

/**
 * Decides where each page of a PDF is stored: in a set that has a page with the same content, else in its own set. A
 * grant opens the pages 1 to k of a set, so the preview must show all pages that the set stores up to its last page.
 * Pages that would break this rule, because an earlier page was removed or they were moved forward, are stored again.
 */
export function planRuns(
  pages: readonly { readonly page: number; readonly contentHash: string | null }[],
  ownSet: string,
  stored: readonly StoredPage[],
): PageRun[] {
  const byContent = new Map<string, PageInSet[]>();
  for (const { contentHash, set, page } of stored)
    if (contentHash) byContent.set(contentHash, [...(byContent.get(contentHash) ?? []), { set, page }]);
  const places = new Map<number, PageInSet>();
  let previous = null as PageInSet | null;
  for (const { page, contentHash } of pages) {
    const same: readonly PageInSet[] = byContent.get(contentHash ?? '') ?? [];
    const before = previous;
    previous =
      same.find((each) => before && each.set === before.set && each.page === before.page + 1) ??
      same.find((each) => each.page === page) ??
      same[0] ??
      null;
    places.set(page, previous ?? { set: ownSet, page });
  }
  for (const page of pagesBesideThePreview(places, ownSet, stored)) places.set(page, { set: ownSet, page });
  return runsOf(pages.map(({ page }) => [page, places.get(page) as PageInSet]));
}

function pagesBesideThePreview(
  places: ReadonlyMap<number, PageInSet>,
  ownSet: string,
  stored: readonly StoredPage[],
): number[] {
  const shown = [...places].filter(([page, { set }]) => page <= PREVIEW_LAST_PAGE && set !== ownSet);
  return [...new Set(shown.map(([, { set }]) => set))].flatMap((set) => {
    const own = shown.filter(([, place]) => place.set === set);
    const open = new Set(own.map(([, { page }]) => page));
    const firstClosed = Math.min(
      ...stored.filter((each) => each.set === set && !open.has(each.page)).map(({ page }) => page),
    );
    return own.filter(([, place]) => place.page > firstClosed).map(([page]) => page);
  });
}

function runsOf(places: readonly (readonly [page: number, place: PageInSet])[]): PageRun[] {
  const runs: PageRun[] = [];
  for (const [page, place] of places) {
    const run = runs.at(-1);
    if (run && run.set === place.set && run.from + page - run.first === place.page)
      runs.splice(-1, 1, { ...run, last: page });
    else runs.push({ first: page, last: page, set: place.set, from: place.page });
  }
  return runs;
}

/** The pages whose files are in a set of their own. */
export const pagesStoredIn = (runs: readonly PageRun[], set: string, pages: readonly number[]): number[] =>
  pages.filter((page) => pageInSet(runs, page)?.set === set);
