import { expect, it } from 'vitest';
import { hitContext, pageQueryOf, wantedOf } from './hit-context.ts';

it.each([
  ['atrial fib', '(atrial:*) & (fib:*)'],
  ['  Ménière ', '(meniere:*)'],
  ["a'b | !c", '(a & b) & (c)'],
  ['long-term', '(long:* & term:* | longterm:*)'],
  ['acute MI', '(acute:*) & (mi)'],
  ['?!', null],
])('turns %j into the page query %j', (term, query) => expect(pageQueryOf(wantedOf(term))).toBe(query));

it('searches for any of the possible corrections of a misspelled word', () =>
  expect(pageQueryOf([[['atrial']], [['fibrillation'], ['fibrillar']]])).toBe(
    '(atrial:*) & (fibrillation:* | fibrillar:*)',
  ));

it('marks every hit in the excerpt around the first one', () => {
  const parts = hitContext('In Ménière’s disease the hydrops of meniere is typical.', [[['meniere']]]);
  expect(parts.filter((part) => part.hit).map((part) => part.text)).toEqual(['Ménière', 'meniere']);
  expect(parts.map((part) => part.text).join('')).toBe(
    'In Ménière’s disease the hydrops of meniere is typical.',
  );
});

it('marks a word of two letters only as a complete word', () => {
  const parts = hitContext('Minor signs of an MI are missed.', [[['mi']]]);
  expect(parts.filter((part) => part.hit).map((part) => part.text)).toEqual(['MI']);
});

it('marks a compound in every spelling', () => {
  const hits = (text: string, term: string) =>
    hitContext(text, wantedOf(term)).flatMap((part) => (part.hit ? [part.text] : []));
  expect(hits('of longterm and long-\nterm use', 'long-term')).toEqual(['longterm', 'long', 'term']);
  expect(hits('of longterm and long-\nterm use', 'longterm')).toEqual(['longterm', 'long', 'term']);
});

it('cuts a long page between words and marks the cut', () => {
  const text = `${'before '.repeat(50)}fibrillation ${'after '.repeat(50)}`;
  const parts = hitContext(text, [[['fibril']]]);
  const shown = parts.map((part) => part.text).join('');
  expect(shown).toMatch(/^… .*before fibrillation after.* …$/);
  expect(shown.length).toBeLessThan(220);
});
