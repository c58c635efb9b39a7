/** What a final test's page shows. `retake` is the paper again, after an attempt. */
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
 * From the two parts of `/FinalTest/{mode}/{bookId}/{testViewMode}` in any of their spellings: the second part says
 * more where it is known (View with ViewScore is the result). With answers, taking becomes the result, and only
 * `retake` is the paper again; without them there is nothing but to take it.
 */
export function finalTestMode(mode: string, testViewMode: string, hasAnswers: boolean): FinalTestMode {
  const of = (text: string) => SPELLINGS[text.toLowerCase().replace(/[^a-z]/g, '')];
  const first = of(mode);
  const second = of(testViewMode);
  const asked = (first === 'take' && second !== 'retake' ? first : second) ?? first ?? 'result';
  if (!hasAnswers) return 'take';
  return asked === 'take' ? 'result' : asked;
}
