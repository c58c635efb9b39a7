import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildPostings } from './build-postings.ts';

const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `w${from + index}q`).join(' ');

it('other requests are answered between the pages of a book that is indexed', async () => {
  const pages = Array.from({ length: 40 }, (_, index) => words(index * 500, 500));
  let isBuilding = true;
  const built = buildPostings({ pages, headings: [] }).finally(() => {
    isBuilding = false;
  });
  let turns = 0;
  for (; isBuilding; turns += 1) await turn();
  expect(turns).toBeGreaterThanOrEqual(pages.length);
  expect((await built).rows).toHaveLength(20_000);
});

it('words of a page beyond 3,000 are left out', async () => {
  const { rows, parts } = await buildPostings({ pages: [words(0, 9000)], headings: [] });
  expect(rows).toHaveLength(3000);
  expect(parts[0]?.lengths).toEqual([3000]);
});
