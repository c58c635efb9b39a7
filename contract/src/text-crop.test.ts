import { describe, expect, it } from 'vitest';
import { type InkedPage, textCrops } from './text-crop.ts';

const size = { width: 600, height: 800 };
/** A column from 0.2 to 0.8 on right pages and from 0.1 to 0.7 on left ones. */
const page = (number: number, ink?: InkedPage['ink']): InkedPage => ({
  ...size,
  ink: ink === undefined ? [number % 2 === 1 ? 0.2 : 0.1, 0.1, 0.6, 0.8] : ink,
});
const book = (own: Record<number, InkedPage>) =>
  Array.from({ length: 40 }, (_, index) => own[index + 1] ?? page(index + 1));
const cropsOf = (own: Record<number, InkedPage> = {}) => textCrops(book(own));

describe('the shown part of a page', () => {
  it('is the column of its side of the book', () => {
    const crops = cropsOf();
    expect(crops[10]).toEqual([0.2, 0.8]);
    expect(crops[11]).toEqual([0.1, 0.7]);
  });

  it('keeps the column of a page with little on it', () => {
    expect(cropsOf({ 11: page(11, [0.4, 0.4, 0.2, 0.1]) })[10]).toEqual([0.2, 0.8]);
  });

  it('never cuts ink, and one page with a wide figure does not change the others', () => {
    const crops = cropsOf({ 11: page(11, [0.05, 0.1, 0.9, 0.8]) });
    expect(crops[10]).toEqual([0.05, 0.95]);
    expect([crops[8], crops[12]]).toEqual([
      [0.2, 0.8],
      [0.2, 0.8],
    ]);
  });

  it('takes in lines that end a little further out, so that the column does not jump', () => {
    const crops = cropsOf({ 11: page(11, [0.19, 0.1, 0.62, 0.8]) });
    expect(crops.slice(0, 30).filter((_, index) => index % 2 === 0)).toEqual(
      Array.from({ length: 15 }, () => [0.19, 0.81]),
    );
  });

  it('is the whole page where the ink is unknown, and at least half of a nearly empty one', () => {
    expect(cropsOf({ 3: page(3, null) })[2]).toBeNull();
    expect(textCrops([page(1, [0.9, 0.1, 0.05, 0.1])])).toEqual([[0.5, 1]]);
    expect(textCrops([page(1, [0.4, 0.1, 0.2, 0.1])])).toEqual([[0.25, 0.75]]);
  });

  it('does not follow pages of another size', () => {
    const wide = { width: 800, height: 600, ink: [0.02, 0.1, 0.96, 0.8] as const };
    const crops = cropsOf({ 9: wide, 11: wide, 13: page(13), 15: wide, 17: wide });
    expect([crops[12], crops[8]]).toEqual([
      [0.2, 0.8],
      [0.02, 0.98],
    ]);
  });
});
