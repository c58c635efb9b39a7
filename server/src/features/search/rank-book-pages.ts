import type { Db } from '../../platform/database/database.ts';
import { PAGES, type SearchLayer } from './build-postings.ts';
import { listTextsOfPages, type PageTextRow } from './page-texts.ts';
import {
  type AskedWord,
  abbreviable,
  askedWords,
  questionTerms,
  SHORTEST_BEGUN,
  stemsToLookUp,
  withBegun,
} from './question-terms.ts';
import {
  type LibraryOfTerms,
  type QuestionTerm,
  type RankedPage,
  type Ranking,
  rankPages,
  type SearchedBook,
} from './rank-pages.ts';
import { MAX_RERANKED_PAGES, rerankPages } from './rerank-pages.ts';
import { type BookIndexRow, getBookIndex, listAbbreviations } from './search-queries.ts';

export interface BookRanking extends Ranking {
  readonly terms: readonly QuestionTerm[];
  /** What abbreviations of the question mean. */
  readonly meanings: readonly string[];
}

interface RankedBook {
  readonly bookId: string;
  readonly wholeBook: boolean;
  /** By default the pages. */
  readonly layer?: SearchLayer;
}

/** A page among the best, with its text. */
export interface BookPassage extends RankedPage, PageTextRow {}

/** The pages of a book, or its pieces, by their worth for a question; null = the book has no such index. */
export async function rankBookPages(
  db: Db,
  book: RankedBook,
  question: string,
): Promise<(BookRanking & { readonly passages: readonly BookPassage[] }) | null> {
  const ranking = await rankByIndex(db, book, question);
  if (!ranking || (book.layer ?? PAGES) !== PAGES) return ranking && { ...ranking, passages: [] };
  // Only ranked pages are read, which are pages that the asker may read.
  const best = ranking.pages.slice(0, MAX_RERANKED_PAGES).map(({ page }) => page);
  const rows = best.length > 0 ? await listTextsOfPages(db, book.bookId, best) : [];
  const rowOf = new Map(rows.map((row) => [row.page, row]));
  const pages = rerankPages(ranking.pages, {
    ...ranking,
    textOf: ({ page }) => rowOf.get(page)?.text ?? null,
  });
  const passages = pages.flatMap((page) => {
    const row = rowOf.get(page.page);
    return row ? [{ ...page, ...row }] : [];
  });
  return { ...ranking, pages, passages };
}

/**
 * The first ranking alone, with which `bench/search` compares.
 *
 * @public
 */
export async function rankByIndex(
  db: Db,
  { bookId, wholeBook, layer: { open, rest } = PAGES }: RankedBook,
  question: string,
): Promise<BookRanking | null> {
  const asked = await termsOf(db, question);
  const index = await getBookIndex(db, {
    bookId,
    parts: wholeBook ? [open, rest] : [open],
    stems: stemsToLookUp(asked.terms),
    begun: asked.words.flatMap(beginningsOf),
  });
  return index && rankIndexed(asked, searchedBook(bookId, index));
}

/** The pages of an index. Words may go on. */
export function rankIndexed(
  { words, terms, meanings }: AskedQuestion,
  searched: SearchedBook,
  library?: LibraryOfTerms,
): BookRanking {
  const completed = terms.map((term, position) =>
    withBegun(term, begunStems(words[position] as AskedWord, term, searched)),
  );
  return { ...rankPages([searched], completed, library), terms: completed, meanings };
}

const beginningsOf = ({ word, joined }: AskedWord): string[] =>
  [word, ...joined].filter((beginning) => beginning.length >= SHORTEST_BEGUN);

/** A word goes on where it is the one being typed, or where the book does not hold it as it stands. */
function begunStems(asked: AskedWord, term: QuestionTerm, { postings }: SearchedBook): string[] {
  const isHeld = term.alternatives.some(({ stems }) => stems.every((stem) => postings.has(stem)));
  if (isHeld && !asked.mayGoOn) return [];
  const beginnings = beginningsOf(asked);
  return [...postings.keys()].filter((stem) => beginnings.some((beginning) => stem.startsWith(beginning)));
}

export interface AskedQuestion {
  readonly words: readonly AskedWord[];
  /** In the order of the words. */
  readonly terms: readonly QuestionTerm[];
  readonly meanings: readonly string[];
}

export async function termsOf(db: Db, question: string): Promise<AskedQuestion> {
  const words = askedWords(question);
  const abbreviations = await listAbbreviations(db, abbreviable(question));
  const terms = questionTerms(words, question, abbreviations);
  const typed = new Set(words.map(({ word }) => word));
  const meanings = abbreviations.map(({ short, long }) => (typed.has(short) ? long : short));
  return { words, terms, meanings };
}

export function searchedBook(bookId: string, { parts, found }: BookIndexRow): SearchedBook {
  const lengths = new Map<number, number>();
  for (const part of parts)
    for (const [index, length] of part.lengths.entries()) lengths.set(part.first_page + index, length);
  const postings = new Map<string, Map<number, number>>();
  for (const row of found) {
    const pages = postings.get(row.stem) ?? new Map<number, number>();
    for (let at = 0; at + 1 < row.postings.length; at += 2)
      pages.set(row.postings[at] as number, row.postings[at + 1] as number);
    postings.set(row.stem, pages);
  }
  return { bookId, lengths, postings };
}
