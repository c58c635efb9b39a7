import { describe, expect, it } from 'vitest';
import { type Band, joinBands, screenAfterScroll, screenBefore, screenFrom, screenWith } from './screens.ts';

const band = (top: number, bottom: number, keepsNext = false): Band => ({ top, bottom, keepsNext });
/** Lines of 20 pixels. */
const lines = Array.from({ length: 30 }, (_none, index) => band(index * 20, index * 20 + 20));

describe('joinBands', () => {
  it.each([
    ['leaves lines that touch apart', [band(0, 20), band(20, 40)], [band(0, 20), band(20, 40)]],
    ['leaves lines apart that overlap by rounding', [band(0, 21), band(20, 40)], [band(0, 21), band(20, 40)]],
    ['joins what overlaps', [band(30, 60), band(0, 40)], [band(0, 60)]],
    ['keeps a heading with the next line', [band(0, 20, true), band(30, 50)], [band(0, 50)]],
    [
      'keeps no heading with what fills a screen',
      [band(0, 20, true), band(30, 125)],
      [band(0, 20, true), band(30, 125)],
    ],
  ])('%s', (_name, bands, joined) => {
    expect(joinBands(bands, 100)).toEqual(joined);
  });
});

describe('screens', () => {
  it('end with a whole line', () => {
    expect(screenFrom(lines, 0, 110)).toEqual({ top: 0, bottom: 100 });
    expect(screenFrom(lines, 100, 110)).toEqual({ top: 100, bottom: 200 });
    expect(screenFrom(lines, 110, 110)).toEqual({ top: 100, bottom: 200 });
  });

  it('end before a figure that does not fit', () => {
    const bands = [...lines.slice(0, 3), band(60, 150), band(150, 170)];
    expect(screenFrom(bands, 0, 110)).toEqual({ top: 0, bottom: 60 });
    expect(screenFrom(bands, 60, 110)).toEqual({ top: 60, bottom: 170 });
  });

  it('show what is higher than a screen in parts', () => {
    const bands = [band(0, 250), band(250, 270)];
    expect(screenFrom(bands, 0, 100)).toEqual({ top: 0, bottom: 100 });
    expect(screenFrom(bands, 200, 100)).toEqual({ top: 200, bottom: 270 });
    expect(screenBefore(bands, 100, 100)).toEqual({ top: 0, bottom: 100 });
  });

  it('go back so that nothing is left out', () => {
    expect(screenBefore(lines, 200, 110)).toEqual({ top: 100, bottom: 200 });
    expect(screenBefore(lines, 40, 110)).toEqual({ top: 0, bottom: 100 });
  });

  it('end with the text', () => {
    expect(screenFrom(lines, 600, 110)).toBeNull();
    expect(screenBefore(lines, 0, 110)).toBeNull();
  });

  it('are counted from the beginning of a page to a passage', () => {
    expect(screenWith(lines, 20, 250, 110)).toEqual({ top: 220, bottom: 320 });
    expect(screenWith(lines, 20, 30, 110)).toEqual({ top: 20, bottom: 120 });
  });
});

describe('after something else has scrolled', () => {
  it.each([
    ['a line down turns to the next screen', 120, { top: 200, bottom: 300 }],
    ['a line up turns to the previous screen', 80, { top: 0, bottom: 100 }],
    ['farther away, the screen begins there', 390, { top: 380, bottom: 480 }],
  ])('%s', (_name, after, screen) => {
    expect(screenAfterScroll(lines, 100, after, 110)).toEqual(screen);
  });
});
