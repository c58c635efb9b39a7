import type { TestSummary } from '@vesalius/contract/assessments-questions';
import { describe, expect, it } from 'vitest';
import { awaitsReading, dueAt, isLocked, nextTurn, waitingAt } from './opening.ts';

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
  post_open: false,
  pages_shown: 0,
  pages_needed: 8,
  pre_test_points: null,
  post_test_points: null,
  sections_results: [],
  ...fields,
});
const due = (page: number, tests: TestSummary[], survey: { id: string; solved: boolean } | null = null) => {
  const found = dueAt(page, { tests, survey, numberOfPages: 40, isPutAway: () => false });
  return found?.what === 'test' ? `${found.test.id} ${found.turn}` : (found?.what ?? null);
};
const unread = { pre_solved: true };
const pre = { pre_solved: true, post_open: true };
const both = { pre_solved: true, post_solved: true };

describe('automatic opening', () => {
  it.each<[string, number, TestSummary[], string | null]>([
    ['an optional pre-test on its page', 5, [test()], 'test pre'],
    ['nothing one page later', 6, [test()], null],
    ['no post-test while the pre-test is open', 20, [test()], null],
    ['an optional post-test on its page', 20, [test(pre)], 'test post'],
    ['no post-test of a chapter that was not read', 20, [test(unread)], null],
    ['no mandatory one either', 33, [test({ is_mandatory: true, ...unread })], null],
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
      'the mandatory test of the chapter in which the page is',
      33,
      [
        test({ id: 'early', is_mandatory: true }),
        test({ id: 'own', is_mandatory: true, pre_page: 30, post_page: 39 }),
      ],
      'own pre',
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

  it('opens the survey on the last page, unsolved, after the tests', () => {
    const open = { id: 's', solved: false };
    expect(due(39, [], open)).toBeNull();
    expect(due(40, [], open)).toBe('survey');
    expect(due(40, [], { id: 's', solved: true })).toBeNull();
    expect(due(40, [test({ pre_page: 40 })], open)).toBe('test pre');
  });
});

it('does not open a test that was dismissed for this session, and opens the next one', () => {
  const first = test({ id: 'first', is_mandatory: true });
  const second = test({ id: 'second', is_mandatory: true, pre_page: 7 });
  const asked = { survey: null, numberOfPages: 40, tests: [first, second] };
  const found = dueAt(9, { ...asked, isPutAway: ({ id }) => id === 'first' });
  expect(found).toEqual({ what: 'test', test: second, turn: 'pre' });
});

describe('a turn', () => {
  it('is pre, then post, then none', () => {
    expect([test(), test(unread), test(pre), test(both)].map(nextTurn)).toEqual(['pre', null, 'post', null]);
    expect([test(), test(unread), test(pre), test(both)].map((each) => isLocked(each, 'post'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isLocked(test(), 'pre')).toBe(false);
    expect([test(), test(unread), test(pre), test(both)].map(awaitsReading)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('the line below the page', () => {
  const mandatory = { is_mandatory: true };
  const waiting = (page: number, tests: TestSummary[], putAway: string[] = []) => {
    const found = waitingAt(page, tests, ({ id }, turn) => putAway.includes(`${id} ${turn}`));
    return found && `${found.test.id} ${found.turn} ${found.why}`;
  };
  it.each<[string, number, TestSummary[], string[], string | null]>([
    ['tells of a mandatory test that was put away', 9, [test(mandatory)], ['test pre'], 'test pre put_away'],
    ['tells nothing of one that opens', 9, [test(mandatory)], [], null],
    ['tells nothing before its page', 4, [test(mandatory)], ['test pre'], null],
    [
      'tells of a post-test that waits for reading',
      33,
      [test({ ...mandatory, ...unread })],
      [],
      'test post unread',
    ],
    ['tells nothing of it within the chapter', 12, [test({ ...mandatory, ...unread })], [], null],
    ['tells of an optional one on its page', 20, [test(unread)], [], 'test post unread'],
    ['and not behind it', 21, [test(unread)], [], null],
  ])('%s', (_what, page, tests, putAway, expected) => {
    expect(waiting(page, tests, putAway)).toBe(expected);
  });
});
