import { isSameWording, wordingOf } from '@vesalius/contract/question-wording';
import type { TurnFigures, WorkQuestionStatistics } from '@vesalius/contract/work-questions';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { choicesOf, textOf } from './question-problems.ts';

export type WordingFigures = WorkQuestionStatistics['questions'][number]['wordings'][number];
type Choice = TurnFigures['choices'][number];

/** The answers to the question's wording on the desk, and those to other wordings. */
export function figuresOf(wordings: readonly WordingFigures[], question: Fields) {
  const present = wordingOf(question);
  const own = wordings.find((each) => isSameWording(each, present)) ?? null;
  const earlier = wordings.find((each) => each !== own && each.turns.some(isCounted)) ?? null;
  return { own, earlier };
}

export const isCounted = ({ number_answered: answered }: TurnFigures): boolean => answered !== null;

/**
 * Whether the choice is right by the key on the desk, which may have been corrected; a picture without text by the
 * published key.
 */
export function isRightOn(question: Fields, { answer, correct }: Choice): boolean {
  const written =
    answer && choicesOf(question).find((choice) => textOf(choice.answer).trim() === answer.trim());
  return written ? written.correct === true : correct;
}

/** In the order of the desk; deleted choices come last. */
export function inOrderOf(question: Fields, choices: readonly Choice[]): Choice[] {
  const texts = choicesOf(question).map(({ answer }) => textOf(answer).trim());
  const placeOf = ({ answer }: Choice) => {
    const place = texts.indexOf(answer.trim());
    return place < 0 ? texts.length : place;
  };
  return choices.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** `choice`: a wrong choice whose readers did better elsewhere than those who took the right one. */
export type KeyDoubt = { readonly code: 'better'; readonly choice: string } | { readonly code: 'negative' };

/** The evidence of the answers against the key on the desk. */
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

/** For a line of the list: whether the answers to the present wording speak against its key. */
export const isSuspect = (wordings: readonly WordingFigures[], question: Fields): boolean =>
  figuresOf(wordings, question).own?.turns.some((turn) => doubtOf(question, turn) !== null) ?? false;
