import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import { problemsOf } from './question-problems.ts';

const choice = (_id: string, more: Fields = {}): Fields => ({ _id, answer: `Answer ${_id}`, ...more });
const GOOD: Fields = {
  key: 'q',
  question: 'Which valve?',
  page: 3,
  choices: [choice('a', { correct: true }), choice('b')],
};
const of = (question: Fields, sections: readonly Fields[] | null = null) =>
  problemsOf(question, { pageCount: 4, sections }).map(({ field, code }) => `${field}: ${code}`);

it.each<[string, Fields, string[]]>([
  ['nothing of a whole question', GOOD, []],
  ['the text', { ...GOOD, question: '' }, ['question: noText']],
  ['choices', { key: 'q', question: 'Why?' }, ['choices: fewChoices']],
  [
    'an empty choice',
    { ...GOOD, choices: [choice('a', { correct: true }), { _id: 'b' }] },
    ['choice b: emptyChoice'],
  ],
  [
    'the same choice twice',
    { ...GOOD, choices: [choice('a', { correct: true }), choice('b', { answer: 'Answer a' })] },
    ['choice b: sameChoice'],
  ],
  ['a right choice', { ...GOOD, choices: [choice('a'), choice('b')] }, ['choices: noRight']],
  [
    'a second right choice',
    { ...GOOD, choices: [choice('a', { correct: true }), choice('b', { correct: true })] },
    ['choices: severalRight'],
  ],
  ['a page behind the last', { ...GOOD, page: 5 }, ['page: noSuchPage']],
  [
    'nothing of choices that are pictures',
    {
      ...GOOD,
      choices: [
        { _id: 'a', image: 'a.png', correct: true },
        { _id: 'b', image: 'b.png' },
      ],
    },
    [],
  ],
])('tells %s', (_name, question, expected) => {
  expect(of(question)).toEqual(expected);
});

it('requires a section of its own test if the test has sections', () => {
  const sections = [{ key: 's1', name: 'First' }];
  expect(of({ ...GOOD, section: 's1' }, sections)).toEqual([]);
  expect(of({ ...GOOD, section: 'gone' }, sections)).toEqual(['section: noSection']);
  expect(of(GOOD, [])).toEqual(['section: noSection']);
});
