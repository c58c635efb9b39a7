import type { SupplementaryGroup } from '@vesalius/contract/lectures';
import { expect, it } from 'vitest';
import { chapterState, materialsOf } from './chapter-state.ts';

it.each([
  [[], 'none'],
  [[false, false], 'not_started'],
  [[true, false], 'started'],
  [[true, true], 'complete'],
] as const)('a chapter whose materials are watched %j is %s', (watched, state) =>
  expect(chapterState(watched.map((value) => ({ watched: value })))).toBe(state),
);

it('collects the materials of the chapter’s pages, including the first and the last', () => {
  const group = (book_page: number) =>
    ({ book_page, supplementary_materials: [{ id: String(book_page) }] }) as unknown as SupplementaryGroup;
  const found = materialsOf({ first_page: 5, last_page: 9 }, [4, 5, 9, 10].map(group));
  expect(found.map((material) => material.id)).toEqual(['5', '9']);
});
