import { describe, expect, it } from 'vitest';
import {
  anchorAt,
  fitsIn,
  type LayoutInput,
  layoutPages,
  pageAt,
  pagesBetween,
  placeOf,
  pointOf,
  singlePagePlace,
  stepScale,
  zoomIn,
} from './page-layout.ts';

const portrait = { width: 600, height: 800 };
const landscape = { width: 1200, height: 800 };
const input = (more: Partial<LayoutInput> = {}): LayoutInput => ({
  sizes: Array.from({ length: 1300 }, () => portrait),
  first: 1,
  last: 1300,
  zoom: { kind: 'width' },
  rotation: 0,
  twoPages: false,
  viewport: { width: 632, height: 900 },
  ...more,
});

describe('the layout of pages', () => {
  it('fills the width, with equal gaps, centred', () => {
    const { pages, width } = layoutPages(input());
    expect(width).toBe(632);
    expect(pages[0]).toEqual({ page: 1, left: 16, top: 12, width: 600, height: 800 });
    expect(pages[899]).toMatchObject({ page: 900, top: 12 + 899 * 812 });
  });

  it('keeps lines comfortable on wide screens unless the full width is requested', () => {
    const wide = { viewport: { width: 1632, height: 900 } };
    expect(placeOf(layoutPages(input({ ...wide, zoom: { kind: 'auto' } })), 1)?.width).toBeCloseTo(920);
    expect(placeOf(layoutPages(input({ ...wide, zoom: { kind: 'width' } })), 1)?.width).toBe(1600);
  });

  it('fits the whole page', () => {
    expect(placeOf(layoutPages(input({ zoom: { kind: 'page' } })), 1)?.height).toBeLessThanOrEqual(876);
  });

  it('shrinks a wide page alone', () => {
    const { pages } = layoutPages(input({ sizes: [portrait, landscape, portrait], last: 3 }));
    expect(pages.map((page) => page.width)).toEqual([600, 600, 600]);
    expect(pages.map((page) => page.height)).toEqual([800, 400, 800]);
  });

  it.each([
    [portrait, 'auto', 1632],
    [portrait, 'width', 1632],
    [landscape, 'auto', 1632],
    [landscape, 'width', 500],
    [{ width: 300, height: 400 }, 'auto', 375],
  ] as const)('gives a page its width without laying out the book: %o, %s, %i', (page, kind, width) => {
    const viewport = { width, height: 900 };
    const { pages } = layoutPages(
      input({ sizes: [portrait, page, portrait], last: 3, zoom: { kind }, viewport }),
    );
    const place = singlePagePlace(page, portrait, { zoom: { kind }, viewport, crop: null });
    expect(place.width).toBeCloseTo(pages[1]!.width);
    expect(place.left).toBeCloseTo(pages[1]!.left);
  });

  it('shrinks a tall page alone when whole pages are requested', () => {
    const tall = { width: 600, height: 2400 };
    const { pages } = layoutPages(
      input({ sizes: [portrait, tall, portrait], last: 3, zoom: { kind: 'page' } }),
    );
    for (const page of pages) expect(page.height).toBeLessThanOrEqual(876);
    expect(pages[0]!.height).toBe(pages[2]!.height);
  });

  it('gives the page beside a poster its half of the window', () => {
    const poster = { width: 2400, height: 3200 };
    const { pages } = layoutPages(
      input({
        sizes: [portrait, portrait, poster, portrait, portrait],
        last: 5,
        twoPages: true,
        viewport: { width: 1244, height: 900 },
      }),
    );
    expect(pages.map((page) => page.width)).toEqual([600, 600, 600, 600, 600]);
    expect(pages[2]!.left).toBe(pages[1]!.left + 600 + 12);
    // At a selected scale both keep their true proportions.
    const chosen = layoutPages(
      input({
        sizes: [portrait, portrait, poster],
        last: 3,
        twoPages: true,
        zoom: { kind: 'scale', scale: 1 },
      }),
    );
    expect(chosen.pages.map((page) => page.width)).toEqual([800, 800, 3200]);
  });

  it('grows beyond the window at a selected scale', () => {
    const layout = layoutPages(input({ zoom: { kind: 'scale', scale: 2 } }));
    expect(layout.width).toBe(1632);
    expect(placeOf(layout, 1)?.width).toBe(1600);
  });

  it('lays pages side by side as they are bound', () => {
    const { pages } = layoutPages(input({ twoPages: true, last: 5, viewport: { width: 1244, height: 900 } }));
    const tops = pages.map((page) => page.top);
    expect(tops[1]).toBe(tops[2]);
    expect(tops[3]).toBe(tops[4]);
    expect(tops[0]).toBeLessThan(tops[1]!);
    expect(pages[2]!.left).toBeGreaterThan(pages[1]!.left);
  });

  it('lays pairs of a book bound on the right from right to left', () => {
    const window = { width: 1244, height: 900 };
    const layout = layoutPages(input({ twoPages: true, rtl: true, last: 5, viewport: window }));
    const [, second, third] = layout.pages;
    expect(layout.pages.map((page) => page.page)).toEqual([1, 2, 3, 4, 5]);
    expect(second!.top).toBe(third!.top);
    expect(second!.left).toBe(third!.left + third!.width + 12);
    for (const page of [second!, third!])
      expect(anchorAt(layout, page.left + 10, page.top + 10).page).toBe(page.page);
  });

  it('turns pages', () => {
    const page = placeOf(layoutPages(input({ rotation: 90 })), 1)!;
    expect(page.width / page.height).toBeCloseTo(800 / 600);
  });

  it('lays out a part of the book', () => {
    const layout = layoutPages(input({ first: 7, last: 7 }));
    expect(layout.pages).toHaveLength(1);
    expect(placeOf(layout, 7)?.top).toBe(12);
    expect(placeOf(layout, 8)).toBeUndefined();
  });
});

describe('the fit of the text', () => {
  const phone = { width: 376, height: 700 };
  /** Columns of 0.6 of the width, on the right of odd pages. */
  const crops = Array.from({ length: 1300 }, (_, index) =>
    index % 2 === 0 ? ([0.3, 0.9] as const) : ([0.1, 0.7] as const),
  );
  const fitted = (more: Partial<LayoutInput> = {}) =>
    layoutPages(input({ zoom: { kind: 'text' }, viewport: phone, last: 6, crops, ...more }));

  it('lets the column fill the width, at the same place on left and right pages', () => {
    const { pages, width } = fitted();
    expect(width).toBe(376);
    for (const { page, left, width: own } of pages) {
      const [from, to] = crops[page - 1]!;
      expect(left + from * own).toBeCloseTo(4);
      expect(left + to * own).toBeCloseTo(372);
    }
    expect(pages[0]!.height / pages[0]!.width).toBeCloseTo(800 / 600);
  });

  it('shows a page without a column, and one that is full, in the width of the window', () => {
    const { pages } = fitted({ crops: [null, [0, 1], ...crops.slice(2)] });
    expect(pages.slice(0, 2).map(({ left, width }) => [left, width])).toEqual([
      [0, 376],
      [0, 376],
    ]);
    expect(pages[2]!.width).toBeCloseTo(368 / 0.6);
    expect(fitted({ crops: [] }).pages.map(({ width }) => width)).toEqual([376, 376, 376, 376, 376, 376]);
  });

  it('leaves no gap beside a page whose column is at its edge', () => {
    const [page] = fitted({ crops: [[0.5, 1]], last: 1 }).pages;
    expect(page!.left + page!.width).toBeCloseTo(376);
  });

  it('is where the first page is shown before the book is laid out', () => {
    const { pages } = fitted();
    for (const { page, left, width } of pages) {
      const crop = crops[page - 1]!;
      const place = singlePagePlace(portrait, portrait, { zoom: { kind: 'text' }, viewport: phone, crop });
      expect(place).toEqual({ left, width });
    }
  });

  it('finds what a finger points at, and keeps it through another zoom', () => {
    const layout = fitted();
    const anchor = anchorAt(layout, 4, placeOf(layout, 3)!.top + placeOf(layout, 3)!.height / 2);
    expect(anchor).toMatchObject({ page: 3, x: expect.closeTo(0.3), y: expect.closeTo(0.5) });
    const zoomed = fitted({ zoom: { kind: 'scale', scale: 2 } });
    expect(pointOf(zoomed, anchor).x).toBeCloseTo(0.3 * 1600);
  });

  it('shows whole pages side by side, and turned ones', () => {
    const auto = (more: Partial<LayoutInput>) =>
      layoutPages(input({ zoom: { kind: 'auto' }, last: 6, ...more }));
    const wide = { viewport: { width: 1244, height: 900 }, crops, zoom: { kind: 'text' } } as const;
    expect(fitted({ ...wide, twoPages: true })).toEqual(auto({ viewport: wide.viewport, twoPages: true }));
    expect(fitted({ ...wide, rotation: 90 })).toEqual(auto({ viewport: wide.viewport, rotation: 90 }));
  });

  it('is the automatic zoom of small windows', () => {
    expect(zoomIn({ kind: 'auto' }, true)).toEqual({ kind: 'text' });
    expect(zoomIn({ kind: 'auto' }, false)).toEqual({ kind: 'auto' });
    expect(zoomIn({ kind: 'width' }, true)).toEqual({ kind: 'width' });
    expect(fitsIn(true)).toEqual(['text', 'width', 'page']);
    expect(fitsIn(false)).toEqual(['auto', 'text', 'width', 'page']);
  });
});

describe('positions in the layout', () => {
  const layout = layoutPages(input());
  it('finds the pages of a vertical range', () => {
    const { from, to } = pagesBetween(layout, 12 + 899 * 812 + 100, 12 + 899 * 812 + 1000);
    expect([layout.pages[from]!.page, layout.pages[to]!.page]).toEqual([900, 901]);
    expect(pagesBetween(layout, -500, 5)).toEqual({ from: 0, to: 0 });
    expect(pagesBetween(layout, 1e9, 2e9).from).toBe(1299);
  });
  it('finds the current page', () => {
    expect(pageAt(layout, 0, 900)).toBe(1);
    expect(pageAt(layout, 600, 900)).toBe(2);
  });
  it('keeps a position through zoom and rotation', () => {
    const zoomed = layoutPages(input({ zoom: { kind: 'scale', scale: 3 } }));
    const anchor = anchorAt(layout, 316, 12 + 41 * 812 + 200);
    expect(anchor).toMatchObject({ page: 42, x: 0.5, y: 0.25 });
    const point = pointOf(zoomed, anchor);
    expect(anchorAt(zoomed, point.x, point.y)).toEqual(anchor);
  });
});

describe('zoom steps', () => {
  it.each([
    [1, 1, 1.1],
    [1, -1, 0.9],
    [1.18, 1, 1.25],
    [5, 1, 5],
    [0.25, -1, 0.25],
  ] as const)('from %d, direction %d, is %d', (scale, direction, next) => {
    expect(stepScale(scale, direction)).toBe(next);
  });
});
