import { sql } from 'kysely';
import { type Db, many, maybeOne } from '../../platform/database/database.ts';
import type { SubscriptionsTable } from '../../schema/tables.ts';
import { isContainedIn } from './contained-queries.ts';
import { titleWithEdition } from './edition-columns.ts';

export type FreeEnd = Pick<SubscriptionsTable, 'id' | 'startedAt' | 'endsAt'>;

const isFree = sql`s.gateway in ('free', 'grant')`;
/** Whether the reader has the same, or a package that contains it, for longer. */
const goesOn = sql`exists (select from subscriptions c
  where c.user_id = s.user_id and c.id <> s.id and (c.ends_at > s.ends_at or c.renews)
    and (c.book_id = s.book_id or c.package_id = s.package_id or ${isContainedIn(sql`c.package_id`, sql`c.started_at`)}))`;

export const listFreeEnding = (db: Db, from: Date, until: Date): Promise<FreeEnd[]> =>
  many(
    db,
    sql<FreeEnd>`select s.id, s.started_at as "startedAt", s.ends_at as "endsAt" from subscriptions s
      where ${isFree} and s.ends_at > ${from} and s.ends_at < ${until} order by s.ends_at, s.id`,
  );

/** Unpaid access that ends at exactly this time and does not continue. */
export const findFreeEnd = (
  db: Db,
  id: string,
  endsAt: Date,
): Promise<{ userId: string; title: string; bookId: string | null; packageId: string | null } | null> =>
  maybeOne(
    db,
    sql<Pick<SubscriptionsTable, 'userId' | 'bookId' | 'packageId'> & { title: string }>`
      select s.user_id as "userId", coalesce(${titleWithEdition}, p.name, '') as title, s.book_id as "bookId",
        s.package_id as "packageId"
      from subscriptions s left join books b on b.id = s.book_id left join packages p on p.id = s.package_id
      where s.id = ${id} and ${isFree} and date_trunc('milliseconds', s.ends_at) = ${endsAt} and not ${goesOn}`,
  );
