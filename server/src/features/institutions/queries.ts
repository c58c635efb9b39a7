import { SEAT_IDLE_DAYS } from '@vesalius/contract/institutions';
import { type Activity, IDLE_AFTER_DAYS, type PeopleOrder } from '@vesalius/contract/people-activity';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import { containing } from '../../platform/database/terms.ts';
import type {
  BooksTable,
  InstitutionDomainsTable,
  InstitutionMembersTable,
  InstitutionsTable,
  UsersTable,
} from '../../schema/tables.ts';
import { activityOrder } from '../accounts/activity-order.ts';
import { SEAT_ORDER, usableSeats } from '../accounts/seats.ts';

const IDLE_MS = SEAT_IDLE_DAYS * 86_400_000;

export interface Membership
  extends Pick<InstitutionsTable, 'id' | 'name' | 'startsAt' | 'endsAt' | 'seats'>,
    Pick<InstitutionMembersTable, 'isManager'> {
  readonly taken: number;
}

/** The running institutions in which a person has a seat to use; the first is meant where none is named. */
export const listMemberships = (db: Db, userId: string, now: Date): Promise<Membership[]> =>
  many(
    db,
    sql<Membership>`
      select seat.* from users u cross join lateral (
        select i.id, i.name, i.starts_at as "startsAt", i.ends_at as "endsAt", i.seats, m.is_manager as "isManager",
          (select count(*)::int from institution_members x where x.institution_id = i.id) as taken
        from ${usableSeats(now)} order by ${SEAT_ORDER}) seat
      where u.id = ${userId}`,
  );

export const listDomains = async (db: Db, institutionId: string): Promise<string[]> =>
  (
    await many(
      db,
      sql<
        Pick<InstitutionDomainsTable, 'domain'>
      >`select domain from institution_domains where institution_id = ${institutionId} order by 1`,
    )
  ).map(({ domain }) => domain);

export const listCoveredBooks = (db: Db, institutionId: string) =>
  many(
    db,
    sql<
      Pick<BooksTable, 'id' | 'title'>
    >`select b.id, b.title from institution_books ib join books b on b.id = ib.book_id
      where ib.institution_id = ${institutionId} order by b.title, b.id`,
  );

export interface MemberRow
  extends Pick<UsersTable, 'id' | 'firstName' | 'secondName' | 'email' | 'invitationSentAt'>,
    Pick<InstitutionMembersTable, 'isManager' | 'joinedAt' | 'lastActiveAt'> {
  readonly isPending: boolean;
  readonly count: number;
}

/** Whether a person of users `u` has it in the name or the address. */
export const isCalled = (search: string) =>
  sql`(u.plain_name || ' ' || lower(u.email)) like plain_text(${containing(search)})`;

/** Whether it is true of the member of users `u`. */
export function isMemberWith(institutionId: string, activity: Activity, now: Date): RawBuilder<boolean> {
  if (activity === 'never_signed_in') return sql<boolean>`u.email_verified_at is null`;
  const since = new Date(now.getTime() - IDLE_AFTER_DAYS * 86_400_000);
  const isActive = activity === 'idle' ? sql`last_active_at > ${since}` : sql`last_active_at is not null`;
  return sql<boolean>`u.id not in (select user_id from institution_members
    where institution_id = ${institutionId} and ${isActive})`;
}

export const listMembers = (
  db: Db,
  institutionId: string,
  {
    search,
    activity,
    order,
    limit,
    offset,
  }: {
    search: string | undefined;
    activity: Activity | undefined;
    order: PeopleOrder;
    limit: number;
    offset: number;
  },
  now: Date,
): Promise<MemberRow[]> =>
  many(
    db,
    sql<MemberRow>`
      select u.id, u.first_name as "firstName", u.second_name as "secondName", u.email, m.is_manager as "isManager",
        m.joined_at as "joinedAt", m.last_active_at as "lastActiveAt",
        u.email_verified_at is null as "isPending", u.invitation_sent_at as "invitationSentAt", count(*) over ()::int as count
      from institution_members m join users u on u.id = m.user_id
      where m.institution_id = ${institutionId}
        ${search ? sql`and ${isCalled(search)}` : sql``}
        ${activity ? sql`and ${isMemberWith(institutionId, activity, now)}` : sql``}
      order by ${activityOrder(order, sql`m.last_active_at`)} lower(u.first_name || ' ' || u.second_name) collate "C", u.id limit ${limit} offset ${offset}`,
  );

/** Locks it: who counts seats, counts them exactly. */
export const lockInstitution = (tx: Tx, id: string) =>
  one(
    tx,
    sql<
      Pick<InstitutionsTable, 'name' | 'seats'>
    >`select name, seats from institutions where id = ${id} for update`,
  );

/** The same for a member; false when the person is none. */
export const lockInstitutionOf = async (
  tx: Tx,
  { institutionId, userId }: { institutionId: string; userId: string },
): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from institutions i
      where i.id = ${institutionId}
        and exists (select 1 from institution_members m where m.institution_id = i.id and m.user_id = ${userId})
      for update of i`,
  )) !== null;

export const findMemberForMail = (db: Db, institutionId: string, userId: string) =>
  maybeOne(
    db,
    sql<{ name: string; isManager: boolean; isVerified: boolean }>`
      select i.name, m.is_manager as "isManager", u.email_verified_at is not null as "isVerified"
      from institution_members m join institutions i on i.id = m.institution_id
      join users u on u.id = m.user_id and u.deleted_at is null
      where m.institution_id = ${institutionId} and m.user_id = ${userId}`,
  );

export const countMembers = async (db: Db, id: string): Promise<number> =>
  (
    await one(
      db,
      sql<{ n: number }>`select count(*)::int as n from institution_members where institution_id = ${id}`,
    )
  ).n;

interface IdleSeats {
  readonly id: string | RawBuilder<unknown>;
  readonly atMost: number;
  /** Members who keep their seats. */
  readonly keep?: readonly string[];
}

/** Of those who have read nothing for long, the longest idle first; managers keep their seats. */
const idleMembers = ({ id, atMost, keep = [] }: IdleSeats, now: Date) => sql`
  select user_id from institution_members
  where institution_id = ${id} and not is_manager and not user_id = any(${[...keep]}::uuid[])
    and coalesce(last_active_at, joined_at) < ${new Date(now.getTime() - IDLE_MS)}
  order by coalesce(last_active_at, joined_at) limit ${atMost}`;

export const countIdleSeats = async (db: Db, given: IdleSeats, now: Date): Promise<number> =>
  (await one(db, sql<{ n: number }>`select count(*)::int as n from (${idleMembers(given, now)}) idle`)).n;

/** Takes the seats of the idle. */
export const freeIdleSeats = (tx: Tx, given: IdleSeats, now: Date): Promise<number> =>
  freeSeats(tx, sql`institution_id = ${given.id} and user_id in (${idleMembers(given, now)})`, now);

/** Every seat of a person, and what they manage with it. */
export const freeSeatsOf = (tx: Tx, userId: string, now: Date): Promise<number> =>
  freeSeats(tx, sql`user_id = ${userId}`, now);

/** Whom a seat was taken from is remembered: who comes back takes one again. */
const freeSeats = (tx: Tx, these: RawBuilder<unknown>, now: Date): Promise<number> =>
  affected(
    tx,
    sql`with freed as (
        delete from institution_members where ${these}
        returning institution_id, user_id)
      insert into institution_freed_seats (institution_id, user_id, freed_at)
      select institution_id, user_id, ${now} from freed
      on conflict (institution_id, user_id) do update set freed_at = excluded.freed_at`,
  );

/**
 * Institutions `i` in which a reader `u` has no seat and a right to one, for a `from` and `where`: by the verified address,
 * or had one before. Not where they were put out.
 */
const seatsToTake = (userId: string, condition: RawBuilder<unknown>) => sql`
  institutions i join users u on u.id = ${userId} and u.role = 'customer' and u.email_verified_at is not null
  where i.id in (
      select d.institution_id from institution_domains d join users u on d.domain = ${domainOf} where u.id = ${userId}
      union all select f.institution_id from institution_freed_seats f where f.user_id = ${userId})
    and ${isOutside(sql`i.id`)} and ${condition}`;

const domainOf = sql`split_part(lower(u.email), '@', 2)`;

/** Whether a person of users `u` is no member of the institution, and was not put out of it. */
const isOutside = (id: RawBuilder<unknown> | string) => sql`
  not exists (select 1 from institution_members m where m.institution_id = ${id} and m.user_id = u.id)
    and not exists (select 1 from institution_removed_members r where r.institution_id = ${id} and r.user_id = u.id)`;

/** Running or about to. */
export const listSeatsToTake = (db: Db, userId: string, now: Date) =>
  many(
    db,
    sql<Pick<InstitutionsTable, 'id'>>`
      select i.id from ${seatsToTake(userId, sql`i.ends_at > ${now}`)} order by i.id`,
  );

/** The running ones of them, or those that cover a book. */
export const listMissingSeats = (
  db: Db,
  { userId, bookId }: { userId: string; bookId: string | undefined },
  now: Date,
) =>
  many(
    db,
    sql<Pick<InstitutionsTable, 'id' | 'name'> & { has_free_seat: boolean }>`
      select i.id, i.name, i.seats is null
          or (select count(*) from institution_members m where m.institution_id = i.id) < i.seats
          or exists (${idleMembers({ id: sql`i.id`, atMost: 1 }, now)}) as has_free_seat
      from ${seatsToTake(userId, sql`i.starts_at <= ${now} and i.ends_at > ${now}`)}
        ${bookId ? sql`and i.id in (select institution_id from institution_books where book_id = ${bookId})` : sql``}
      order by i.name, i.id`,
  );

/**
 * The ids of those who were not members before. Only readers take seats: their accounts are held, so that none of them
 * gets another role in between. Whoever is invited again is no longer one who was put out; the membership remembers it for
 * the undo of its import.
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

/** People of users `u` with a verified address in one of its domains, who are to be members. */
const membersToBe = (id: string) => sql`
  u.deleted_at is null and u.role = 'customer' and u.email_verified_at is not null
    and ${domainOf} in (select domain from institution_domains where institution_id = ${id}) and ${isOutside(id)}`;

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

/** Without those who lost a seat because they read nothing. */
export const countWaiting = async (db: Db, id: string): Promise<number> =>
  (
    await one(
      db,
      sql<{ n: number }>`select count(*)::int as n from users u where ${membersToBe(id)}
        and not exists (select 1 from institution_freed_seats f where f.institution_id = ${id} and f.user_id = u.id)`,
    )
  ).n;

/** After `lockInstitution`: managers change under the same lock. */
export const isManagerOf = async (tx: Tx, id: string, userId: string): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from institution_members where institution_id = ${id} and user_id = ${userId} and is_manager`,
  )) !== null;

export const setManager = (db: Db, id: string, userId: string, isManager: boolean): Promise<number> =>
  affected(
    db,
    sql`update institution_members set is_manager = ${isManager} where institution_id = ${id} and user_id = ${userId}`,
  );

/** Remembers who left or was put out. */
export const deleteMember = (tx: Tx, id: string, userId: string, now: Date): Promise<number> =>
  affected(
    tx,
    sql`with gone as (
        delete from institution_members where institution_id = ${id} and user_id = ${userId}
        returning institution_id, user_id)
      insert into institution_removed_members (institution_id, user_id, removed_at)
      select institution_id, user_id, ${now} from gone
      on conflict (institution_id, user_id) do update set removed_at = excluded.removed_at`,
  );
