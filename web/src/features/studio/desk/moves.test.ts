import { applyOperation, type Operation } from '@vesalius/contract/working-copy';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { describe, expect, it } from 'vitest';
import { chaptersOf, type Mark, marksOf } from './marks.ts';
import { addMaterial, beginChapter, moveBorder, moveMark } from './moves.ts';

const BOOK: Fields = {
  chapters: [
    { key: 'heart', title: 'Heart', first_page: 1, last_page: 9 },
    { key: 'lung', title: 'Lung', first_page: 10, last_page: 20 },
  ],
  supplementaries: [
    { _id: 's1', page: 3, materials: [{ key: 'film', type: 'video', title: 'Film' }] },
    {
      _id: 's2',
      page: 5,
      materials: [
        { key: 'scan', type: 'dicom', title: 'Scan' },
        { key: 'photo', type: 'image', title: 'Photo' },
      ],
    },
  ],
  quizzes: [{ key: 'quiz', title: 'Quiz', page: 4 }],
  tests: [{ key: 'test', title: 'Test', pre_page: 1, post_page: 9 }],
};
const made = (operations: readonly Operation[], document = BOOK) =>
  operations.reduce((before, operation) => applyOperation(before, operation).document, document);
const markOf = (id: string, document = BOOK) => marksOf(document).find((mark) => mark.id === id) as Mark;
const pagesOf = (document: Fields) => marksOf(document).map(({ id, page }) => `${id} ${page}`);

describe('a mark on another page', () => {
  it.each([
    ['material film', 7],
    ['material film', 5],
    ['material scan', 3],
    ['material photo', 12],
    ['quiz quiz', 8],
    ['pre test', 2],
    ['post test', 20],
  ])('%s goes to page %i, and everything else stays', (id, page) => {
    const after = made(moveMark(BOOK, markOf(id), page));
    expect(markOf(id, after).page).toBe(page);
    const others = (document: Fields) => pagesOf(document).filter((each) => !each.startsWith(id));
    expect(others(after).toSorted()).toEqual(others(BOOK).toSorted());
  });

  it('leaves no page without materials behind', () => {
    const after = made(moveMark(BOOK, markOf('material film'), 5));
    expect((after.supplementaries as Fields[]).map(({ page }) => page)).toEqual([5]);
  });

  it('does nothing on the same page', () => expect(moveMark(BOOK, markOf('quiz quiz'), 4)).toEqual([]));
});

it('a new material follows those of its page, or creates their list', () => {
  const entry = { key: 'new', type: 'video', title: 'New' };
  expect(pagesOf(made(addMaterial(BOOK, 5, entry)))).toContain('material new 5');
  expect(pagesOf(made(addMaterial({}, 8, entry), {}))).toEqual(['material new 8']);
});

describe('the border of chapters', () => {
  const after = (page: number) => moveBorder(BOOK, 'lung', page);
  const spans = (operations: readonly Operation[] | null) =>
    chaptersOf(made(operations ?? [])).map(({ first, last }) => [first, last]);

  it.each([2, 5, 12, 20])('moves to page %i, and both chapters meet there', (page) =>
    expect(spans(after(page))).toEqual([
      [1, page - 1],
      [page, 20],
    ]),
  );
  it.each([1, 21])('does not move to page %i, where a chapter would have no page', (page) =>
    expect(after(page)).toBeNull(),
  );
  it('keeps a gap that was left', () => {
    const gap = made([{ op: 'set', path: ['chapters', '#heart', 'last_page'], value: 6 }]);
    const moved = made(moveBorder(gap, 'lung', 11) ?? [], gap);
    expect(chaptersOf(moved).map(({ first, last }) => [first, last])).toEqual([
      [1, 6],
      [11, 20],
    ]);
  });
});

describe('a chapter that begins on a page', () => {
  it('takes the remaining pages of the present one', () => {
    const document = made(beginChapter(BOOK, 5, 'Valves', 20) ?? []);
    expect(chaptersOf(document).map(({ title, first, last }) => [title, first, last])).toEqual([
      ['Heart', 1, 4],
      ['Valves', 5, 9],
      ['Lung', 10, 20],
    ]);
  });
  it('goes to the end of a book without chapters', () =>
    expect(chaptersOf(made(beginChapter({}, 3, 'First', 20) ?? [], {}))).toMatchObject([
      { first: 3, last: 20 },
    ]));
  it('is refused if one begins there already', () => expect(beginChapter(BOOK, 10, 'Lung', 20)).toBeNull());
});
