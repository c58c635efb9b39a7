import { describe, expect, it } from 'vitest';
import { inkBox } from './ink-box.ts';

const [WIDTH, HEIGHT] = [600, 800];
type Part = readonly [x: number, y: number, width: number, height: number, shade: number];
const drawn = (paper: number, ...parts: readonly Part[]) => {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3, paper);
  for (const [x, y, width, height, shade] of parts)
    for (let row = y; row < y + height; row += 1)
      pixels.fill(shade, (row * WIDTH + x) * 3, (row * WIDTH + x + width) * 3);
  return inkBox({ pixels, width: WIDTH, height: HEIGHT });
};

describe('the ink of a page', () => {
  it('is inside of its box, which is at most a hundredth larger on each side', async () => {
    const [x, y, width, height] = await drawn(255, [120, 80, 300, 600, 0]);
    for (const [edge, ink, sign] of [
      [x, 0.2, -1],
      [y, 0.1, -1],
      [x + width, 0.7, 1],
      [y + height, 0.85, 1],
    ] as const) {
      expect((edge - ink) * sign).toBeGreaterThanOrEqual(-1e-9);
      expect((edge - ink) * sign).toBeLessThan(0.011);
    }
  });

  it('includes a thin gray rule and a page number in the margin', async () => {
    const [x, , width] = await drawn(
      255,
      [120, 80, 300, 600, 0],
      [30, 400, 1, 300, 150],
      [560, 780, 8, 10, 60],
    );
    expect(x).toBeLessThanOrEqual(0.05);
    expect(x + width).toBeGreaterThanOrEqual(568 / 600);
  });

  it('is what differs from the paper, also from paper that is not white', async () => {
    const [x, , width] = await drawn(236, [120, 80, 300, 600, 30]);
    expect([x, x + width]).toEqual([0.19, 0.71]);
  });

  it('reaches the edges with a picture that does', async () => {
    expect((await drawn(255, [0, 0, WIDTH, 300, 90], [120, 400, 100, 10, 0])).slice(0, 3)).toEqual([0, 0, 1]);
  });

  it('is nothing on a blank page', async () => {
    expect(await drawn(255)).toEqual([0, 0, 0, 0]);
    // The grain of a scan.
    expect(await drawn(250, [10, 10, 1, 1, 244], [300, 300, 2, 1, 246])).toEqual([0, 0, 0, 0]);
  });
});
