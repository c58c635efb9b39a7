import type { SearchAnswer } from '@vesalius/contract/reader';
import { contextOf, findHits, type SearchTerm } from '@vesalius/contract/reader-search';
import type { Db } from '../../platform/database/database.ts';
import type { SearchedPart } from './search-book.ts';
import { searchPages } from './search-queries.ts';
import { toTsquery } from './search-terms.ts';

/** The maximum of hits in a response, and of pages read for them: enough to fill the panel several times. */
const MAX_HITS = 100;
const MAX_PAGES = 40;

type Hit = SearchAnswer['hits'][number];
export type ListedPages = Pick<SearchAnswer, 'hits' | 'pages' | 'next_page'>;

/** Pages that contain every term, in book order, with all their hits. */
export async function listPagesInOrder(
  db: Db,
  book: SearchedPart,
  terms: readonly SearchTerm[],
  fromPage: number,
): Promise<ListedPages> {
  const { pages, found } = await searchPages(db, {
    ...book,
    tsquery: toTsquery(terms),
    fromPage,
    limit: MAX_PAGES + 1,
  });
  const hits: Hit[] = [];
  for (const [position, { page, text }] of found.entries()) {
    if (position === MAX_PAGES || hits.length >= MAX_HITS) return { hits, pages, next_page: page };
    for (const [index, range] of findHits(text, terms).entries())
      hits.push({ page, index, ...contextOf(text, range.start, range.end) });
  }
  return { hits, pages, next_page: null };
}
