import type { SearchAnswer } from '@vesalius/contract/reader';
import { contextOf, findHits, type SearchTerm, tokensOf } from '@vesalius/contract/reader-search';
import { stemOf } from '@vesalius/contract/search-stems';
import type { Db } from '../../platform/database/database.ts';
import type { SearchedPart } from './search-book.ts';
import { searchPages } from './search-queries.ts';
import { toTsquery } from './search-terms.ts';

/** The maximum of hits in a response, and of pages read for them: enough to fill the panel several times. */
const MAX_HITS = 100;
const MAX_PAGES = 40;
/** Hits within this distance are shown in one excerpt (characters). */
const READ_TOGETHER = 160;

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

/** The hit of a page that is soon followed by the most different words of the search. */
export function densestHit<Found extends Hit & { readonly start: number }>(
  hits: readonly Found[],
): Found | null {
  let densest: Found | null = null;
  let mostWords = 0;
  for (const [index, hit] of hits.entries()) {
    const words = new Set<string>();
    for (
      let next = index;
      (hits[next]?.start ?? Number.POSITIVE_INFINITY) < hit.start + READ_TOGETHER;
      next += 1
    )
      for (const { word } of tokensOf(hits[next]?.match ?? '')) words.add(stemOf(word));
    if (words.size <= mostWords) continue;
    mostWords = words.size;
    densest = hit;
  }
  return densest;
}
