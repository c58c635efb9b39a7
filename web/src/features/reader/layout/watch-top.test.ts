import { expect, it, vi } from 'vitest';
import { watchTop } from './watch-top.ts';

it('tells by how much the bars above have moved the area, and nothing of its other sizes', () => {
  let resized = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resized = onResize;
      }
      observe() {}
      disconnect() {}
    },
  );
  const area = document.createElement('div');
  let top = 52;
  vi.spyOn(area, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 320, 100));
  const moves: number[] = [];
  watchTop(area, (by) => moves.push(by));
  resized();
  top = 0;
  resized();
  top = 52;
  resized();
  expect(moves).toEqual([-52, 52]);
  vi.unstubAllGlobals();
});
