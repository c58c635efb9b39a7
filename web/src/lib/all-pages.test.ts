import { expect, it } from 'vitest';
import { allPages } from './all-pages.ts';

it.each([0, 1, 100, 101, 250])('a list of %i items is read to its end, in its order', async (count) => {
  const all = Array.from({ length: count }, (_, index) => index);
  const read = await allPages(async ({ page, items }) => ({
    data: all.slice((page - 1) * items, page * items),
    metadata: { pages: Math.ceil(count / items) },
  }));
  expect(read).toEqual(all);
});
