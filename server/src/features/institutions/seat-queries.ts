import { SEAT_IDLE_DAYS } from '@vesalius/contract/institutions';
import { type RawBuilder, sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type { InstitutionsTable, UsersTable } from '../../schema/tables.ts';

const IDLE_MS = SEAT_IDLE_DAYS * DAY_MS;

export const countMembers = async (db: Db, id: string): Promise<number> =>
  (
    await one(
      db,
      sql<{ n: number }>`select count(*)::int as n from institution_members where institution_id = ${id}`,
    )
  ).n;

export interface IdleSeats {
  readonly id: string | RawBuilder<unknown>;
  readonly atMost: number;
  /** The import that needs the seats: members whom its list names keep theirs. */
  readonly importId?: string | null;
}

/** Members who have read nothing for a long time, the longest first; managers keep their seats. */
const idleMembers = ({ id, atMost, importId = null }: IdleSeats, now: Date) => sql`
  select user_id, coalesce(last_active_at, joined_at) as idle_since from institution_members
  where institution_id = ${id} and not is_manager
    and coalesce(last_active_at, joined_at) < ${new Date(now.getTime() - IDLE_MS)}
    ${importId ? sql`and user_id not in (select user_id from institution_named_members where institution_id = ${id} and import_id = ${importId})` : sql``}
  order by idle_since, user_id limit ${atMost}`;

export const countIdleSeats = async (db: Db, given: IdleSeats, now: Date): Promise<number> =>
  (await one(db, sql<{ n: number }>`select count(*)::int as n from (${idleMembers(given, now)}) idle`)).n;

export const listIdleMembers = (
  db: Db,
  given: IdleSeats,
  now: Date,
): Promise<{ name: string; email: string }[]> =>
  many(
    db,
    sql<{ name: string; email: string }>`
      select trim(u.first_name || ' ' || u.second_name) as name, u.email
      from (${idleMembers(given, now)}) idle join users u on u.id = idle.user_id
      order by idle.idle_since, u.id`,
  );

/** Takes the seats of the idle and returns whose they were. */
export const freeIdleSeats = (tx: Tx, given: IdleSeats, now: Date): Promise<string[]> =>
  freeSeats(
    tx,
    sql`institution_id = ${given.id} and user_id in (select user_id from (${idleMembers(given, now)}) idle)`,
    given.importId ?? null,
    now,
  );

/** Frees every seat of a user, which ends the management. */
export const freeSeatsOf = (tx: Tx, userId: string, now: Date): Promise<string[]> =>
  freeSeats(tx, sql`user_id = ${userId}`, null, now);

/** Stores whose seat was freed: that member takes one again by signing in. */
const freeSeats = async (
  tx: Tx,
  these: RawBuilder<unknown>,
  importId: string | null,
  now: Date,
): Promise<string[]> => {
  const rows = await many(
    tx,
    sql<{ userId: string }>`with freed as (
        delete from institution_members where ${these}
        returning institution_id, user_id, joined_at, last_active_at)
      insert into institution_freed_seats (institution_id, user_id, freed_at, import_id, joined_at, last_active_at)
      select institution_id, user_id, ${now}, ${importId}::uuid, joined_at, last_active_at from freed
      on conflict (institution_id, user_id) do update set freed_at = excluded.freed_at,
        import_id = excluded.import_id, joined_at = excluded.joined_at, last_active_at = excluded.last_active_at
      returning user_id as "userId"`,
  );
  return rows.map(({ userId }) => userId);
};

/** Which of the users have a verified address. */
export const listVerified = async (tx: Tx, userIds: readonly string[]): Promise<string[]> => {
  const rows = await many(
    tx,
    sql<{ id: string }>`select id from users
      where id = any(${[...userIds]}::uuid[]) and email_verified_at is not null and deleted_at is null`,
  );
  return rows.map(({ id }) => id);
};

/** Null if the user has a seat again, the seat was freed at another time, or the institution has ended. */
export const findFreedSeatForMail = (
  db: Db,
  { institutionId, userId, freedAt }: { institutionId: string; userId: string; freedAt: Date },
  now: Date,
) =>
  maybeOne(
    db,
    sql<Pick<InstitutionsTable, 'name'>>`
      select i.name from institution_freed_seats f join institutions i on i.id = f.institution_id
      where f.institution_id = ${institutionId} and f.user_id = ${userId} and f.freed_at = ${freedAt}
        and i.ends_at > ${now}`,
  );

/**
 * Stores the members that an import names, for its later requests: each request knows only a part of the list, and the dry run
 * before them knows all of it. Forgotten after a day.
 */
export async function storeNamedMembers(
  tx: Tx,
  { id, importId, userIds }: { id: string; importId: string; userIds: readonly string[] },
  now: Date,
): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await sql`delete from institution_named_members where institution_id = ${id} and named_at < ${dayAgo}`.execute(
    tx,
  );
  await sql`insert into institution_named_members (institution_id, import_id, user_id, named_at)
    select ${id}::uuid, ${importId}::uuid, user_id, ${now}::timestamptz
    from unnest(${[...userIds]}::uuid[]) as named (user_id) order by user_id
    on conflict (institution_id, import_id, user_id) do update set named_at = excluded.named_at`.execute(tx);
}

/**
 * After an undo, returns the seats that the import took, as far as there are free ones, to the most recent readers first.
 * Returns who got them.
 */
export const restoreFreedSeats = async (
  tx: Tx,
  { id, importId, atMost }: { id: string; importId: string; atMost: number | null },
): Promise<string[]> => {
  const rows = await many(
    tx,
    sql<{ userId: string }>`with back as (
        select f.user_id from institution_freed_seats f join users u on u.id = f.user_id
        where f.institution_id = ${id} and f.import_id = ${importId} and u.role = 'customer' and u.deleted_at is null
          and ${isOutside(id)}
        order by coalesce(f.last_active_at, f.joined_at) desc limit ${atMost}),
      freed as (
        delete from institution_freed_seats where institution_id = ${id} and user_id in (select user_id from back)
        returning user_id, coalesce(joined_at, freed_at) as joined_at, last_active_at)
      insert into institution_members (institution_id, user_id, joined_at, last_active_at)
      select ${id}::uuid, user_id, joined_at, last_active_at from freed
      returning user_id as "userId"`,
  );
  return rows.map(({ userId }) => userId);
};

/**
 * Institutions `i` that the reader `u` has a right to join, by the verified address or a freed seat, for a `from` and `where`.
 * Not those that removed the reader.
 */
const seatsToTake = (userId: string, condition: RawBuilder<unknown>) => sql`
  institutions i join users u on u.id = ${userId} and u.role = 'customer' and u.email_verified_at is not null
  where i.id in (
      select d.institution_id from institution_domains d join users u on d.domain = ${domainOf} where u.id = ${userId}
      union all select f.institution_id from institution_freed_seats f where f.user_id = ${userId})
    and ${isOutside(sql`i.id`)} and ${condition}`;

const domainOf = sql`split_part(lower(u.email), '@', 2)`;

/** Whether the user `u` neither is a member of the institution nor was removed from it. */
const isOutside = (id: RawBuilder<unknown> | string) => sql`
  not exists (select 1 from institution_members m where m.institution_id = ${id} and m.user_id = u.id)
    and not exists (select 1 from institution_removed_members r where r.institution_id = ${id} and r.user_id = u.id)`;

/** Of running and future institutions. */
export const listSeatsToTake = (db: Db, userId: string, now: Date) =>
  many(
    db,
    sql<Pick<InstitutionsTable, 'id'>>`
      select i.id from ${seatsToTake(userId, sql`i.ends_at > ${now}`)} order by i.id`,
  );

/** Of running institutions only, or of those that cover a book. */
export const listMissingSeats = (
  db: Db,
  { userId, bookId }: { userId: string; bookId: string | undefined },
  now: Date,
) =>
  many(
    db,
    sql<Pick<InstitutionsTable, 'id' | 'name'> & { has_free_seat: boolean; had_seat: boolean }>`
      select i.id, i.name, i.seats is null
          or (select count(*) from institution_members m where m.institution_id = i.id) - i.seats
            < (exists (${idleMembers({ id: sql`i.id`, atMost: 1 }, now)}))::int as has_free_seat,
        exists (select from institution_freed_seats f
          where f.institution_id = i.id and f.user_id = ${userId}) as had_seat
      from ${seatsToTake(userId, sql`i.starts_at <= ${now} and i.ends_at > ${now}`)}
        ${bookId ? sql`and i.id in (select institution_id from institution_books where book_id = ${bookId})` : sql``}
      order by i.name, i.id`,
  );

/**
 * Inserts members and returns the ids of the new ones. Only readers take seats: their accounts are locked, so that their role
 * does not change in between. An invited user is no longer removed; the membership keeps the removal for an undo of the import.
 */
export async function insertMembers(
  tx: Tx,
  id: string,
  userIds: readonly string[],
  now: Date,
  importId: string | null = null,
): Promise<string[]> {
  const these = sql`institution_id = ${id} and user_id in (select id from readers)`;
  const rows = await many(
    tx,
    sql<{ userId: string }>`
      with readers as (
          select id from users where id = any(${[...userIds]}::uuid[]) and role = 'customer' and deleted_at is null
          order by id for share),
        freed as (delete from institution_freed_seats where ${these} returning user_id, freed_at),
        removed as (delete from institution_removed_members where ${these} returning user_id, removed_at)
      insert into institution_members (institution_id, user_id, joined_at, import_id, removed_before, freed_before)
      select ${id}::uuid, n.id, ${now}::timestamptz, ${importId}::uuid, removed.removed_at, freed.freed_at
      from readers n left join removed on removed.user_id = n.id left join freed on freed.user_id = n.id
      on conflict do nothing returning user_id as "userId"`,
  );
  return rows.map(({ userId }) => userId);
}

/**
 * Users `u` with a verified address in one of its domains who are not members yet. A member whose idle seat was freed comes
 * back by signing in instead.
 */
const membersToBe = (id: string) => sql`
  u.deleted_at is null and u.role = 'customer' and u.email_verified_at is not null
    and ${domainOf} in (select domain from institution_domains where institution_id = ${id}) and ${isOutside(id)}
    and not exists (select 1 from institution_freed_seats f where f.institution_id = ${id} and f.user_id = u.id)`;

/** The oldest accounts first. */
export const listMembersToBe = async (tx: Tx, id: string, limit: number | null): Promise<string[]> =>
  (
    await many(
      tx,
      sql<
        Pick<UsersTable, 'id'>
      >`select u.id from users u where ${membersToBe(id)} order by u.created_at limit ${limit}`,
    )
  ).map((row) => row.id);

export const countWaiting = async (db: Db, id: string): Promise<number> =>
  (await one(db, sql<{ n: number }>`select count(*)::int as n from users u where ${membersToBe(id)}`)).n;
