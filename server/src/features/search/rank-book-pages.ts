import type { Db } from '../../platform/database/database.ts';
import { PAGES, type SearchLayer } from './build-postings.ts';
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
  type Ranking,
  rankPages,
  type SearchedBook,
} from './rank-pages.ts';
import { type BookIndexRow, getBookIndex, listAbbreviations } from './search-queries.ts';

export interface BookRanking extends Ranking {
  readonly terms: readonly QuestionTerm[];
  /** What abbreviations of the question mean. */
  readonly meanings: readonly string[];
}

/** The pages of a book, or its pieces, by their worth for a question; null = the book has no such index. */
export async function rankBookPages(
  db: Db,
  book: { readonly bookId: string; readonly wholeBook: boolean; readonly layer?: SearchLayer },
  question: string,
): Promise<BookRanking | null> {
  const { open, rest } = book.layer ?? PAGES;
  const asked = await termsOf(db, question);
  const index = await getBookIndex(db, {
    bookId: book.bookId,
    parts: book.wholeBook ? [open, rest] : [open],
    stems: stemsToLookUp(asked.terms),
    begun: asked.words.flatMap(beginningsOf),
  });
  return index && rankIndexed(asked, searchedBook(book.bookId, index));
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
