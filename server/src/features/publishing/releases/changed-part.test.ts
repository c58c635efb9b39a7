import { expect, it } from 'vitest';
import { changedPart } from './changed-part.ts';

const filler = (name: string) => Array.from({ length: 20 }, (_, index) => `${name}${index}`).join(' ');

it('is what lies between the equal ends, with some words around it', () => {
  const page = (dose: string) => `${filler('a')} give ${dose} once ${filler('b')}`;
  const { before, after } = changedPart(page('10 mg'), page('1 mg'));
  expect(before).toBe('… a13 a14 a15 a16 a17 a18 a19 give 10 mg once b0 b1 b2 b3 b4 b5 …');
  expect(after).toBe('… a13 a14 a15 a16 a17 a18 a19 give 1 mg once b0 b1 b2 b3 b4 b5 …');
});

it.each([
  ['the same words', 'One two', 'One  two', null, null],
  ['words at the end', 'One', 'One two', 'One', 'One two'],
  ['repeated words', 'no no', 'no no no', 'no no', 'no no no'],
  ['a text that is new', '', 'One', '', 'One'],
])('of %s is right', (_what, before, after, was, is) => {
  expect(changedPart(before, after)).toEqual({ before: was, after: is });
});
