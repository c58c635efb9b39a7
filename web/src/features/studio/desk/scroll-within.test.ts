import { expect, it } from 'vitest';
import { scrollWithin } from './scroll-within.ts';

const placed = (x: number, y: number, width: number, height: number): HTMLElement => {
  const element = document.createElement('div');
  element.getBoundingClientRect = () => new DOMRect(x, y, width, height);
  return element;
};

it.each([
  ['stays where the element is in view', placed(10, 10, 20, 20), 50, 50],
  ['goes down to what is below', placed(10, 150, 20, 20), 50, 120],
  ['goes up to what is above', placed(10, -30, 20, 20), 50, 20],
  ['goes to what is beside', placed(150, 10, 20, 20), 120, 50],
  ['shows the beginning of what is larger', placed(10, 150, 20, 400), 50, 200],
])('%s', (_what, element, left, top) => {
  const box = placed(0, 0, 100, 100);
  box.scrollLeft = 50;
  box.scrollTop = 50;
  scrollWithin(box, element);
  expect([box.scrollLeft, box.scrollTop]).toEqual([left, top]);
});
