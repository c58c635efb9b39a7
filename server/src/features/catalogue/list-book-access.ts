import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import type { Db } from '../../platform/database/database.ts';
import { plainTerm } from '../../platform/database/plain-text.ts';
import type { Actor } from '../accounts/actor.ts';
import { type BookAccess, decideAccess, readableBooks } from './access.ts';
import { listTitledAccess } from './access-queries.ts';

export interface TitledAccess extends BookAccess {
  readonly title: string;
  readonly replaced: BookEdition['replaced'];
}

/**
 * The books that exist for this user, by title, with the policy's decision; with `readable` only those that open
 * completely. `count` is exact, also beyond the last page.
 */
export async function listBookAccess(
  db: Db,
  actor: Actor,
  {
    readable,
    search,
    ...slice
  }: { readable: boolean; search: string | undefined; limit: number; offset: number },
  now: Date,
): Promise<{ count: number; books: TitledAccess[] }> {
  const [among, term] = await Promise.all([
    readable ? readableBooks(db, actor, now) : null,
    search ? plainTerm(db, search) : null,
  ]);
  const { count, rows } = await listTitledAccess(db, actor, { term, among, ...slice }, now);
  return {
    count,
    books: rows.map((row) => ({ title: row.title, replaced: row.replaced, ...decideAccess(actor, row) })),
  };
}
