import type { TestSummary } from '@vesalius/contract/assessments-questions';
import { describe, expect, it } from 'vitest';
import { dueAt, isLocked, nextTurn, pageBefore } from './opening.ts';

const test = (fields: Partial<TestSummary> = {}): TestSummary => ({
  id: fields.id ?? 'test',
  book_id: 'book',
  title: 'Chapter test',
  note: '',
  is_mandatory: false,
  pre_page: 5,
  post_page: 20,
  total_points: 4,
  number_of_questions: 4,
  pre_solved: false,
  post_solved: false,
  pre_test_points: null,
  post_test_points: null,
  sections_results: [],
  ...fields,
});
const due = (page: number, tests: TestSummary[], survey: { id: string; solved: boolean } | null = null) => {
  const found = dueAt(page, { tests, survey, numberOfPages: 40 });
  return found?.what === 'test' ? `${found.test.id} ${found.turn}` : (found?.what ?? null);
};
const pre = { pre_solved: true };
const both = { pre_solved: true, post_solved: true };

describe('what opens by itself', () => {
  it.each<[string, number, TestSummary[], string | null]>([
    ['an optional pre-test on its page', 5, [test()], 'test pre'],
    ['nothing one page later', 6, [test()], null],
    ['no post-test while the pre-test is open', 20, [test()], null],
    ['an optional post-test on its page', 20, [test(pre)], 'test post'],
    ['nothing when both are solved', 20, [test(both)], null],
    ['nothing before a mandatory pre-test', 4, [test({ is_mandatory: true })], null],
    ['a mandatory pre-test on its page', 5, [test({ is_mandatory: true })], 'test pre'],
    ['a mandatory pre-test anywhere beyond', 33, [test({ is_mandatory: true })], 'test pre'],
    ['no mandatory post-test between its pages', 12, [test({ is_mandatory: true, ...pre })], null],
    ['a mandatory post-test beyond its page', 33, [test({ is_mandatory: true, ...pre })], 'test post'],
    [
      'the earliest of two mandatory tests',
      33,
      [test({ id: 'late', is_mandatory: true, pre_page: 21 }), test({ id: 'early', is_mandatory: true })],
      'early pre',
    ],
    [
      'a mandatory test before an optional one',
      5,
      [test({ id: 'optional' }), test({ id: 'mandatory', is_mandatory: true, pre_page: 2 })],
      'mandatory pre',
    ],
  ])('%s', (_what, page, tests, expected) => {
    expect(due(page, tests)).toBe(expected);
  });

  it('is the survey on the last page, unsolved, after the tests', () => {
    const open = { id: 's', solved: false };
    expect(due(39, [], open)).toBeNull();
    expect(due(40, [], open)).toBe('survey');
    expect(due(40, [], { id: 's', solved: true })).toBeNull();
    expect(due(40, [test({ pre_page: 40 })], open)).toBe('test pre');
  });
});

describe('a turn', () => {
  it('is pre, then post, then none', () => {
    expect([test(), test(pre), test(both)].map(nextTurn)).toEqual(['pre', 'post', null]);
    expect(isLocked(test(), 'post')).toBe(true);
    expect(isLocked(test(), 'pre')).toBe(false);
    expect(isLocked(test(pre), 'post')).toBe(false);
  });

  it('is left to the page before it', () => {
    expect(pageBefore(test(), 'pre')).toBe(4);
    expect(pageBefore(test(), 'post')).toBe(19);
    expect(pageBefore(test({ pre_page: 1 }), 'pre')).toBe(1);
  });
});
