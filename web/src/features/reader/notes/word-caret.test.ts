import type { PageWord } from '@vesalius/contract/reader-text';
import { describe, expect, it } from 'vitest';
import { caretMoveOf, chosenWords, laidOutLines, moveCaret, printedLines } from './word-caret.ts';

/** Two lines of three words, and a short third one. */
const words: PageWord[] = [
  [0.1, 0.1, 0.1, 0.02, 'The'],
  [0.3, 0.1, 0.1, 0.02, 'mitral'],
  [0.5, 0.1, 0.1, 0.02, 'valve', 1],
  [0.1, 0.2, 0.1, 0.02, 'has'],
  [0.3, 0.2, 0.1, 0.02, 'two'],
  [0.5, 0.2, 0.1, 0.02, 'leaflets', 1],
  [0.1, 0.3, 0.1, 0.02, 'only.'],
];

describe('the word caret', () => {
  it.each([
    ['next', 1, 2],
    ['next', 6, 7],
    ['previous', 0, -1],
    ['down', 1, 4],
    ['down', 5, 6],
    ['down', 6, 7],
    ['up', 4, 1],
    ['up', 1, -1],
    ['lineStart', 5, 3],
    ['lineEnd', 0, 2],
    ['pageStart', 4, 0],
    ['pageEnd', 0, 6],
  ] as const)('%s from word %i is at %i', (move, from, to) => {
    expect(moveCaret(words.length, () => printedLines(words), from, move)).toBe(to);
  });

  it('moves to the left in right-to-left books', () => {
    const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false });
    expect(caretMoveOf(key('ArrowLeft'), true)).toBe('next');
    expect(caretMoveOf(key('ArrowLeft'), false)).toBe('previous');
    expect(caretMoveOf(key('End'), false)).toBe('lineEnd');
    expect(caretMoveOf(key('End', true), false)).toBe('pageEnd');
    expect(caretMoveOf(key('x'), false)).toBeNull();
  });

  it('selects from the first to the last word in either direction', () => {
    const inOrder = [0, 1, 2, 3, 4, 5];
    expect(chosenWords({ page: 1, word: 2, anchor: 5 }, inOrder)).toEqual([2, 3, 4, 5]);
    expect(chosenWords({ page: 1, word: 5, anchor: 2 }, inOrder)).toEqual([2, 3, 4, 5]);
    expect(chosenWords({ page: 1, word: 5, anchor: null }, inOrder)).toEqual([5]);
  });

  it('selects what is shown between two words, in the order in which it is shown', () => {
    const shown = [3, 4, 9, 1, 2];
    expect(chosenWords({ page: 1, word: 1, anchor: 4 }, shown)).toEqual([4, 9, 1]);
  });
});

describe('text in lines', () => {
  const box = (left: number, top: number, height = 20) => ({ left, top, width: 40, height });
  /** A large heading, a row of two cells of which the first has two lines, and a line below. */
  const boxes = [
    box(0, 0, 40),
    box(0, 60),
    box(0, 90),
    box(200, 60),
    box(0, 130),
    box(100, 131),
    box(200, 130),
  ];
  it.each([
    ['down', 0, 1],
    ['down', 1, 2],
    ['down', 2, 4],
    ['down', 3, 2],
    ['down', 6, 7],
    ['up', 6, 2],
    ['up', 2, 1],
    ['lineEnd', 1, 3],
    ['lineStart', 3, 1],
    ['lineStart', 6, 4],
    ['lineEnd', 4, 6],
  ] as const)('%s from word %i is at %i', (move, from, to) => {
    expect(moveCaret(boxes.length, () => laidOutLines(boxes), from, move)).toBe(to);
  });
});
