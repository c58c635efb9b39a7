import type { TurnFigures } from '@vesalius/contract/work-questions';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import { doubtOf } from './read-figures.ts';

const QUESTION: Fields = {
  choices: [
    { _id: 'a', answer: 'A', correct: true },
    { _id: 'b', answer: 'B' },
    { _id: 'c', answer: 'C' },
  ],
};
const turn = (right: number | null, b: number | null, c: number | null): TurnFigures => ({
  ...{
    kind: 'final',
    number_answered: 20,
    percentage_right: 40,
    difficulty: 'medium',
    discrimination: right,
  },
  choices: [
    { answer: 'A', correct: true, number_chosen: 8, discrimination: right },
    { answer: 'B', correct: false, number_chosen: 6, discrimination: b },
    { answer: 'C', correct: false, number_chosen: 6, discrimination: c },
  ],
});

it.each([
  ['better readers take the right choice', turn(0.4, -0.2, -0.3), null],
  ['a wrong choice is taken by good readers, and the right one by better ones', turn(0.4, 0.1, -0.3), null],
  ['better readers take a wrong choice', turn(0.1, 0.2, -0.3), { code: 'better', choice: 'B' }],
  ['of two such the one that the best take is named', turn(-0.5, 0.2, 0.3), { code: 'better', choice: 'C' }],
  [
    'those who are right do worse, and nobody does better elsewhere',
    turn(-0.1, null, 0),
    { code: 'negative' },
  ],
  ['everybody is right', turn(null, null, null), null],
] as const)('%s', (_case, figures, doubt) => {
  expect(doubtOf(QUESTION, figures)).toEqual(doubt);
});
