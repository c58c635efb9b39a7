import type { Wording } from '@vesalius/contract/question-wording';
import type { TurnFigures } from '@vesalius/contract/work-questions';

type Choices = TurnFigures['choices'];

/**
 * The choices of a question as an earlier wording had them: without what came later, and with the words that one of them had
 * before it was corrected, which an import recognizes in the same way (`match-choices.ts`).
 */
export function inWording(choices: Choices, { choices: asked }: Wording): Choices {
  const texts = asked.map(({ answer }) => answer.trim());
  const others = choices.filter(({ answer }) => !texts.includes(answer.trim()));
  const gone = texts.filter((text) => !choices.some(({ answer }) => answer.trim() === text));
  const [other] = others;
  const [before] = gone;
  if (other && before !== undefined && others.length === 1 && gone.length === 1)
    return choices.map((choice) => (choice === other ? { ...choice, answer: before } : choice));
  return choices.filter((choice) => !others.includes(choice) || choice.number_chosen > 0);
}
