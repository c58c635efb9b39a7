import { seeded } from '@vesalius/contract/testing/random-operations';
import { describe, expect, it } from 'vitest';
import { comparePages } from './compare-pages.ts';

const alike = () => 0;
const compare = (
  before: string,
  after: string,
  similarity: (page: number, place: number) => number = alike,
) => {
  const { added, removed, changed, moved } = comparePages([...before], [...after], similarity);
  return { added, removed, changed, moved };
};
const NOTHING = { added: [], removed: [], changed: [], moved: [] };

describe('pages of two editions', () => {
  it.each([
    ['the same', 'abcde', 'abcde', NOTHING],
    ['a corrected page', 'abcde', 'abXde', { ...NOTHING, changed: [[3, 3]] }],
    ['pages in the middle', 'abcd', 'abXYcd', { ...NOTHING, added: [3, 4] }],
    ['a page that is gone', 'abcd', 'acd', { ...NOTHING, removed: [2] }],
    ['a page that moved', 'abcde', 'acdbe', { ...NOTHING, moved: [[2, 4]] }],
    ['the last page in front', 'abcde', 'eabcd', { ...NOTHING, moved: [[5, 1]] }],
    ['blank pages among others', 'a_b_c', 'a_bX_c', { ...NOTHING, added: [4] }],
    ['a blank page more', 'a_b_c', '_a_b_c', { ...NOTHING, added: [1] }],
    [
      'everything new',
      'abc',
      'XYZ',
      {
        ...NOTHING,
        changed: [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
      },
    ],
    ['a first release', '', 'ab', { ...NOTHING, added: [1, 2] }],
  ])('%s', (_name, before, after, expected) => {
    expect(compare(before, after)).toEqual(expected);
  });

  it('a changed page is distinguished from new pages beside it by its words', () => {
    const similarity = (page: number, place: number) => (page === 2 && place === 4 ? 0.9 : 0.1);
    expect(compare('abc', 'aXYZc', similarity)).toEqual({ ...NOTHING, added: [2, 3], changed: [[2, 4]] });
  });

  const cases = Array.from({ length: 300 }, (_, seed) => seed);

  it('each page is reported once, and the changes turn one edition into the other', () => {
    for (const seed of cases) {
      const random = seeded(seed);
      const before = Array.from({ length: random(30) }, (_, page) => (random(5) === 0 ? '_' : `p${page}`));
      const after = [...before];
      for (let edit = random(5); edit > 0; edit -= 1) {
        const at = random(after.length + 1);
        const kind = random(4);
        if (kind === 0) after.splice(at, 0, `new ${edit}`);
        else if (kind === 1) after.splice(at, 1);
        else if (kind === 2 && at < after.length) after[at] = `other ${edit}`;
        else if (at < after.length) after.splice(random(after.length), 0, ...after.splice(at, 1));
      }
      const { added, removed, changed, moved, places } = comparePages(before, after, alike);
      expect(places.size + removed.length, `pages before, seed ${seed}`).toBe(before.length);
      expect(places.size + added.length, `pages after, seed ${seed}`).toBe(after.length);
      expect(new Set([...places.values(), ...added]).size).toBe(after.length);
      const isChanged = new Set(changed.map(([page]) => page));
      const isMoved = new Set(moved.map(([page]) => page));
      let last = 0;
      for (const [page, place] of [...places].sort(([a], [b]) => a - b)) {
        if (!isChanged.has(page)) expect(after[place - 1], `seed ${seed}`).toBe(before[page - 1]);
        if (isMoved.has(page)) continue;
        expect(place, `the order of what stayed, seed ${seed}`).toBeGreaterThan(last);
        last = place;
      }
    }
  });

  it('only the moved block is reported', () => {
    for (const seed of cases) {
      const random = seeded(seed);
      const before = Array.from({ length: 12 }, (_, page) => `p${page}`);
      const length = 1 + random(3);
      const block = before.slice(6, 6 + length);
      const rest = before.filter((page) => !block.includes(page));
      const at = random(5);
      const after = rest.toSpliced(at, 0, ...block);
      const result = comparePages(before, after, alike);
      expect({ ...result, places: undefined, moved: result.moved.length }).toMatchObject({
        ...{ added: [], removed: [], changed: [] },
        moved: Math.min(length, 6 - at),
      });
    }
  });

  it('an edition does not differ from itself, however many pages are equal', () => {
    for (const seed of cases) {
      const random = seeded(seed);
      const pages = Array.from({ length: random(40) }, () => String(random(6)));
      expect(compare(pages.join(''), pages.join(''))).toEqual(NOTHING);
    }
  });
});

it('compares 10,000 pairs at most, however many gaps there are', () => {
  const gap = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
  const pages = (side: string, count: number) =>
    [1, 2, 3, 4].flatMap((part) => [`same${part}`, ...gap(`${side}${part}-`, count)]);
  let pairs = 0;
  const { changed } = comparePages(pages('old', 60), pages('new', 61), () => {
    pairs += 1;
    return 1;
  });
  expect(pairs).toBe(2 * 60 * 61);
  expect(changed).toHaveLength(240);
});
