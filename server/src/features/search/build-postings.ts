import { setImmediate as turn } from 'node:timers/promises';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { joinedWords, tokensOf } from '@vesalius/contract/reader-search';
import { stemOf } from '@vesalius/contract/search-stems';
import { isStopWord } from '@vesalius/contract/stop-words';

/** Grows when the same text would get another index. */
export const INDEX_VERSION = 1;

/** What is searched together. A caller without access reads only the rows of the open part. */
export interface SearchLayer {
  readonly open: number;
  readonly rest: number;
}
/** The preview, and all other pages. */
export const PAGES: SearchLayer = { open: 0, rest: 1 };
/** Titles of lectures, images and studies, and their other texts. */
export const MATERIALS: SearchLayer = { open: 2, rest: 3 };

/** A word of the text counts so much; the unit is half a word, because headings of earlier pages count that. */
const WEIGHT_IN_TEXT = 2;
/** A heading on the page, and the heading of the section that goes on there. */
const WEIGHT_IN_HEADING = 4;
const WEIGHT_IN_SECTION = 1;
/** Longer words are no words. */
const MAX_STEM_LENGTH = 60;
/** Of a page: twice a dense one. What comes after, in a text that is made to be long, is not found. */
const MAX_WORDS_A_PAGE = 3000;
/** Of a book: ten times a textbook of a thousand pages. Further words are found where they are in the index already. */
const MAX_ROWS = 200_000;
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

export interface BuiltIndex {
  readonly rows: readonly PostingRow[];
  readonly parts: readonly PartRow[];
}

const stemsIn = (text: string): string[] =>
  tokensOf(text)
    .slice(0, MAX_WORDS_A_PAGE)
    .filter(({ word }) => !isStopWord(word))
    .map(({ word }) => stemOf(word))
    .filter((stem) => stem.length <= MAX_STEM_LENGTH);

/** Adds up what each stem counts on a page or in a piece. */
class Weights {
  readonly of = new Map<string, number>();
  add(stems: Iterable<string>, weight: number): void {
    for (const stem of stems) this.of.set(stem, (this.of.get(stem) ?? 0) + weight);
  }
  /** Returns the number of words. */
  addText(text: string): number {
    const stems = stemsIn(text);
    this.add(stems, WEIGHT_IN_TEXT);
    this.add(joinedWords(text).slice(0, MAX_WORDS_A_PAGE).map(stemOf), WEIGHT_IN_TEXT);
    return stems.length;
  }
}

type Rows = Map<string, { part: number; stem: string; best: number; postings: number[] }>;

function addRows(rows: Rows, weights: Weights, at: { part: number; number: number; length: number }): void {
  const { part, number, length } = at;
  for (const [stem, weight] of weights.of) {
    const key = `${part} ${stem}`;
    const row = rows.get(key) ?? { part, stem, best: 0, postings: [] };
    if (row.postings.length === 0 && rows.size >= MAX_ROWS) continue;
    row.best = Math.max(row.best, weight / Math.sqrt(Math.max(length, MIN_LENGTH)));
    row.postings.push(number, Math.min(weight, MAX_SMALLINT));
    rows.set(key, row);
  }
}

/**
 * Where each stem of a book stands. What a page counts comes from it and from headings before it, from no later page. Other requests
 * are answered between the pages.
 */
export async function buildPostings({ pages, headings }: BookText): Promise<BuiltIndex> {
  const rows: Rows = new Map();
  const lengths: number[] = [];
  const section: Heading[] = [];
  for (const [index, text] of pages.entries()) {
    await turn();
    const number = index + 1;
    const weights = new Weights();
    const length = weights.addText(text);
    for (const heading of section) weights.add(new Set(stemsIn(heading.title)), WEIGHT_IN_SECTION);
    for (const heading of headings) {
      if (heading.page !== number) continue;
      weights.add(new Set(stemsIn(heading.title)), WEIGHT_IN_HEADING);
      while ((section.at(-1)?.depth ?? -1) >= heading.depth) section.pop();
      section.push(heading);
    }
    lengths.push(length);
    const part = number <= PREVIEW_LAST_PAGE ? PAGES.open : PAGES.rest;
    addRows(rows, weights, { part, number, length });
  }
  return {
    rows: [...rows.values()],
    parts: [
      { part: PAGES.open, first_page: 1, lengths: lengths.slice(0, PREVIEW_LAST_PAGE) },
      { part: PAGES.rest, first_page: PREVIEW_LAST_PAGE + 1, lengths: lengths.slice(PREVIEW_LAST_PAGE) },
    ],
  };
}

/** Where each stem of numbered texts stands: the open ones come first. The first has the number 1. */
export function buildPiecePostings(open: readonly string[], rest: readonly string[]): BuiltIndex {
  const rows: Rows = new Map();
  const lengths = [...open, ...rest].slice(0, MAX_PIECES).map((text, index) => {
    const weights = new Weights();
    const length = weights.addText(text);
    const part = index < open.length ? MATERIALS.open : MATERIALS.rest;
    addRows(rows, weights, { part, number: index + 1, length });
    return length;
  });
  return {
    rows: [...rows.values()],
    parts: [
      { part: MATERIALS.open, first_page: 1, lengths: lengths.slice(0, open.length) },
      { part: MATERIALS.rest, first_page: open.length + 1, lengths: lengths.slice(open.length) },
    ],
  };
}

/** Numbered texts, the first of which is 1, as a search finds them. */
export function indexOfTexts(texts: readonly string[]): {
  found: readonly PostingRow[];
  parts: readonly PartRow[];
} {
  const { rows, parts } = buildPiecePostings(texts, []);
  return { found: rows, parts };
}

/** Of the `smallint` that stores weights and numbers. */
const MAX_SMALLINT = 32_767;
/** About 250 hours of captions; what is beyond is not found. */
export const MAX_PIECES = MAX_SMALLINT;
