import type { PageText, PageWord } from '@vesalius/contract/reader-text';

/** The largest words of a page, if they are larger than its text. */
export interface PageHeading {
  readonly page: number;
  readonly text: string;
  /** Points. */
  readonly size: number;
}

/** The smallest ratio of heights within one font size: letters differ by their ascenders. */
const SAME_SIZE = 0.8;
/** The minimum ratio of a heading's size to the text of its page. */
const LARGER_THAN_TEXT = 1.5;
const MAX_HEADING_WORDS = 24;
/** Chapters whose headings differ by more are on different levels. */
const SAME_LEVEL = 0.1;

export function headingOf(page: number, { words, height }: PageText): PageHeading | null {
  const readable = words.filter(([, , , , text]) => /\p{L}/u.test(text));
  const sizes = readable.map(sizeOf).toSorted((a, b) => a - b);
  const largest = sizes.at(-1);
  if (largest === undefined) return null;
  const isTextPage = readable.length > MAX_HEADING_WORDS;
  const median = sizes[Math.floor(sizes.length / 2)] ?? largest;
  if (isTextPage && largest < median * LARGER_THAN_TEXT) return null;
  const first = words.findIndex((word) => sizeOf(word) >= largest * SAME_SIZE && /\p{L}/u.test(word[4]));
  const length = words.slice(first).findIndex((word) => sizeOf(word) < largest * SAME_SIZE);
  const heading = words.slice(first, length < 0 ? undefined : first + length);
  const text = heading.map(([, , , , word, joint]) => word + (joint === 2 ? '' : ' ')).join('');
  if (heading.length > MAX_HEADING_WORDS || text.trim().length < 3) return null;
  return { page, text: text.replace(/\s+/g, ' ').trim(), size: largest * height };
}

const sizeOf = ([, , , height]: PageWord): number => height;

/** Pages that begin with the largest heading size that occurs more than once; the title on page 1 does not count. */
export function chaptersFromHeadings(
  headings: readonly PageHeading[],
  pageCount: number,
): { title: string; page: number }[] {
  const candidates = headings.filter(({ page }) => page > 1).toSorted((a, b) => b.size - a.size);
  for (const { size } of candidates) {
    const level = candidates.filter((each) => Math.abs(each.size - size) <= size * SAME_LEVEL);
    // Text on most pages is no start of a chapter.
    if (level.length > 1 && level.length <= pageCount / 2)
      return level.map(({ text, page }) => ({ title: text, page })).toSorted((a, b) => a.page - b.page);
  }
  return [];
}
