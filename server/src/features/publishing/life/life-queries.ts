import type { BookLifeFigures } from '@vesalius/contract/book-life';
import { MIN_READERS_SHOWN } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { type Db, maybeOne, one } from '../../../platform/database/database.ts';
import type { BookLivesTable } from '../../../schema/tables.ts';

export type KeptLife = Pick<BookLivesTable, 'countedAt'> & { readonly figures: BookLifeFigures };

export const findLife = (db: Db, bookId: string): Promise<KeptLife | null> =>
  maybeOne(
    db,
    sql<KeptLife>`select counted_at as "countedAt", figures from book_lives where book_id = ${bookId}`,
  );

/** Whether enough readers were active in the book since then; null = ever. */
export async function isWorthCounting(db: Db, bookId: string, since: Date | null): Promise<boolean> {
  const { enough } = await one(
    db,
    sql<{ enough: boolean }>`
      select count(*) >= ${MIN_READERS_SHOWN} as enough from (
        select active.user_id from (
          select user_id, updated_at as at from book_progress where book_id = ${bookId}
          union all select user_id, updated_at from material_progress where book_id = ${bookId}
          union all select user_id, submitted_at from attempts where book_id = ${bookId}
        ) active join users u on u.id = active.user_id and u.role = 'customer'
        where ${since}::timestamptz is null or active.at > ${since}::timestamptz
        group by active.user_id limit ${MIN_READERS_SHOWN}
      ) reader`,
  );
  return enough;
}

/** Replaces only the count that the caller read: of two concurrent counts, one is stored. */
export async function keepLife(
  db: Db,
  life: { bookId: string; countedAt: Date; figures: BookLifeFigures },
  former: KeptLife | null,
): Promise<void> {
  const { bookId, countedAt, figures } = life;
  await sql`insert into book_lives as l (book_id, counted_at, figures)
    values (${bookId}, ${countedAt}, ${JSON.stringify(figures)}::jsonb)
    on conflict (book_id) do update set counted_at = excluded.counted_at, figures = excluded.figures
      where l.counted_at = ${former?.countedAt ?? null}::timestamptz`.execute(db);
}
