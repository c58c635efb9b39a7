import { describe, expect, it } from 'vitest';
import {
  anchorAt,
  type LayoutInput,
  layoutPages,
  pageAt,
  pagesBetween,
  placeOf,
  pointOf,
  singlePageWidth,
  stepScale,
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
    expect(singlePageWidth(page, portrait, { kind }, viewport)).toBeCloseTo(pages[1]!.width);
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
