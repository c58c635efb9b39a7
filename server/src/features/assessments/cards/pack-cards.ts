import { MAX_CARDS } from '@vesalius/contract/cards-limits';
import type { Deps } from '../../../platform/deps.ts';
import type { Actor } from '../../accounts/actor.ts';
import { ankiPackage } from './anki-package.ts';
import { listCardRows } from './card-queries.ts';
import { openBooksOfCards } from './cards.ts';

/** The reader's cards for Anki, oldest first. Those of closed books are left out, because their texts are the book's. */
export async function packCards(
  { db, clock, config }: Deps,
  actor: Actor,
  bookId: string | undefined,
): Promise<Buffer> {
  const now = clock.now();
  const open = new Set(await openBooksOfCards(db, actor, now));
  const rows = await listCardRows(db, { userId: actor.userId, bookId, limit: MAX_CARDS, offset: 0 });
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
