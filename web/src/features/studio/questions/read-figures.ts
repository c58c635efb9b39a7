import { isSameWording, wordingOf } from '@vesalius/contract/question-wording';
import type { TurnFigures, WorkQuestionStatistics } from '@vesalius/contract/work-questions';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { choicesOf, textOf } from './question-problems.ts';

export type WordingFigures = WorkQuestionStatistics['questions'][number]['wordings'][number];
type Choice = TurnFigures['choices'][number];

/** What readers answered to the question as it stands on the desk, and what they answered to another wording of it. */
export function figuresOf(wordings: readonly WordingFigures[], question: Fields) {
  const present = wordingOf(question);
  const own = wordings.find((each) => isSameWording(each, present)) ?? null;
  const earlier = wordings.find((each) => each !== own && each.turns.some(isCounted)) ?? null;
  return { own, earlier };
}

export const isCounted = ({ number_answered: answered }: TurnFigures): boolean => answered !== null;

/** By the key on the desk, which may have been corrected since; a picture without words by that of the readers. */
export function isRightOn(question: Fields, { answer, correct }: Choice): boolean {
  const written =
    answer && choicesOf(question).find((choice) => textOf(choice.answer).trim() === answer.trim());
  return written ? written.correct === true : correct;
}

/** In the order of the desk; what is not there any more comes last. */
export function inOrderOf(question: Fields, choices: readonly Choice[]): Choice[] {
  const texts = choicesOf(question).map(({ answer }) => textOf(answer).trim());
  const placeOf = ({ answer }: Choice) => {
    const place = texts.indexOf(answer.trim());
    return place < 0 ? texts.length : place;
  };
  return choices.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** `choice`: a wrong one, taken by readers who did better elsewhere than those who took the right one. */
export type KeyDoubt = { readonly code: 'better'; readonly choice: string } | { readonly code: 'negative' };

/** Where answers speak against the key on the desk. */
export function doubtOf(question: Fields, { choices, discrimination }: TurnFigures): KeyDoubt | null {
  const right = choices.find((choice) => isRightOn(question, choice));
  const known = right?.correct ? discrimination : (right?.discrimination ?? null);
  const [best] = choices
    .filter(
      (choice) => !isRightOn(question, choice) && (choice.discrimination ?? 0) > Math.max(0, known ?? 0),
    )
    .toSorted((a, b) => (b.discrimination ?? 0) - (a.discrimination ?? 0));
  if (best) return { code: 'better', choice: best.answer };
  return known !== null && known < 0 ? { code: 'negative' } : null;
}

/** In a line of the list: whether the answers to the wording on the desk speak against its key. */
export const isSuspect = (wordings: readonly WordingFigures[], question: Fields): boolean =>
  figuresOf(wordings, question).own?.turns.some((turn) => doubtOf(question, turn) !== null) ?? false;
