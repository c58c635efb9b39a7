import { sql } from 'kysely';
import { type Db, many, one } from '../../platform/database/database.ts';
import type { UsersTable } from '../../schema/tables.ts';

/** The condition of the index `users_weekly`. */
const getsLetter = sql`u.wants_weekly and u.role = 'customer' and u.email_verified_at is not null and u.deleted_at is null`;

/** Time zones of readers who want the letter: one index lookup per zone, however many readers there are. */
export async function listTimeZones(db: Db): Promise<string[]> {
  const next = sql`select u.time_zone from users u where ${getsLetter}`;
  const rows = await many(
    db,
    sql<{ timeZone: UsersTable['timeZone'] }>`
      with recursive zones as (
        (${next} order by u.time_zone limit 1)
        union all
        select (${next} and u.time_zone > z.time_zone order by u.time_zone limit 1)
        from zones z where z.time_zone is not null
      )
      select time_zone as "timeZone" from zones where time_zone is not null`,
  );
  return rows.map(({ timeZone }) => timeZone);
}

/** By id, the next ones after `after`. */
export const listReadersIn = (
  db: Db,
  { timeZone, after, limit }: { timeZone: string; after: string | null; limit: number },
) =>
  many(
    db,
    sql<Pick<UsersTable, 'id'>>`select u.id from users u
      where ${getsLetter} and u.time_zone = ${timeZone} and (${after}::uuid is null or u.id > ${after}::uuid)
      order by u.id limit ${limit}`,
  );

export interface WeekCounts {
  readonly pages: number;
  readonly answers: number;
}
/** Only rows of this reader; a page or a reviewed question that came several times counts once. */
export const countWeek = (db: Db, userId: string, since: Date): Promise<WeekCounts> =>
  one(
    db,
    sql<WeekCounts>`select
      (select count(*)::int from shown_pages p cross join unnest(p.shown_at) as shown
        where p.user_id = ${userId} and shown >= shown_time(${since})) as pages,
      (select count(*)::int from attempts t join attempt_answers a on a.attempt_id = t.id
        where t.user_id = ${userId} and t.submitted_at >= ${since})
        + (select count(*)::int from review_cards where user_id = ${userId} and reviewed_at >= ${since}) as answers`,
  );
