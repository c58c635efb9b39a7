import { MAX_CARDS } from '@vesalius/contract/cards-limits';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Deps } from '../../../platform/deps.ts';
import { WorkQueue } from '../../../platform/work-queue.ts';
import type { Actor } from '../../accounts/actor.ts';
import { ankiPackage } from './anki-package.ts';
import { listCardRows } from './card-queries.ts';
import { openBooksOfCards } from './cards.ts';

/** One after the other: a package of ten thousand cards takes a processor for seconds. */
const packing = new WorkQueue({ concurrency: 1, maxWaiting: 100, retryAfterSeconds: 10 });
/** All cards are read at once, maybe on a busy machine. */
const READ_TIMEOUT_MS = 30_000;

export const packCards = (deps: Deps, actor: Actor, bookId: string | undefined): Promise<Buffer> =>
  packing.run(() => makePackage(deps, actor, bookId), actor.userId);

/** The reader's cards for Anki, oldest first. Those of closed books are left out, because their texts are the book's. */
async function makePackage(
  { db, clock, config }: Deps,
  actor: Actor,
  bookId: string | undefined,
): Promise<Buffer> {
  const now = clock.now();
  const open = new Set(await openBooksOfCards(db, actor, now));
  const wish = { userId: actor.userId, bookId, limit: MAX_CARDS, offset: 0 };
  const rows = await inTransaction(db, (tx) => listCardRows(tx, wish), {
    statementTimeoutMs: READ_TIMEOUT_MS,
  });
  const cards = rows.filter((row) => open.has(row.bookId)).reverse();
  const bytes = await ankiPackage(
    cards.map((row) => ({
      id: row.id,
      kind: row.kind,
      front: row.front,
      back: row.back,
      createdAt: row.createdAt,
      book: { id: row.bookId, title: row.bookTitle },
      source: {
        text: `${row.bookTitle}, p. ${row.pageLabel}`,
        url: `${config.publicUrl}/book-viewer/${row.bookId}?page=${row.pageNumber}`,
      },
    })),
    now,
  );
  return Buffer.from(bytes);
}
