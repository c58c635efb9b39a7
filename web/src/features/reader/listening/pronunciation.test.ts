import { expect, it } from 'vitest';
import { pronounced } from './pronunciation.ts';

const sentence = {
  text: 'The SLE of sleep, SLE-like.',
  words: [0, 4, 8, 11, 18].map((at, word) => ({ at, page: 1, word })),
};

it('replaces whole words in any case, and moves the words behind them', () => {
  const { text, words } = pronounced(sentence, [{ term: 'sle', sounds: 'S L E' }]);
  expect(text).toBe('The S L E of sleep, S L E-like.');
  expect(words.map((word) => text.slice(word.at).split(' ')[0])).toEqual(['The', 'S', 'of', 'sleep,', 'S']);
});

it('takes the longer term, and signs for what they are', () => {
  expect(
    pronounced({ text: 'a T3 (free) b', words: [] }, [
      { term: 'T3', sounds: 'no' },
      { term: 'T3 (free)', sounds: 'free tee three' },
    ]).text,
  ).toBe('a T3 (free) b'.replace('T3 (free)', 'free tee three'));
});
