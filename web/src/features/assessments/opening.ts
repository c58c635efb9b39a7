import type { TestSummary } from '@vesalius/contract/assessments-questions';

export type TurnName = 'pre' | 'post';
export type Due =
  | { readonly what: 'test'; readonly test: TestSummary; readonly turn: TurnName }
  | { readonly what: 'survey'; readonly surveyId: string };

type Turns = Pick<TestSummary, 'pre_solved' | 'post_solved' | 'post_open'>;

/** The turn of a test that can be taken: pre while it is unsolved, post once the chapter was read, then none. */
export function nextTurn(test: Turns): TurnName | null {
  if (!test.pre_solved) return 'pre';
  return test.post_open && !test.post_solved ? 'post' : null;
}

/** The post-test requires the pre-test and a read chapter. */
export const isLocked = (test: Turns, turn: TurnName): boolean =>
  turn === 'post' && !test.post_solved && !test.post_open;

/** The pre-test is solved, and the post-test still requires pages of the chapter. */
export const awaitsReading = (test: Turns): boolean => test.pre_solved && isLocked(test, 'post');

const pageOf = (test: TestSummary, turn: TurnName): number =>
  turn === 'pre' ? test.pre_page : test.post_page;

/** Mandatory tests are due on their page and after it, others only on their page. */
const isAt = (page: number, test: TestSummary, turn: TurnName): boolean =>
  test.is_mandatory ? page >= pageOf(test, turn) : page === pageOf(test, turn);

/** Whether the page is in the test's chapter. */
export const isOfChapter = (page: number, test: Pick<TestSummary, 'pre_page' | 'post_page'>): boolean =>
  page >= test.pre_page && page <= test.post_page;

/** Mandatory tests first; in each group the one of the page's own chapter, then by page. */
const inOrder = (page: number, tests: readonly TestSummary[]): TestSummary[] =>
  [...tests].sort(
    (left, right) =>
      Number(right.is_mandatory) - Number(left.is_mandatory) ||
      Number(isOfChapter(page, right)) - Number(isOfChapter(page, left)) ||
      left.pre_page - right.pre_page,
  );

/**
 * What opens automatically at a page: tests that were not dismissed for this session; on the last page the survey, if
 * nothing else is due.
 */
export function dueAt(
  page: number,
  {
    tests,
    survey,
    numberOfPages,
    isPutAway,
  }: {
    tests: readonly TestSummary[];
    survey: { id: string; solved: boolean } | null;
    numberOfPages: number;
    isPutAway: (test: TestSummary, turn: TurnName) => boolean;
  },
): Due | null {
  for (const test of inOrder(page, tests)) {
    const turn = nextTurn(test);
    if (turn && isAt(page, test, turn) && !isPutAway(test, turn)) return { what: 'test', test, turn };
  }
  if (survey && !survey.solved && page >= numberOfPages) return { what: 'survey', surveyId: survey.id };
  return null;
}

/**
 * The test that the line below the page mentions: a dismissed mandatory test, or a post-test that requires more
 * reading.
 */
export function waitingAt(
  page: number,
  tests: readonly TestSummary[],
  isPutAway: (test: TestSummary, turn: TurnName) => boolean,
): { readonly test: TestSummary; readonly turn: TurnName; readonly why: 'put_away' | 'unread' } | null {
  for (const test of inOrder(page, tests)) {
    const turn = nextTurn(test);
    if (turn && isAt(page, test, turn) && isPutAway(test, turn)) return { test, turn, why: 'put_away' };
    if (awaitsReading(test) && isAt(page, test, 'post')) return { test, turn: 'post', why: 'unread' };
  }
  return null;
}
