import type { PageText, PageWord } from '@vesalius/contract/reader-text';
import { describe, expect, it } from 'vitest';
import { caretsAroundGap, nearestCaret } from './nearest-caret.ts';

/** A line of words of 0.1 width, 0.11 apart, with its end marked. */
const line = (left: number, top: number, texts: string[]): PageWord[] =>
  texts.map((text, index) => {
    const word: PageWord = [left + index * 0.11, top, 0.1, 0.02, text];
    return index === texts.length - 1
      ? [...(word as unknown as [number, number, number, number, string]), 1]
      : word;
  });
const page = (...lines: PageWord[][]): PageText => ({ width: 500, height: 700, words: lines.flat() });

const paragraph = page(
  line(0.1, 0.1, ['The', 'ventricle', 'fills', 'in', 'diastole']),
  line(0.1, 0.13, ['and', 'ends.']),
  line(0.1, 0.16, ['Systole', 'follows', 'it', 'at', 'once']),
  // A paragraph further down.
  line(0.1, 0.4, ['Another', 'thought']),
);
const meant = (text: PageText, x: number, y: number) => {
  const caret = nearestCaret(text, x, y);
  return caret && `${caret.side} ${text.words[caret.word]?.[4]}`;
};

describe('a point beside the text selects', () => {
  it.each([
    ['in the right margin: the end of its line', 0.95, 0.11, 'after diastole'],
    ['past the end of a ragged line: its end, not the line below', 0.5, 0.141, 'after ends.'],
    ['in the left margin: the beginning of its line', 0.02, 0.17, 'before Systole'],
    ['between two words: the end of the nearer one', 0.201, 0.11, 'after The'],
    ['above the first line: the place in it', 0.22, 0.05, 'before ventricle'],
    ['between paragraphs: the nearer line', 0.5, 0.2, 'after at'],
    ['past the end of a short paragraph: its end', 0.6, 0.41, 'after thought'],
    ['below the last line: the place in it', 0.4, 0.9, 'after thought'],
  ])('%s', (_name, x, y, expected) => {
    expect(meant(paragraph, x, y)).toBe(expected);
  });

  it('a line of its own column', () => {
    const columns = page(
      line(0.05, 0.1, ['left', 'one', 'two', 'three']),
      line(0.05, 0.13, ['left', 'again']),
      line(0.55, 0.1, ['right', 'one', 'two', 'three']),
      line(0.55, 0.2, ['right', 'later', 'still', 'here']),
    );
    expect(meant(columns, 0.4, 0.14)).toBe('after again');
    expect(meant(columns, 0.97, 0.135)).toBe('after three');
  });

  it('the logical end of a line that runs from right to left', () => {
    const arabic = page([
      [0.75, 0.1, 0.15, 0.03, 'القلب'],
      [0.55, 0.1, 0.15, 0.03, 'والرئة', 1],
    ]);
    expect(meant(arabic, 0.1, 0.11)).toBe('after والرئة');
    expect(meant(arabic, 0.98, 0.11)).toBe('before القلب');
  });

  it('nothing on a page without words', () => {
    expect(nearestCaret(page(), 0.5, 0.5)).toBeNull();
  });
});

describe('a point in the gap between two lines', () => {
  const around = (x: number, y: number) => {
    const gap = caretsAroundGap(paragraph, x, y);
    return gap && [paragraph.words[gap.above.word]?.[4], paragraph.words[gap.below.word]?.[4]];
  };
  it.each([
    ['between two lines', 0.4, 0.125, ['diastole', 'and']],
    ['between paragraphs', 0.3, 0.3, ['once', 'Another']],
    ['on a line', 0.4, 0.11, null],
    ['above the first line', 0.4, 0.05, null],
    ['below the last line', 0.4, 0.9, null],
  ])('lies between their words: %s', (_name, x, y, expected) => {
    expect(around(x, y)).toEqual(expected);
  });
});
