import type { ListMetadata } from '@vesalius/contract/atoms';
import type { StartedBook } from '@vesalius/contract/catalogue';
import type { Db } from '../../platform/database/database.ts';
import { pageOf, sliceOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { bookCard } from './book-card.ts';
import { listStarted } from './started-queries.ts';

/** "Continue where you were": started books, latest first, each with its next open test. */
export async function listStartedBooks(
  db: Db,
  actor: Actor,
  { page, items, now }: { page: number; items: number; now: Date },
): Promise<{ data: StartedBook[]; metadata: ListMetadata }> {
  const rows = await listStarted(db, actor, sliceOf(page, items), now);
  return pageOf(rows, page, items, (row) => ({
    ...bookCard(row, actor, { ...row, page: row.currentPage }),
    page_label: row.pageLabel,
    last_read_at: row.lastReadAt.toISOString(),
    next_test: row.nextTest,
  }));
}
