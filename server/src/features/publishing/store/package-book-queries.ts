import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** Appends a book, for an import. Books that staff set stay as they are. */
export async function addToPackage(tx: Tx, packageId: string, bookId: string): Promise<void> {
  await sql`
    with added as (
      insert into package_books (package_id, book_id, position)
      select ${packageId}::uuid, ${bookId}::uuid, coalesce(max(position) + 1, 0) from package_books
      where package_id = ${packageId}
      having exists (select from packages where id = ${packageId} and books_set_at is null)
      on conflict do nothing returning package_id, book_id)
    delete from package_left_books where (package_id, book_id) in (select package_id, book_id from added)`.execute(
    tx,
  );
}

/** Records the removed books: subscriptions that began earlier continue to include them. */
export async function removePackageBooks(tx: Tx, which: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`
    with gone as (delete from package_books where ${which} returning package_id, book_id)
    insert into package_left_books (package_id, book_id, left_at)
    select package_id, book_id, ${now}::timestamptz from gone
    on conflict (package_id, book_id) do update set left_at = excluded.left_at`.execute(tx);
}
