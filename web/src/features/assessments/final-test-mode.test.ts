import { describe, expect, it } from 'vitest';
import { finalTestMode } from './final-test-mode.ts';

describe('the mode of a final test', () => {
  it.each([
    ['take', 'take', false, 'take'],
    ['Take', 'ViewTest', false, 'take'],
    ['take', 'take', true, 'result'],
    ['take', 'retake', true, 'retake'],
    ['result', 'result', true, 'result'],
    ['result', 'x', true, 'result'],
    ['View', 'ViewScore', true, 'result'],
    ['View', 'ViewTest', true, 'view'],
    ['view', 'view', true, 'view'],
    ['viewtest', '0', true, 'view'],
    ['view', 'view', false, 'take'],
    ['result', 'ViewScore', false, 'take'],
    ['nonsense', 'nonsense', true, 'result'],
    ['nonsense', 'nonsense', false, 'take'],
  ])('/%s/…/%s with answers: %s is %s', (mode, view, hasAnswers, expected) => {
    expect(finalTestMode(mode, view, hasAnswers)).toBe(expected);
  });
});
