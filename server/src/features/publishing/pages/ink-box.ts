import type { Box } from '@vesalius/contract/reader-text';
import { sharp } from '../../../platform/pictures/sharp.ts';
import type { Picture } from './page-picture.ts';

/** Enough to find a margin within half a percent; grains of a scan and hairlines are averaged. */
const CELLS_ACROSS = 200;
/** A cell differs from the paper by more than this, of 255: a single thin line does. */
const INK = 10;
const BLANK: Box = [0, 0, 0, 0];

/**
 * The box of everything on a page that is not empty paper, one cell larger on each side; all 0 for a blank page. The paper is
 * what most of the page's border looks like: a picture that reaches the border belongs to the box.
 */
export async function inkBox({ pixels, width, height }: Picture): Promise<Box> {
  const across = Math.min(CELLS_ACROSS, width);
  const down = Math.max(1, Math.round((across * height) / width));
  const cells = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .greyscale()
    .resize({ width: across, height: down, fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  const paper = paperOf(cells, across, down);
  let [left, top, right, bottom] = [across, down, -1, -1];
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1) {
      if (Math.abs(cells[y * across + x]! - paper) <= INK) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  if (right < 0) return BLANK;
  const [x, boxWidth] = span(left, right, across);
  const [y, boxHeight] = span(top, bottom, down);
  return [x, y, boxWidth, boxHeight];
}

/** The shade of most cells of the border. */
function paperOf(cells: Buffer, across: number, down: number): number {
  const counts = new Array<number>(256).fill(0);
  const count = (x: number, y: number) => {
    counts[cells[y * across + x]!]! += 1;
  };
  for (let x = 0; x < across; x += 1) for (const y of [0, down - 1]) count(x, y);
  for (let y = 0; y < down; y += 1) for (const x of [0, across - 1]) count(x, y);
  return counts.indexOf(Math.max(...counts));
}

/** Start and length as fractions, rounded outwards. */
function span(first: number, last: number, cells: number): [start: number, length: number] {
  const start = Math.floor((Math.max(0, first - 1) / cells) * 1000) / 1000;
  const end = Math.ceil((Math.min(cells, last + 2) / cells) * 1000) / 1000;
  return [start, Math.round((end - start) * 1000) / 1000];
}
