import { beforeAll, describe, expect, it } from 'vitest';
import { sliceOf } from '../testing/slices.ts';
import { defaultWindow, paintSlice, shadeOf, valueAt } from './shades.ts';

beforeAll(() => {
  // jsdom has no ImageData.
  globalThis.ImageData ??= class {
    readonly data: Uint8ClampedArray;
    readonly width: number;
    readonly height: number;
    constructor(width: number, height: number) {
      this.width = width;
      this.height = height;
      this.data = new Uint8ClampedArray(width * height * 4);
    }
  } as unknown as typeof ImageData;
});

const greys = (image: ImageData) => [...image.data].filter((_value, at) => at % 4 === 0);

describe('shades', () => {
  it.each([
    [-1000, 0],
    [0, 0],
    [39.5, 127.5],
    [79, 255],
    [3000, 255],
  ])('of the window 40/80 are black below, white above: %d HU is %d', (value, shade) => {
    expect(shadeOf(value, { center: 40, width: 80 })).toBeCloseTo(shade, 0);
  });

  it('of a window of width 1 are black and white', () => {
    expect([shadeOf(10, { center: 11, width: 1 }), shadeOf(11, { center: 11, width: 1 })]).toEqual([0, 255]);
  });

  it('apply slope, intercept, sign, inversion and MONOCHROME1', () => {
    const stored = [-1024, 0, 1024, 2048];
    const slice = sliceOf({ columns: 4, rows: 1, grey: stored, slope: 1, intercept: -1024 });
    const window = { center: 0, width: 2048 };
    const plain = greys(paintSlice(slice, window, false, null));
    expect(plain[0]).toBe(0);
    expect(plain[3]).toBe(255);
    expect(greys(paintSlice(slice, window, true, null))).toEqual(plain.map((shade) => 255 - shade));
    const reversed = { ...slice, photometric: 'MONOCHROME1' };
    expect(greys(paintSlice(reversed, window, false, null))).toEqual(plain.map((shade) => 255 - shade));
  });

  it('are the same with and without the lookup table', () => {
    const grey = [-300, -1, 0, 7, 500];
    const window = { center: 30, width: 300 };
    const byTable = paintSlice(sliceOf({ columns: 5, rows: 1, grey }), window, false, null);
    const wide = sliceOf({ columns: 5, rows: 1, pixels: { grey: Int32Array.from(grey) } });
    expect(greys(byTable)).toEqual(greys(paintSlice(wide, window, false, null)));
  });

  it('range from the smallest to the largest value if the file has no window', () => {
    const slice = sliceOf({ window: null, grey: [100, 300] });
    expect(defaultWindow(slice)).toEqual({ center: 200, width: 200 });
    expect(defaultWindow(sliceOf())).toEqual({ center: 40, width: 80 });
  });

  it('leave colors unchanged', () => {
    const rgba = Uint8ClampedArray.from([10, 20, 30, 255]);
    const slice = sliceOf({ columns: 1, rows: 1, pixels: { rgba } });
    expect([...paintSlice(slice, { center: 0, width: 1 }, false, null).data]).toEqual([10, 20, 30, 255]);
    expect(valueAt(slice, 0, 0)).toBeNull();
  });
});

describe('the value under a pixel', () => {
  it('is in Hounsfield units, and null outside of the slice', () => {
    const slice = sliceOf({ intercept: -1024, slope: 2 });
    expect(valueAt(slice, 1, 2)).toBe(9 * 2 - 1024);
    for (const [column, row] of [
      [-1, 0],
      [0, -1],
      [4, 0],
      [0, 4],
    ] as const)
      expect(valueAt(slice, column, row)).toBeNull();
  });
});
