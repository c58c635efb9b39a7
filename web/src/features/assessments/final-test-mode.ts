/** What the final test's page shows. `retake` shows the questions again after an attempt. */
export type FinalTestMode = 'take' | 'retake' | 'result' | 'view';

const SPELLINGS: Readonly<Record<string, FinalTestMode>> = {
  take: 'take',
  taketest: 'take',
  retake: 'retake',
  result: 'result',
  score: 'result',
  viewscore: 'result',
  view: 'view',
  viewtest: 'view',
};

/**
 * Reads the two parts of `/FinalTest/{mode}/{bookId}/{testViewMode}` in all their spellings. A known second part takes
 * precedence (View with ViewScore is the result). With answers, `take` becomes the result, and only `retake` shows the
 * questions again; without answers, the test can only be taken.
 */
export function finalTestMode(mode: string, testViewMode: string, hasAnswers: boolean): FinalTestMode {
  const of = (text: string) => SPELLINGS[text.toLowerCase().replace(/[^a-z]/g, '')];
  const first = of(mode);
  const second = of(testViewMode);
  const asked = (first === 'take' && second !== 'retake' ? first : second) ?? first ?? 'result';
  if (!hasAnswers) return 'take';
  return asked === 'take' ? 'result' : asked;
}
