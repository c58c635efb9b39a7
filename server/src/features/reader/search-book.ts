import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { SearchAnswer } from '@vesalius/contract/reader';
import {
  contextOf,
  findHits,
  parseSearch,
  type SearchTerm,
  tokensOf,
} from '@vesalius/contract/reader-search';
import type { Db } from '../../platform/database/database.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../accounts/actor.ts';
import { accessToBook } from '../catalogue/access.ts';
import { noteMissedSearch } from './missed-searches.ts';
import { listMeantWords, searchPages } from './search-queries.ts';

/** Hits in one answer, and pages read for them: a list that fills the panel several times over. */
const MAX_HITS = 100;
const MAX_PAGES = 40;

/** Words are folded letters and digits only (contract), so nothing in them can end the quotes of the query. */
const toTsquery = (terms: readonly SearchTerm[]): string =>
  terms
    .map(({ spellings, exact }) =>
      spellings.map((words) => words.map((word) => `'${word}'`).join(' <-> ') + (exact ? '' : ':*')),
    )
    .map((spellings) => `(${spellings.join(' | ')})`)
    .join(' & ');

export async function searchBook(
  deps: Deps,
  actor: Actor | null,
  bookId: string,
  query: { q: string; from_page?: number | undefined },
): Promise<SearchAnswer> {
  const access = await accessToBook(deps.db, actor, bookId, deps.clock.now());
  const terms = parseSearch(query.q);
  const none: SearchAnswer = { hits: [], pages: 0, next_page: null, did_you_mean: [] };
  if (terms.length === 0) return none;
  const book = { bookId, lastReadablePage: access.granted ? null : PREVIEW_LAST_PAGE };
  const { pages, found } = await searchPages(deps.db, {
    ...book,
    tsquery: toTsquery(terms),
    fromPage: query.from_page ?? 1,
    limit: MAX_PAGES + 1,
  });
  if (pages === 0) {
    const didYouMean = await correctSearch(deps.db, book, query.q);
    // What is only mistyped is in the book.
    if (actor && access.records && didYouMean.length === 0 && !query.from_page)
      await noteMissedSearch(deps, { userId: actor.userId, bookId, question: query.q });
    return { ...none, did_you_mean: didYouMean };
  }
  const hits: SearchAnswer['hits'] = [];
  let nextPage: number | null = null;
  for (const [position, { page, text }] of found.entries()) {
    if (position === MAX_PAGES || hits.length >= MAX_HITS) {
      nextPage = page;
      break;
    }
    for (const [index, range] of findHits(text, terms).entries())
      hits.push({ page, index, ...contextOf(text, range.start, range.end) });
  }
  return { ...none, hits, pages, next_page: nextPage };
}

/** The question with its mistyped words replaced by those of the book that are most like them, where that finds pages. */
async function correctSearch(
  db: Db,
  book: { readonly bookId: string; readonly lastReadablePage: number | null },
  question: string,
): Promise<string[]> {
  const asked = tokensOf(question);
  const words = asked.map(({ word }) => word);
  const meant = await listMeantWords(db, { ...book, words });
  if (!meant) return [];
  const mostAlternatives = Math.max(...meant.map((alternatives) => alternatives.length));
  const corrected = Array.from({ length: mostAlternatives }, (_, rank) => {
    let text = question;
    // From the end: what stands before keeps its place.
    for (const [index, { word, start, end }] of [...asked.entries()].reverse()) {
      const alternatives = meant[index] as string[];
      const chosen = alternatives[Math.min(rank, alternatives.length - 1)] as string;
      if (chosen !== word) text = text.slice(0, start) + chosen + text.slice(end);
    }
    return text;
  });
  const counted = await Promise.all(
    corrected.map(async (text) => {
      const search = { ...book, tsquery: toTsquery(parseSearch(text)), fromPage: 1, limit: 1 };
      return (await searchPages(db, search)).pages > 0 ? [text] : [];
    }),
  );
  return counted.flat();
}
