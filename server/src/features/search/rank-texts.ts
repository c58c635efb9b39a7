import type { Db } from '../../platform/database/database.ts';
import { indexOfTexts } from './build-postings.ts';
import { type BookRanking, rankIndexed, searchedBook, termsOf } from './rank-book-pages.ts';
import { equalWorths } from './rank-pages.ts';

/** A text that holds less of the search is no result. */
const MIN_COVERAGE = 0.5;

/**
 * A few texts that are not in an index, the best first, by their worth for a search. How rare a word is says little about so few, so
 * every word has the same worth.
 */
export async function rankTexts<Text>(
  db: Db,
  texts: readonly Text[],
  { question, wordsOf }: { question: string; wordsOf: (text: Text) => string },
): Promise<{ found: Text[]; meanings: BookRanking['meanings'] }> {
  const asked = await termsOf(db, question);
  const searched = searchedBook('', indexOfTexts(texts.map(wordsOf)));
  const { pages } = rankIndexed(asked, searched, equalWorths(asked.terms));
  const found = pages
    .filter(({ coverage }) => coverage >= MIN_COVERAGE)
    .map(({ page: number }) => texts[number - 1] as Text);
  return { found, meanings: asked.meanings };
}
