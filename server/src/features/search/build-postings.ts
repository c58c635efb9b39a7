import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { joinedWords, tokensOf } from '@vesalius/contract/reader-search';
import { stemOf } from '@vesalius/contract/search-stems';
import { isStopWord } from '@vesalius/contract/stop-words';

/** Grows when the same text would get another index. */
export const INDEX_VERSION = 1;
export const PREVIEW_PART = 0;
export const REST_PART = 1;

/** A word of the text counts so much; the unit is half a word, because headings of earlier pages count that. */
const WEIGHT_IN_TEXT = 2;
/** A heading on the page, and the heading of the section that goes on there. */
const WEIGHT_IN_HEADING = 4;
const WEIGHT_IN_SECTION = 1;
/** Longer words are no words. */
const MAX_STEM_LENGTH = 60;
/** A page counts as having at least so many words: a page with a single one is not all about it. */
const MIN_LENGTH = 40;

interface Heading {
  readonly depth: number;
  readonly title: string;
  readonly page: number;
}
export interface BookText {
  /** Index 0 is page 1. */
  readonly pages: readonly string[];
  readonly headings: readonly Heading[];
}
export interface PostingRow {
  readonly part: number;
  readonly stem: string;
  readonly best: number;
  /** Page and weight in turn. */
  readonly postings: readonly number[];
}
export interface PartRow {
  readonly part: number;
  readonly first_page: number;
  readonly lengths: readonly number[];
}

const stemsIn = (text: string): string[] =>
  tokensOf(text)
    .filter(({ word }) => !isStopWord(word))
    .map(({ word }) => stemOf(word))
    .filter((stem) => stem.length <= MAX_STEM_LENGTH);

/** Where each stem of a book stands. What a page counts comes from it and from headings before it, from no later page. */
export function buildPostings({ pages, headings }: BookText): { rows: PostingRow[]; parts: PartRow[] } {
  const rows = new Map<string, { part: number; stem: string; best: number; postings: number[] }>();
  const lengths: number[] = [];
  const section: Heading[] = [];
  for (const [index, text] of pages.entries()) {
    const page = index + 1;
    const weights = new Map<string, number>();
    const add = (stems: Iterable<string>, weight: number) => {
      for (const stem of stems) weights.set(stem, (weights.get(stem) ?? 0) + weight);
    };
    const stems = stemsIn(text);
    add(stems, WEIGHT_IN_TEXT);
    add(joinedWords(text).map(stemOf), WEIGHT_IN_TEXT);
    for (const heading of section) add(new Set(stemsIn(heading.title)), WEIGHT_IN_SECTION);
    for (const heading of headings) {
      if (heading.page !== page) continue;
      add(new Set(stemsIn(heading.title)), WEIGHT_IN_HEADING);
      while ((section.at(-1)?.depth ?? -1) >= heading.depth) section.pop();
      section.push(heading);
    }
    lengths.push(stems.length);
    const part = page <= PREVIEW_LAST_PAGE ? PREVIEW_PART : REST_PART;
    for (const [stem, weight] of weights) {
      const key = `${part} ${stem}`;
      const row = rows.get(key) ?? { part, stem, best: 0, postings: [] };
      row.best = Math.max(row.best, weight / Math.sqrt(Math.max(stems.length, MIN_LENGTH)));
      row.postings.push(page, Math.min(weight, MAX_WEIGHT));
      rows.set(key, row);
    }
  }
  return {
    rows: [...rows.values()],
    parts: [
      { part: PREVIEW_PART, first_page: 1, lengths: lengths.slice(0, PREVIEW_LAST_PAGE) },
      { part: REST_PART, first_page: PREVIEW_LAST_PAGE + 1, lengths: lengths.slice(PREVIEW_LAST_PAGE) },
    ],
  };
}
/** Of the `smallint` that keeps it. */
const MAX_WEIGHT = 32_767;
