import type { Shades } from './dicom-shades.ts';

/*
 * Chooses the frames of a study to search for text. Reading three hundred would take minutes, and scanners write the
 * same text into all of them. Chosen are the first, the middle and the last frame, and every frame whose corners look
 * different from those chosen so far.
 */

/** A study with more different frames is reported as not completely searched. */
const MAX_FRAMES = 24;
/** The grid of cells of each corner: strong steps of brightness in a cell may be text. */
const CELLS = { across: 12, down: 6 };
const CORNER = { width: 0.3, height: 0.2 };
const STEP = 60;
const EDGES_OF_A_CELL = 0.06;
const DIFFERENT_CELLS = 6;

/** The four corners: 1 for each cell that has edges in it. */
export function cornersOf({ width, height, bytes }: Shades): Uint8Array {
  const [wide, high] = [Math.floor(width * CORNER.width), Math.floor(height * CORNER.height)];
  const corners = [0, height - high].flatMap((top) => [0, width - wide].map((left) => ({ top, left })));
  const perCorner = CELLS.across * CELLS.down;
  const cells = new Uint8Array(corners.length * perCorner);
  for (const [index, { top, left }] of corners.entries()) {
    const edges = new Uint32Array(perCorner);
    for (let y = 0; y < high; y += 1)
      for (let x = 0; x + 1 < wide; x += 1) {
        const at = (top + y) * width + left + x;
        if (Math.abs(bytes[at]! - bytes[at + 1]!) < STEP) continue;
        const cell =
          Math.floor((y * CELLS.down) / high) * CELLS.across + Math.floor((x * CELLS.across) / wide);
        edges[cell]! += 1;
      }
    const enough = Math.max(1, ((wide * high) / perCorner) * EDGES_OF_A_CELL);
    for (let cell = 0; cell < perCorner; cell += 1)
      cells[index * perCorner + cell] = edges[cell]! >= enough ? 1 : 0;
  }
  return cells;
}

const isDifferent = (a: Uint8Array, b: Uint8Array): boolean => {
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) count += 1;
  return count >= DIFFERENT_CELLS;
};

/** Returns indexes in ascending order; `left` counts the different frames beyond the limit. */
export function chooseFrames(corners: readonly Uint8Array[]): { chosen: number[]; left: number } {
  if (corners.length === 0) return { chosen: [], left: 0 };
  const chosen = new Set([0, Math.floor((corners.length - 1) / 2), corners.length - 1]);
  let left = 0;
  for (const [index, corner] of corners.entries()) {
    if ([...chosen].some((other) => !isDifferent(corner, corners[other]!))) continue;
    if (chosen.size < MAX_FRAMES) chosen.add(index);
    else left += 1;
  }
  return { chosen: [...chosen].sort((a, b) => a - b), left };
}
