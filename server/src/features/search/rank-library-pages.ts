import type { Db } from '../../platform/database/database.ts';
import { frontMatterLast, isFrontMatter } from './front-matter.ts';
import {
  getLibraryFacts,
  type LibraryFacts,
  type LibraryPageRow,
  listBookIndexes,
  listLibraryPages,
  type SearchedLibrary,
} from './library-queries.ts';
import { stemsToLookUp } from './question-terms.ts';
import { type BookRanking, searchedBook, termsOf } from './rank-book-pages.ts';
import { type QuestionTerm, rankPages } from './rank-pages.ts';
import { MAX_RERANKED_PAGES, rerankPages } from './rerank-pages.ts';

/** The pages of so many books are compared: those that may hold most of the question. */
const COMPARED_BOOKS = 30;

/** So many pages of front matter give way to others. */
const MAX_FRONT_MATTER = 5;

export type { LibraryPageRow, SearchedLibrary } from './library-queries.ts';

export interface LibraryPassage extends LibraryPageRow {
  readonly score: number;
}

/** Of all books that the asker may read: the pages that say most about a question, best first, with their text. */
export async function rankLibraryPages(
  db: Db,
  library: SearchedLibrary,
  { question, limit }: { question: string; limit: number },
): Promise<Omit<BookRanking, 'pages'> & { readonly passages: readonly LibraryPassage[] }> {
  const { pages, ...ranking } = await rankLibrary(db, library, question);
  const best = pages.slice(0, Math.max(limit + MAX_FRONT_MATTER, MAX_RERANKED_PAGES));
  const rows = await listLibraryPages(db, library, best);
  const rowOf = ({ bookId, page }: { readonly bookId: string; readonly page: number }) =>
    rows.find((row) => row.bookId === bookId && row.page === page) ?? null;
  const reranked = rerankPages(best, { ...ranking, textOf: (page) => rowOf(page)?.text ?? null });
  const passages = reranked.slice(0, limit + MAX_FRONT_MATTER).flatMap(({ score, ...page }) => {
    const row = rowOf(page);
    return row ? [{ ...row, score }] : [];
  });
  const ordered = frontMatterLast(passages, ({ label }) => isFrontMatter(label));
  return { ...ranking, passages: ordered.slice(0, limit) };
}

/** Of all books that the asker may read: pages or pieces by their worth for a question. */
export async function rankLibrary(db: Db, library: SearchedLibrary, question: string): Promise<BookRanking> {
  const { terms, meanings } = await termsOf(db, question);
  const stems = stemsToLookUp(terms);
  const facts = await getLibraryFacts(db, library, stems);
  const bookIds = promisingBooks(terms, facts);
  const indexes = await listBookIndexes(db, library, { bookIds, stems });
  const books = indexes.map(({ bookId, ...index }) => searchedBook(bookId, index));
  const frequencies = terms.map((term) => frequencyOf(term, facts));
  const ranking = rankPages(books, terms, { frequencies, numberOfPages: facts.pages });
  return { ...ranking, terms, meanings };
}

/** On how many pages of the sample a term stands, at most: phrases stand on no more pages than their rarest word. */
const frequencyOf = ({ alternatives }: QuestionTerm, { frequencies }: LibraryFacts): number =>
  Math.max(...alternatives.map(({ stems }) => Math.min(...stems.map((stem) => frequencies[stem] ?? 0))));

/** A book's promise: for each term, what its best page counts, times how rare the term is. */
function promisingBooks(terms: readonly QuestionTerm[], facts: LibraryFacts): string[] {
  const books = new Map<string, Map<string, number>>();
  for (const { bookId, stem, best } of facts.best) {
    const ofBook = books.get(bookId) ?? new Map<string, number>();
    ofBook.set(stem, Math.max(ofBook.get(stem) ?? 0, best));
    books.set(bookId, ofBook);
  }
  const rarity = terms.map(
    (term) => term.emphasis * Math.log(1 + facts.pages / (1 + frequencyOf(term, facts))),
  );
  const promiseOf = (ofBook: ReadonlyMap<string, number>) =>
    terms.reduce((sum, { alternatives }, index) => {
      const ways = alternatives.map(
        ({ stems, worth }) => worth * Math.min(...stems.map((stem) => ofBook.get(stem) ?? 0)),
      );
      return sum + Math.max(...ways) * (rarity[index] ?? 0);
    }, 0);
  return [...books]
    .map(([bookId, ofBook]) => ({ bookId, promise: promiseOf(ofBook) }))
    .sort((a, b) => b.promise - a.promise || a.bookId.localeCompare(b.bookId))
    .slice(0, COMPARED_BOOKS)
    .map(({ bookId }) => bookId);
}
