import { expect, it } from 'vitest';
import { cutText, endOfText, storableText } from './storable-text.ts';

it.each([
  ['NUL and other control characters', 'a\u0000b\u001b[31m\u0085c', 'ab[31mc'],
  ['half of a character', 'half \ud83d', 'half \ufffd'],
  ['overrides and isolates', 'gp\u202ejpg.exe\u2066!\u2069', 'gpjpg.exe!'],
  ['a byte order mark', '\ufeffHeart', 'Heart'],
])('%s of a file are not stored', (_, given, stored) => {
  expect(storableText(given)).toBe(stored);
});

it('letters of every script, their joiners and marks, and line ends stay', () => {
  const text = 'می\u200cخواهم \u200fقلب\n👩\u200d⚕️\tÄ';
  expect(storableText(text)).toBe(text);
});

it('a text of 10 kB is cut between characters, at both ends', () => {
  const text = '🫀'.repeat(5000);
  for (const length of [199, 200]) {
    expect(cutText(text, length)).toBe('🫀'.repeat(length >> 1));
    expect(endOfText(text, length)).toBe('🫀'.repeat(length >> 1));
  }
  expect([cutText('ab', 5), endOfText('ab', 5)]).toEqual(['ab', 'ab']);
});
