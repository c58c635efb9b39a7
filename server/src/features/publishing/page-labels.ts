import type { Manifest } from './manifest.ts';

const ROMAN = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

export function roman(value: number): string {
  let left = value;
  let text = '';
  for (const [number, letters] of ROMAN) {
    while (left >= number) {
      text += letters;
      left -= number;
    }
  }
  return text;
}

/** The printed number of each page: as the manifest says, else as the PDF says, else the page's own number. */
export function pageLabels(
  pages: number,
  ranges: Manifest['page_labels'],
  fromPdf: readonly string[],
): string[] {
  return Array.from({ length: pages }, (_, index) => {
    const page = index + 1;
    const range = ranges.findLast(({ from_page }) => from_page <= page);
    if (!range) return fromPdf[index] || String(page);
    const number = range.first + page - range.from_page;
    return range.style === 'roman' ? roman(number) : String(number);
  });
}
