import { expect, it } from 'vitest';
import { likelyAddress } from './likely-address.ts';

it.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['Ada@gmail.con', 'ada@gmail.com'],
  ['ada@hotmai.com', 'ada@hotmail.com'],
  ['ada@outloook.com', 'ada@outlook.com'],
  ['ada@clinic.con', 'ada@clinic.com'],
  ['ada@gmail.com', null],
  ['ada@ymail.com', null],
  ['ada@example.org', null],
  ['ada', null],
  ['jane@charite.d', null],
])('%s probably means %s', (typed, meant) => expect(likelyAddress(typed)).toBe(meant));

it.each([
  ['jane@charite.d', 'jane@charite.de'],
  ['jane@charit.de', 'jane@charite.de'],
  ['jane@charite.de', null],
  // One letter away from a common one, and right here.
  ['jane@gmal.com', null],
  // The domain of this place is more likely than a common one.
  ['jane@gmial.com', 'jane@gmal.com'],
  ['jane@outlok.com', 'jane@outlook.com'],
  // Too short to be sure.
  ['jane@uk.de', null],
])('where charite.de, gmal.com and uc.de are known, %s probably means %s', (typed, meant) =>
  expect(likelyAddress(typed, ['charite.de', 'gmal.com', 'uc.de'])).toBe(meant),
);
