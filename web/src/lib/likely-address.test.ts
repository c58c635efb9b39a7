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
])('%s probably means %s', (typed, meant) => expect(likelyAddress(typed)).toBe(meant));
