import { describe, expect, it } from 'vitest';
import { followPages, type PageContent } from './follow-pages.ts';

const words = (page: number) => Array.from({ length: 12 }, (_, index) => `word${page}x${index}`).join(' ');
type Page = number | string;
/** A number is a page of the book; a text is what else a page shows. Equal pages have equal content. */
const pdf = (...pages: Page[]): PageContent[] =>
  pages.map((each, index) => {
    const text = typeof each === 'number' ? words(each) : each;
    return { page: index + 1, text, contentHash: `hash of ${text}` };
  });
const repaginated = (pages: readonly PageContent[]): PageContent[] =>
  pages.map((each) => ({
    ...each,
    text: `${each.page} ${each.text}`,
    contentHash: `${each.page} ${each.contentHash}`,
  }));

const told = async (before: readonly PageContent[], after: readonly PageContent[]) => {
  const { places, added } = await followPages(before, after);
  const places2 = before.map(({ page }) => {
    const place = places.get(page);
    return place?.state === 'found' ? place.page : place?.state;
  });
  return { places: places2, added: [...added] };
};

describe('the pages of a new PDF', () => {
  it.each<[string, PageContent[], (number | string)[], number[]]>([
    ['inserted', pdf(1, 2, 90, 91, 3, 4), [1, 2, 5, 6], [3, 4]],
    ['appended', pdf(1, 2, 3, 4, 90), [1, 2, 3, 4], [5]],
    ['inserted at the front', pdf(90, 1, 2, 3, 4), [2, 3, 4, 5], [1]],
    ['removed', pdf(1, 3, 4), [1, 'gone', 2, 3], []],
    ['removed at the end', pdf(1, 2), [1, 2, 'gone', 'gone'], []],
    ['swapped', pdf(1, 3, 2, 4), [1, 3, 2, 4], []],
    ['rewritten', pdf(1, 'something else', 3, 4), [1, 2, 3, 4], []],
    ['rewritten beside inserted ones', pdf(1, 'a', 'b', 3, 4), [1, 'uncertain', 4, 5], []],
    ['printed with other numbers', repaginated(pdf(1, 90, 2, 3, 4)), [1, 3, 4, 5], [2]],
    ['all others, as many', pdf('a', 'b', 'c', 'd'), [1, 2, 3, 4], []],
    ['all others, fewer', pdf('a', 'b'), ['uncertain', 'uncertain', 'uncertain', 'uncertain'], []],
  ])('are told when some are %s', async (_what, after, places, added) => {
    expect(await told(pdf(1, 2, 3, 4), after)).toEqual({ places, added });
  });

  it('tell an empty page by its neighbors', async () => {
    const { places } = await told(pdf(1, 'Notes', 2, 'Notes', 3), pdf(1, 'Notes', 90, 91, 2, 'Notes', 3));
    expect(places).toEqual([1, 2, 5, 6, 7]);
  });

  it('tell a picture without text by its content', async () => {
    const plate = (page: number, name: string): PageContent => ({ page, text: '', contentHash: name });
    const before = [...pdf(1, 2), plate(3, 'heart'), plate(4, 'lung')];
    const after = [...pdf(1, 90, 2), plate(4, 'heart'), plate(5, 'new'), plate(6, 'lung')];
    expect((await told(before, after)).places).toEqual([1, 3, 4, 6]);
  });

  it('are compared by their text where an old PDF has no hashes', async () => {
    const bare = (pages: PageContent[]) => pages.map((each) => ({ ...each, contentHash: null }));
    expect((await told(bare(pdf(1, 2, 3)), pdf(1, 90, 2, 3))).places).toEqual([1, 3, 4]);
  });

  it('are compared while others get their turn', async () => {
    const long = (part: number) => pdf(...Array.from({ length: 3000 }, (_, index) => index + part * 2000));
    let turns = 0;
    let isCompared = false;
    const count = () => {
      turns += 1;
      if (!isCompared) setImmediate(count);
    };
    setImmediate(count);
    const pages = await followPages(long(0), repaginated(long(1)));
    isCompared = true;
    expect(pages.places.get(2001)).toEqual({ state: 'found', page: 1 });
    // One for each page that is read.
    expect(turns).toBeGreaterThan(5000);
  });
});
