import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import type { SearchAnswer } from '@vesalius/contract/reader';
import { contextOf, findHits, parseSearch, type SearchTerm } from '@vesalius/contract/reader-search';
import type { Deps } from '../../platform/deps.ts';
import type { Actor } from '../../platform/session.ts';
import { accessToBook } from '../catalogue/access.ts';
import { searchPages } from './queries.ts';

/** Hits in one answer, and pages read for them: a list that fills the panel several times over. */
const MAX_HITS = 100;
const MAX_PAGES = 40;

/** Words are folded letters and digits only (contract), so nothing in them can end the quotes of the query. */
export const toTsquery = (terms: readonly SearchTerm[]): string =>
  terms
    .map(({ words, exact }) => words.map((word) => `'${word}'`).join(' <-> ') + (exact ? '' : ':*'))
    .map((term) => `(${term})`)
    .join(' & ');

export async function searchBook(
  deps: Deps,
  actor: Actor | null,
  bookId: string,
  query: { q: string; from_page?: number | undefined },
): Promise<SearchAnswer> {
  const access = await accessToBook(deps.db, actor, bookId, deps.clock.now());
  const terms = parseSearch(query.q);
  if (terms.length === 0) return { hits: [], pages: 0, next_page: null };
  const { pages, found } = await searchPages(deps.db, {
    bookId,
    tsquery: toTsquery(terms),
    fromPage: query.from_page ?? 1,
    lastReadablePage: access.granted ? null : PREVIEW_LAST_PAGE,
    limit: MAX_PAGES + 1,
  });
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
  return { hits, pages, next_page: nextPage };
}
