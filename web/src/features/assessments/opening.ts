import type { TestSummary } from '@vesalius/contract/assessments-questions';

export type TurnName = 'pre' | 'post';
export type Due =
  | { readonly what: 'test'; readonly test: TestSummary; readonly turn: TurnName }
  | { readonly what: 'survey'; readonly surveyId: string };

/** Which turn of a test can be taken: pre while it is unsolved, post after pre, nothing when both are solved. */
export function nextTurn(test: Pick<TestSummary, 'pre_solved' | 'post_solved'>): TurnName | null {
  if (!test.pre_solved) return 'pre';
  return test.post_solved ? null : 'post';
}

/** Post waits for pre: 'Pre-test is not solved'. */
export const isLocked = (test: Pick<TestSummary, 'pre_solved'>, turn: TurnName): boolean =>
  turn === 'post' && !test.pre_solved;

/**
 * What opens by itself at a page. Mandatory tests at their page or anywhere beyond, the earliest first; others
 * exactly on their page; the survey on the last page, when nothing else is due.
 */
export function dueAt(
  page: number,
  {
    tests,
    survey,
    numberOfPages,
  }: {
    tests: readonly TestSummary[];
    survey: { id: string; solved: boolean } | null;
    numberOfPages: number;
  },
): Due | null {
  const inOrder = [...tests].sort((left, right) => left.pre_page - right.pre_page);
  for (const mandatory of [true, false])
    for (const test of inOrder) {
      if (test.is_mandatory !== mandatory) continue;
      const turn = nextTurn(test);
      if (!turn) continue;
      const at = turn === 'pre' ? test.pre_page : test.post_page;
      if (mandatory ? page >= at : page === at) return { what: 'test', test, turn };
    }
  if (survey && !survey.solved && page >= numberOfPages) return { what: 'survey', surveyId: survey.id };
  return null;
}

/** Where somebody goes who does not want a mandatory test now: to the page before it. */
export const pageBefore = (test: TestSummary, turn: TurnName): number =>
  Math.max(1, (turn === 'pre' ? test.pre_page : test.post_page) - 1);
