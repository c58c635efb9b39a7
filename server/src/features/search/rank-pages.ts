/** The order of pages by BM25: how often the words of a question stand on a page, weighed by how rare they are. */

/** How soon more of the same word stops counting, and how much long pages are held against. */
const K1 = 1.2;
const B = 0.5;
/** A posting's weight counts half words. */
const WEIGHT_UNIT = 2;
/** What a word counts on a page of whose section only the heading holds it. */
const HEADING_ALONE = 0.5;
/** Of what the page with the most of the question holds, a page must hold so much to be listed. */
const MIN_COVERAGE = 0.25;

/** One way in which a word of the question may be written: stems that must all be on the page. */
export interface Alternative {
  readonly stems: readonly string[];
  /** 1: the word itself. Less: what it may have meant. */
  readonly worth: number;
}
export interface QuestionTerm {
  readonly word: string;
  /** How much it counts beside the others, from 0 to 1. */
  readonly emphasis: number;
  readonly alternatives: readonly Alternative[];
}

/** Pages of one book that the asker may read. */
export interface SearchedBook {
  readonly bookId: string;
  /** Words of each page. */
  readonly lengths: ReadonlyMap<number, number>;
  /** Of each stem: page to weight. */
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
}
export interface RankedPage {
  readonly bookId: string;
  readonly page: number;
  readonly score: number;
  /** How much of the question it holds, from 0 to 1, by the worth of its words. */
  readonly coverage: number;
  /** How much of the score each term gives, in their order; no value = it is not on the page. */
  readonly shares: readonly (number | undefined)[];
}
export interface Ranking {
  /** Best first. */
  readonly pages: readonly RankedPage[];
  /** How much each word of the question says, also one that stands nowhere. In the order of the terms. */
  readonly worths: readonly number[];
}

/** How often a term counts on each page. */
function pagesOf({ postings }: SearchedBook, term: QuestionTerm): Map<number, number> {
  const pages = new Map<number, number>();
  for (const { stems, worth } of term.alternatives) {
    const [first, ...others] = stems.map((stem) => postings.get(stem));
    for (const [page, weight] of first ?? []) {
      const least = Math.min(weight, ...others.map((other) => other?.get(page) ?? 0));
      if (least > 0) pages.set(page, Math.max(pages.get(page) ?? 0, (least * worth) / WEIGHT_UNIT));
    }
  }
  return pages;
}

/** On how many pages each term stands, where the books are some of many. */
export interface LibraryOfTerms {
  readonly frequencies: readonly number[];
  readonly numberOfPages: number;
}
/** As if every word stood on one page of three. */
export const equalWorths = (terms: readonly QuestionTerm[]): LibraryOfTerms => ({
  frequencies: terms.map(() => 1),
  numberOfPages: 3,
});

/** Without `library`, the terms are counted in `books`. */
export function rankPages(
  books: readonly SearchedBook[],
  terms: readonly QuestionTerm[],
  library?: LibraryOfTerms,
): Ranking {
  const found = books.map((book) => terms.map((term) => pagesOf(book, term)));
  const lengths = books.flatMap((book) => [...book.lengths.values()]);
  const total = library?.numberOfPages ?? lengths.length;
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length) || 1;
  const worths = terms.map(({ emphasis }, index) => {
    const pages =
      library?.frequencies[index] ?? found.reduce((sum, ofBook) => sum + (ofBook[index]?.size ?? 0), 0);
    return emphasis * Math.log(1 + (Math.max(total, pages) - pages + 0.5) / (pages + 0.5));
  });
  const asked = worths.reduce((sum, worth) => sum + worth, 0);
  const ranked: RankedPage[] = [];
  for (const [index, book] of books.entries()) {
    const scores = new Map<number, { shares: number[]; score: number; covered: number; isHeld: boolean }>();
    for (const [position, pages] of (found[index] ?? []).entries()) {
      const worth = worths[position] ?? 0;
      for (const [page, count] of pages) {
        const length = book.lengths.get(page) ?? average;
        const entry = scores.get(page) ?? { shares: [], score: 0, covered: 0, isHeld: false };
        const share = (worth * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        entry.shares[position] = share;
        entry.score += share;
        entry.covered += worth;
        entry.isHeld ||= count > HEADING_ALONE;
        scores.set(page, entry);
      }
    }
    // Only the heading of its section speaks of it: there is nothing on the page to show.
    for (const [page, { shares, score, covered, isHeld }] of scores)
      if (isHeld) ranked.push({ bookId: book.bookId, page, score, coverage: covered / asked, shares });
  }
  const most = ranked.reduce((best, { coverage }) => Math.max(best, coverage), 0);
  const pages = ranked
    .filter(({ coverage }) => coverage >= most * MIN_COVERAGE)
    .sort((a, b) => b.score - a.score || a.bookId.localeCompare(b.bookId) || a.page - b.page);
  return { pages, worths };
}
