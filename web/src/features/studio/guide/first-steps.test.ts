import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import { stepsDone } from './first-steps.ts';

const done = (document: Parameters<typeof stepsDone>[0]['document'], more = {}) => [
  ...stepsDone({ document, isReviewed: false, isPublished: false, ...more }),
];

it('nothing is done in an empty book, nor by empty lists', () => {
  expect(done({ title: 'Atlas' })).toEqual([]);
  const empty = {
    chapters: [],
    quizzes: [{ key: 'q', questions: [] }],
    supplementaries: [{ page: 1, materials: [] }],
  };
  expect(done(empty)).toEqual([]);
});

it('each step is done by what is there', () => {
  expect(done({ pdf: 'book.pdf' })).toEqual(['pdf']);
  expect(done({ chapters: [{ key: 'one' }] })).toEqual(['chapters']);
  const tested: readonly Fields[] = [
    { quizzes: [{ key: 'q', questions: [{ key: 'a' }] }] },
    { tests: [{ key: 't', questions: [{ key: 'a' }] }] },
    { final_test: { questions: [{ key: 'a' }] } },
  ];
  for (const document of tested) expect(done(document)).toEqual(['questions']);
  expect(done({ supplementaries: [{ page: 1, materials: [{ key: 'ct' }] }] })).toEqual(['media']);
  expect(done({ price: 0 })).toEqual(['price']);
  expect(done({}, { isReviewed: true, isPublished: true })).toEqual(['review', 'publish']);
});
