import { describe, expect, it } from 'vitest';
import { matchChoices } from './match-choices.ts';

const choice = (answer: string, correct = false) => ({ identity: answer, answer, imageKey: null, correct });
const known = (id: string, identity: string, correct = false) => ({ id, identity, correct });
const idsByAnswer = (choices: ReturnType<typeof matchChoices>) =>
  Object.fromEntries(choices.map(({ answer, id }) => [answer, id]));

describe('choices at the next import', () => {
  it('are the same when their words are, whatever their order and case', () => {
    const matched = matchChoices(
      [choice('No'), choice(' YES ', true)],
      [known('a', 'Yes', true), known('b', 'No')],
    );
    expect(idsByAnswer(matched)).toEqual({ ' YES ': 'a', No: 'b' });
  });

  it.each([
    ['is the same when one was reworded', true, 'a'],
    ['is another when the right answer itself was replaced by a wrong one', false, 'new'],
  ])('the one left over %s', (_title, correct, expected) => {
    const [first] = matchChoices(
      [choice('Yes, always', correct), choice('No', !correct)].filter((each) => each.answer !== 'No'),
      [known('a', 'Yes', true)],
    );
    expect(first?.id === 'a' ? 'a' : 'new').toBe(expected);
  });

  it('are new when two were reworded: nobody can tell which is which', () => {
    const matched = matchChoices(
      [choice('Red', true), choice('Blue')],
      [known('a', 'Crimson', true), known('b', 'Azure')],
    );
    expect(matched.map(({ id }) => id)).not.toContain('a');
    expect(new Set(matched.map(({ id }) => id)).size).toBe(2);
  });

  it('stand in the order of their random ids, "none of the above" last', () => {
    const matched = matchChoices(
      [choice('None of the above'), choice('A'), choice('B', true)],
      [known('0', 'None of the above'), known('2', 'A'), known('1', 'B', true)],
    );
    expect(matched.map(({ answer, position }) => [position, answer])).toEqual([
      [1, 'B'],
      [2, 'A'],
      [3, 'None of the above'],
    ]);
  });
});
