import type { PageInSet } from '@vesalius/contract/page-runs';
import type { Db } from '../../../platform/database/database.ts';
import { correctedQuote, quoteFinder } from '../../reader/find-quote.ts';
import { listQuotesOfPage, updateQuote } from './comment-queries.ts';

/** Comments quote a page in its present spelling, after its text was read again. */
export async function correctComments(db: Db, place: PageInSet, text: string): Promise<void> {
  const find = quoteFinder([{ page: place.page, text }]);
  for (const { id, ...anchor } of await listQuotesOfPage(db, place)) {
    const found = find({ ...anchor, pageNumber: place.page });
    if (found?.isCorrected) await updateQuote(db, id, correctedQuote(anchor, found, text));
  }
}
