import { applyOperation } from '@vesalius/contract/working-copy';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { describe, expect, it } from 'vitest';
import { followPages, type PageContent } from './follow-pages.ts';
import { planMoves } from './plan-moves.ts';

const pdf = (...pages: number[]): PageContent[] =>
  pages.map((each, index) => {
    const text = Array.from({ length: 12 }, (_, word) => `word${each}x${word}`).join(' ');
    return { page: index + 1, text, contentHash: text };
  });
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const BEFORE = range(1, 20);
const NEW = [90, 91, 92];
const withNew = (after: number) => [...range(1, after), ...NEW, ...range(after + 1, 20)];

const BOOK: Fields = {
  front_matter: { first_page: 1, last_page: 2 },
  page_labels: [
    { _id: 'l1', from_page: 1, style: 'roman' },
    { _id: 'l2', from_page: 3, style: 'decimal' },
  ],
  chapters: [
    { key: 'one', first_page: 3, last_page: 10 },
    { key: 'two', first_page: 11, last_page: 20 },
  ],
  tests: [
    {
      key: 'test',
      pre_page: 11,
      post_page: 20,
      sections: [{ key: 's', first_page: 11 }],
      questions: [{ key: 'q', page: 15 }],
    },
  ],
  quizzes: [{ key: 'quiz', page: 10, questions: [{ key: 'q', page: 9 }] }],
  final_test: { questions: [{ key: 'f', page: 16 }, { key: 'without' }] },
  supplementaries: [
    { _id: 'g', page: 12, materials: [{ key: 'film', marks: [{ _id: 'm', at_seconds: 1, page: 13 }] }] },
  ],
};

async function moved(after: number[], book: Fields = BOOK, settled: string[] = []) {
  const pages = await followPages(pdf(...BEFORE), pdf(...after));
  const { things, operations } = planMoves(
    book,
    () => pages,
    (name) => settled.includes(name),
  );
  const document = operations.reduce((each, operation) => applyOperation(each, operation).document, book);
  return { document, left: things.filter(({ state }) => state !== 'moves'), things };
}

describe('things of a book', () => {
  it('follow their pages behind inserted ones', async () => {
    const { document, left } = await moved(withNew(8));
    expect(left).toEqual([]);
    expect(document).toMatchObject({
      front_matter: { first_page: 1, last_page: 2 },
      page_labels: [{ from_page: 1 }, { from_page: 3 }],
      chapters: [
        { first_page: 3, last_page: 13 },
        { first_page: 14, last_page: 23 },
      ],
      tests: [{ pre_page: 14, post_page: 23, sections: [{ first_page: 14 }], questions: [{ page: 18 }] }],
      quizzes: [{ page: 13, questions: [{ page: 12 }] }],
      final_test: { questions: [{ page: 19 }, { key: 'without' }] },
      supplementaries: [{ page: 15, materials: [{ marks: [{ page: 16 }] }] }],
    });
  });

  it('stay when pages are appended, or one is rewritten', async () => {
    for (const after of [[...BEFORE, ...NEW], BEFORE.with(11, 90)])
      expect(await moved(after)).toMatchObject({ things: [], document: BOOK });
  });

  it('pages inserted between two chapters belong to the first', async () => {
    expect((await moved(withNew(10))).document).toMatchObject({
      chapters: [
        { first_page: 3, last_page: 13 },
        { first_page: 14, last_page: 23 },
      ],
      quizzes: [{ page: 10 }],
    });
  });

  it('new front matter stays in front, and the printed numbers go with the body', async () => {
    expect((await moved([...NEW, ...BEFORE])).document).toMatchObject({
      front_matter: { first_page: 1, last_page: 5 },
      page_labels: [{ from_page: 1 }, { from_page: 6 }],
      chapters: [{ first_page: 6 }, {}],
    });
  });

  it('of a removed page are named, and a chapter begins with its next page', async () => {
    const { document, left } = await moved(BEFORE.filter((page) => page !== 11 && page !== 12));
    expect(document).toMatchObject({
      chapters: [
        { first_page: 3, last_page: 10 },
        { first_page: 11, last_page: 18 },
      ],
      tests: [{ pre_page: 11, post_page: 18, sections: [{ first_page: 11 }] }],
      supplementaries: [{ page: 12, materials: [{ marks: [{ page: 11 }] }] }],
    });
    expect(left).toEqual([
      { path: ['supplementaries', '#g', 'materials', '#film'], from: 12, to: null, state: 'gone' },
    ]);
  });

  it('do not put chapters in the wrong order where their border pages are swapped', async () => {
    const { document, left } = await moved(BEFORE.with(9, 11).with(10, 10));
    expect(document).toMatchObject({ chapters: BOOK.chapters, quizzes: [{ page: 11 }] });
    expect(left.map(({ path }) => path.join('/'))).toContain('chapters/#two/first_page');
  });

  it('a material that was brought to a page since stays at its number', async () => {
    const book = {
      supplementaries: [
        { _id: 'g', page: 12, materials: [{ key: 'old' }, { key: 'new' }, { key: 'newer' }] },
      ],
    };
    const { document, things } = await moved(withNew(8), book, [
      'supplementaries/#g/materials/#new',
      'supplementaries/#g/materials/#newer',
    ]);
    expect(document.supplementaries).toMatchObject([
      { page: 15, materials: [{ key: 'old' }] },
      { page: 12, materials: [{ key: 'new' }, { key: 'newer' }] },
    ]);
    expect(things).toHaveLength(1);
  });
});
