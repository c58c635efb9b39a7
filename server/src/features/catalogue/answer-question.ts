import type { SearchHits } from '@vesalius/contract/catalogue-parts';
import { markedTerms } from '@vesalius/contract/reader-search';
import type { Db } from '../../platform/database/database.ts';
import { ANSWERING_PAGES, findAnswers } from '../search/find-answers.ts';
import { densestContext, markedParts } from '../search/hit-context.ts';
import { type LibraryPassage, rankLibraryPages, type SearchedLibrary } from '../search/rank-library-pages.ts';

/** The pages of the library that say most about a question, and their sentences that answer it. */
export async function answerQuestion(
  db: Db,
  library: SearchedLibrary,
  { question, limit }: { question: string; limit: number },
): Promise<Pick<SearchHits, 'pages' | 'answers'>> {
  const { passages, ...ranking } = await rankLibraryPages(db, library, {
    question,
    limit: Math.max(limit, ANSWERING_PAGES),
  });
  const marked = markedTerms(question, ranking.meanings);
  const placeOf = ({ bookId, title, page, label }: LibraryPassage) => {
    const has_access = library.readable === 'all' || library.readable.includes(bookId);
    return { page, label, book: { id: bookId, title, has_access } };
  };
  const pages = passages
    .slice(0, limit)
    .map((passage) => ({ ...placeOf(passage), context: densestContext(passage.text, marked) }));
  const answers = findAnswers(passages.slice(0, ANSWERING_PAGES), question, ranking).map(
    ({ passage, quote, score }) => ({
      ...placeOf(passage),
      ...{ book_id: passage.bookId, quote, score, context: markedParts(quote, marked) },
    }),
  );
  return { pages, answers };
}
