import type { Wording } from '@vesalius/contract/question-wording';
import type { TurnFigures } from '@vesalius/contract/work-questions';

type Choices = TurnFigures['choices'];

/**
 * The choices of a question in an earlier wording: without choices that were added later, and with the earlier text
 * of a reworded choice, which is recognized as in an import (`match-choices.ts`).
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
