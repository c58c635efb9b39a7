import { describe, expect, it } from 'vitest';
import { isOrdered } from './choice-order.ts';

describe('choices keep their order', () => {
  it.each([
    ['one names others by letter', ['It rises.', 'It falls.', 'Both a and b are true.', 'It stays.']],
    ['letters in capitals', ['Left', 'Right', 'Both', 'A and C only']],
    ['numbers', ['Aorta', 'Vein', 'Valve', '1 and 3']],
    ['a list', ['One', 'Two', 'Three', 'A, B and C']],
    ['neither', ['Red', 'Blue', 'Neither A nor B']],
    ['one is named', ['Red', 'Blue', 'The same as answer B']],
    ['they are a rising series', ['10', '20', '40', '80']],
    ['they fall, with a unit', ['8.5 mg/dL', '7 mg/dL', '3.5 mg/dL']],
    ['they are ranges', ['0-10 %', '11-20 %', '21-30 %']],
    ['thousands', ['1,500', '15,000', '150,000']],
  ])('where %s', (_name, answers) => {
    expect(isOrdered(answers)).toBe(true);
  });
  it.each([
    ['words', ['Mitral valve', 'Aortic valve', 'Tricuspid valve']],
    ['numbers without order', ['40', '10', '80']],
    ['numbers of different things', ['2 atria', '3 leaflets', '4 chambers']],
    ['vitamins, which are no labels', ['Vitamin K', 'Vitamins A and D', 'Iron']],
    ['hepatitis, which is none either', ['Hepatitis B', 'Influenza', 'Measles']],
    ['two numbers: too few for a series', ['1', '2']],
    ['all of the above, which stays last by itself', ['Red', 'Blue', 'All of the above']],
  ])('not where they are %s', (_name, answers) => {
    expect(isOrdered(answers)).toBe(false);
  });
});
