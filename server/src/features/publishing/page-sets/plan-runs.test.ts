import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { lastPagesOfSets, pageInSet } from '@vesalius/contract/page-runs';
import { describe, expect, it } from 'vitest';
import { pagesStoredIn, planRuns, type StoredPage } from './plan-runs.ts';

const book = (contents: readonly string[]) =>
  contents.map((contentHash, index) => ({ page: index + 1, contentHash }));
const letters = (count: number) => Array.from({ length: count }, (_, index) => `page ${index + 1}`);
const FORTY = letters(40);

/** Prepares PDFs one after the other, as the versions of one work. */
function prepare(...versions: (readonly string[])[]) {
  const stored: StoredPage[] = [];
  return versions.map((contents, index) => {
    const set = `work/${index + 1}`;
    const pages = book(contents);
    const runs = planRuns(pages, set, stored);
    const own = pagesStoredIn(
      runs,
      set,
      pages.map(({ page }) => page),
    );
    for (const page of own) stored.push({ set, page, contentHash: contents[page - 1] as string });
    return { runs, own, stored: [...stored], contents };
  });
}
type Version = ReturnType<typeof prepare>[number];

/** The pages that a visitor's grants open, of all pages that are stored in any set. */
const openedBy = ({ runs, stored }: Version, lastPage: number) => {
  const grants = lastPagesOfSets(runs, lastPage);
  return stored
    .filter(({ set, page }) => page <= (grants.get(set) ?? 0))
    .map(({ contentHash }) => contentHash)
    .sort();
};

const CHANGES: Record<string, readonly string[]> = {
  'a corrected page': FORTY.with(20, 'corrected'),
  'a corrected page of the preview': FORTY.with(4, 'corrected'),
  'pages inserted in the middle': FORTY.toSpliced(20, 0, 'new 1', 'new 2'),
  'pages inserted in the preview': FORTY.toSpliced(3, 0, 'new 1', 'new 2'),
  'a page removed from the preview': FORTY.toSpliced(2, 1),
  'the first page removed': FORTY.slice(1),
  'a page moved forward from far behind': ['page 33', ...FORTY.toSpliced(32, 1)],
  'a page moved backward out of the preview': [...FORTY.toSpliced(4, 1), 'page 5'],
  'pages in reverse': FORTY.toReversed(),
  'the same page twice': ['page 1', 'page 1', ...FORTY.slice(1)],
  'fewer pages than the preview': FORTY.slice(4, 9),
};

describe('the pages of a corrected PDF', () => {
  it('are stored only where their content is new', () => {
    const [, typo, inserted] = prepare(FORTY, FORTY.with(20, 'corrected'), FORTY.toSpliced(20, 0, 'new'));
    expect(typo?.own).toEqual([21]);
    expect(typo?.runs).toEqual([
      { first: 1, last: 20, set: 'work/1', from: 1 },
      { first: 21, last: 21, set: 'work/2', from: 21 },
      { first: 22, last: 40, set: 'work/1', from: 22 },
    ]);
    expect(inserted?.own).toEqual([21]);
  });

  it.each(Object.entries(CHANGES))('stand where their content is after %s', (_change, contents) => {
    for (const { runs, stored, contents: wanted } of prepare(FORTY, contents, FORTY, contents.toReversed()))
      for (const [index, content] of wanted.entries()) {
        const place = pageInSet(runs, index + 1);
        const file = stored.find(({ set, page }) => set === place?.set && page === place.page);
        expect(file?.contentHash).toBe(content);
      }
  });

  it.each(Object.entries(CHANGES))(
    'open to a visitor as far as the preview and no further after %s',
    (_change, contents) => {
      for (const version of prepare(FORTY, contents, FORTY, contents.toSpliced(1, 1), contents)) {
        const preview = [...new Set(version.contents.slice(0, PREVIEW_LAST_PAGE))].sort();
        expect([...new Set(openedBy(version, PREVIEW_LAST_PAGE))]).toEqual(preview);
      }
    },
  );
});
