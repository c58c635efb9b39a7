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
import { type QuestionTerm, type Ranking, rankPages, type SearchedBook } from './rank-pages.ts';
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
  const { asked, terms, meanings } = await termsOf(db, question);
  const index = await getBookIndex(db, {
    bookId: book.bookId,
    parts: book.wholeBook ? [open, rest] : [open],
    stems: stemsToLookUp(terms),
    begun: asked.flatMap(beginningsOf),
  });
  if (!index) return null;
  const searched = searchedBook(book.bookId, index);
  const completed = terms.map((term, position) =>
    withBegun(term, begunStems(asked[position] as AskedWord, term, searched)),
  );
  return { ...rankPages([searched], completed), terms: completed, meanings };
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

export async function termsOf(db: Db, question: string) {
  const asked = askedWords(question);
  const abbreviations = await listAbbreviations(db, abbreviable(question));
  const terms = questionTerms(asked, question, abbreviations);
  const words = new Set(asked.map(({ word }) => word));
  const meanings = abbreviations.map(({ short, long }) => (words.has(short) ? long : short));
  return { asked, terms, meanings };
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
