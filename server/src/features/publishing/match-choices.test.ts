import { describe, expect, it } from 'vitest';
import { matchChoices } from './match-choices.ts';

const choice = (answer: string, correct = false) => ({ identity: answer, answer, imageKey: null, correct });
const known = (id: string, identity: string, correct = false) => ({ id, identity, correct });
const idsByAnswer = (choices: ReturnType<typeof matchChoices>) =>
  Object.fromEntries(choices.map(({ answer, id }) => [answer, id]));

describe('choices at the next import', () => {
  it('are the same if their texts are, in any order and case', () => {
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

  it('are new if two were reworded, because their pairs are ambiguous', () => {
    const matched = matchChoices(
      [choice('Red', true), choice('Blue')],
      [known('a', 'Crimson', true), known('b', 'Azure')],
    );
    expect(matched.map(({ id }) => id)).not.toContain('a');
    expect(new Set(matched.map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    [
      ['2', '1'],
      ['B', 'A', 'None of the above'],
    ],
    [
      ['1', '2'],
      ['A', 'B', 'None of the above'],
    ],
  ])('stand in the order of their random ids %j, "none of the above" last', ([a, b], order) => {
    const matched = matchChoices(
      [choice('None of the above'), choice('A'), choice('B', true)],
      [known('0', 'None of the above'), known(a as string, 'A'), known(b as string, 'B', true)],
    );
    expect(matched.map(({ answer }) => answer)).toEqual(order);
    expect(matched.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it('keep the order of the folder if it has one', () => {
    const matched = matchChoices(
      [choice('Left', true), choice('Right'), choice('Both a and b')],
      [known('2', 'Left', true), known('1', 'Right')],
      { keepOrder: true },
    );
    expect(matched.map(({ answer, position }) => [answer, position])).toEqual([
      ['Left', 1],
      ['Right', 2],
      ['Both a and b', 3],
    ]);
  });

  it('that differ only in capitals are different choices', () => {
    const matched = matchChoices(
      [choice('aa'), choice('Aa', true), choice('AA')],
      [known('1', 'AA'), known('2', 'Aa', true), known('3', 'aa')],
    );
    expect(idsByAnswer(matched)).toEqual({ AA: '1', Aa: '2', aa: '3' });
  });

  it('reveal nothing by their position: of four, the right one is in each about equally often', () => {
    const places = [0, 0, 0, 0];
    for (let run = 0; run < 400; run += 1) {
      const matched = matchChoices([choice('A', true), choice('B'), choice('C'), choice('D')], []);
      const place = matched.findIndex(({ correct }) => correct);
      places[place] = (places[place] ?? 0) + 1;
    }
    // A hundred are expected at each position; the limit is six standard deviations lower.
    for (const count of places) expect(count).toBeGreaterThan(48);
  });
});
