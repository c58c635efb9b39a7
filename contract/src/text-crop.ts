import type { Box } from './reader-text.ts';

/*
 * How much of each page the viewer shows with "Fit text". Without zod, because the browser loads this file.
 */

/** The sides of the shown part, as fractions of the page's width. */
export type Crop = readonly [left: number, right: number];

export interface InkedPage {
  readonly width: number;
  readonly height: number;
  /** Null: blank, or not measured. */
  readonly ink: Box | null;
}

/** How many pages before and after a page can agree with it on its column: those on the same side, left or right. */
export const PAGES_THAT_AGREE = 20;
/** Most pages begin where this share of them does; the others have a figure or a table in their margin. */
const FEW = 0.2;
/** An edge this much further out belongs to the column still (share of the width). */
const SAME_EDGE = 0.02;
/** A page with little on it is not enlarged further than this allows. */
const MIN_WIDTH = 0.5;

/**
 * The part of each page to show; null: the whole page. No ink is ever cut. Pages of the same side and size share one column, so
 * that it stays in place when they are turned: a page with something in its margin shows more than the others, and they do
 * not follow it.
 */
export function textCrops(pages: readonly InkedPage[]): (Crop | null)[] {
  return pages.map(({ ink, width, height }, index) => {
    if (!ink) return null;
    const lefts: number[] = [];
    const rights: number[] = [];
    for (let at = index - PAGES_THAT_AGREE; at <= index + PAGES_THAT_AGREE; at += 2) {
      const other = pages[at];
      if (!other?.ink || other.width !== width || other.height !== height) continue;
      lefts.push(other.ink[0]);
      rights.push(-other.ink[0] - other.ink[2]);
    }
    const left = Math.min(ink[0], outerEdge(lefts));
    const right = Math.max(ink[0] + ink[2], -outerEdge(rights));
    const shown = Math.min(1, Math.max(MIN_WIDTH, right - left));
    const from = Math.min(1 - shown, Math.max(0, (left + right - shown) / 2));
    return [round(from), round(from + shown)];
  });
}

/** The smallest of the edges, without those of few pages that are far out. */
function outerEdge(edges: number[]): number {
  const sorted = edges.sort((a, b) => a - b);
  const usual = sorted[Math.floor(sorted.length * FEW)]!;
  return sorted.find((edge) => edge >= usual - SAME_EDGE)!;
}

const round = (share: number): number => Math.round(share * 1000) / 1000;
