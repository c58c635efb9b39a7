import { expect, it } from 'vitest';
import { changedWords } from './changed-words.ts';

const LONG = Array.from({ length: 40 }, (_, index) => `word${index}`);
const marked = (before: string, after: string) =>
  changedWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text.trim()}]`))
    .join('');

it('shows the changed words of a paragraph with a few around them', () => {
  const after = LONG.with(20, 'other').join(' ');
  expect(marked(LONG.join(' '), after)).toBe(
    ' … word14 word15 word16 word17 word18 word19-[word20]+[other] word21 word22 word23 word24 word25 word26 … ',
  );
});
it.each([
  ['one two three', 'one three', 'one-[two] three'],
  ['one three', 'one two three', 'one+[two] three'],
  ['a b', 'c d', '-[a b]+[c d]'],
  ['same  spaces', 'same spaces', ' … '],
])('"%s" to "%s"', (before, after, text) => {
  expect(marked(before, after)).toBe(text);
});
it('compares very long texts by their ends', () => {
  const old = Array.from({ length: 2000 }, (_, index) => `a${index}`);
  const next = Array.from({ length: 2000 }, (_, index) => `b${index}`);
  const [removed, added] = changedWords(`same ${old.join(' ')}`, `same ${next.join(' ')}`).slice(1);
  expect([removed?.kind, added?.kind]).toEqual(['removed', 'added']);
});
