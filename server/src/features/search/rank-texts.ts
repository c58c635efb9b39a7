import type { Db } from '../../platform/database/database.ts';
import { indexOfTexts } from './build-postings.ts';
import { type BookRanking, rankIndexed, searchedBook, termsOf } from './rank-book-pages.ts';
import { equalWorths } from './rank-pages.ts';

export interface RankedText<Text> {
  readonly text: Text;
  readonly score: number;
}

/**
 * A few texts that are not in an index, by their worth for a search. How rare a word is says little about so few, so
 * every word has the same worth.
 */
export async function rankTexts<Text>(
  db: Db,
  texts: readonly Text[],
  {
    question,
    wordsOf,
    minCoverage,
  }: { question: string; wordsOf: (text: Text) => string; minCoverage: number },
): Promise<{ found: RankedText<Text>[]; meanings: BookRanking['meanings'] }> {
  const asked = await termsOf(db, question);
  const searched = searchedBook('', indexOfTexts(texts.map(wordsOf)));
  const { pages } = rankIndexed(asked, searched, equalWorths(asked.terms));
  const found = pages
    .filter(({ coverage }) => coverage >= minCoverage)
    .map(({ page: number, score }) => ({ text: texts[number - 1] as Text, score }));
  return { found, meanings: asked.meanings };
}
