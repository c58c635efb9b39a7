import { fireEvent } from '@testing-library/react';
import type { PageText, PageWord } from '@vesalius/contract/reader-text';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { layerTexts } from '../text/layer-texts.ts';
import { selectByDragging } from './drag-selection.ts';

const LINES = ['the first line', 'the second line', 'the third line'];
/** Lines of 20 pixels with gaps of 20, on a page of 1,000. */
const words: PageWord[] = LINES.flatMap((line, row) =>
  line.split(' ').map((word, index): PageWord => {
    const box = [0.1 + index * 0.2, 0.1 + row * 0.04, 0.15, 0.02] as const;
    return index === 2 ? [...box, word, 1] : [...box, word];
  }),
);
const text: PageText = { width: 1000, height: 1000, words };
const inGap = (row: number) => ({ clientX: 420, clientY: 130 + row * 40 });
const onWord = (row: number, index: number) => ({ clientX: 240 + index * 200, clientY: 110 + row * 40 });

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML = `<div id="area"><div data-page="1"><div data-text-layer>${words
    .map((word, index) => `<span data-word="${index}">${word[4]}</span> `)
    .join('')}</div></div></div>`;
  const layer = document.querySelector('[data-text-layer]') as HTMLElement;
  layerTexts.set(layer, text);
  layer.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 1000);
  // The words have no boxes in jsdom: every point hits the page.
  document.elementFromPoint = () => document.querySelector('[data-page]');
  stop = selectByDragging(document.getElementById('area') as HTMLElement);
});
afterEach(() => stop());

const drag = (from: { clientX: number; clientY: number }, to: { clientX: number; clientY: number }) => {
  fireEvent.mouseDown(document.querySelector('[data-page]') as Element, { button: 0, detail: 1, ...from });
  fireEvent.mouseMove(document, to);
  fireEvent.mouseUp(document);
  return document.getSelection()?.toString();
};

it('from a gap downwards starts with the first word of the next line', () => {
  expect(drag(inGap(0), onWord(1, 1))).toBe('the second');
  expect(drag(inGap(0), onWord(2, 0))).toBe('the second line the');
});

it('from a gap upwards starts with the last word of the line before', () => {
  expect(drag(inGap(1), onWord(1, 1))).toBe(' line');
  expect(drag(inGap(1), onWord(0, 2))).toBe(' the second line');
});
