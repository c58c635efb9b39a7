import type { ListMetadata } from '@vesalius/contract/atoms';
import type { BookCard } from '@vesalius/contract/catalogue';
import type { Db } from '../../platform/database/database.ts';
import { metadataOf } from '../../platform/lists.ts';
import type { Actor } from '../accounts/actor.ts';
import { bookCard } from './book-card.ts';
import type { CardList } from './book-list-queries.ts';
import { listPersonal } from './personal-queries.ts';

export interface BookListAnswer {
  data: BookCard[];
  metadata: ListMetadata;
}

/** Adds the user's own data to a list that is the same for everybody. */
export async function asSeenBy(
  db: Db,
  actor: Actor | null,
  list: CardList,
  { page, items, now }: { page: number; items: number; now: Date },
): Promise<BookListAnswer> {
  const ids = list.rows.map((row) => row.id);
  const personal = actor && ids.length > 0 ? await listPersonal(db, actor, ids, now) : [];
  const byBook = new Map(personal.map((row) => [row.bookId, row]));
  return {
    data: list.rows.map((row) => bookCard(row, actor, byBook.get(row.id))),
    metadata: { ...metadataOf(list.count, page, items), ...(list.more && { more: true }) },
  };
}
