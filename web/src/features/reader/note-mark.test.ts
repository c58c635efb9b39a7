import type { Annotation } from '@vesalius/contract/reader';
import type { PageText } from '@vesalius/contract/reader-text';
import { expect, it } from 'vitest';
import { noteRow, textEnd } from './note-mark.ts';

const note = (id: string, y?: number) =>
  ({
    id,
    rects: y === undefined ? [] : [{ x: 0.2, y, width: 0.1, height: 0.02 }],
    note: { text: 'Mine', quote: '', pageNumber: 3 },
  }) as unknown as Annotation;
const text = (words: PageText['words']): PageText => ({ width: 600, height: 800, words }) as PageText;
const lines = text([
  [0.2, 0.1, 0.3, 0.02, 'short'],
  [0.2, 0.3, 0.6, 0.02, 'long'],
  [0.2, 0.33, 0.4, 0.02, 'next'],
]);

it('leaves the words of the lines beside it uncovered', () => {
  const at = (y: number) => textEnd(lines, noteRow(note('a', y), []));
  expect(at(0.1)).toBeCloseTo(0.5);
  // Its own line ends earlier than the one below, which the mark is beside as well.
  expect(at(0.28)).toBeCloseTo(0.8);
  expect(at(0.33)).toBeCloseTo(0.6);
  expect(at(0.6)).toBe(0);
});

it('has no space while the words are not known', () => {
  expect(textEnd(null, noteRow(note('a', 0.1), []))).toBe(1);
});

it('puts notes on the whole page below each other', () => {
  const all = [note('a'), note('b', 0.5), note('c')];
  expect(noteRow(all[0]!, all).top).toBe('4px');
  expect(noteRow(all[2]!, all).top).toBe('32px');
  expect(textEnd(lines, noteRow(all[0]!, all))).toBe(0);
  expect(textEnd(lines, noteRow(all[2]!, all))).toBeCloseTo(0.5);
});
