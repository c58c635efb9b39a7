import { expect, it } from 'vitest';
import { isFromTheRight } from './reading-direction.ts';

it.each([
  ['ar', true],
  ['he', true],
  ['fa-IR', true],
  ['ur', true],
  ['en', false],
  ['es', false],
  ['', false],
])('a book in "%s" is bound on the right: %s', (language, expected) => {
  expect(isFromTheRight(language)).toBe(expected);
});
