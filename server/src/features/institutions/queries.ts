import type { BookEdition } from '@vesalius/contract/catalogue-parts';
import { type Activity, IDLE_AFTER_DAYS, type PeopleOrder } from '@vesalius/contract/people-activity';
import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, many, maybeOne, one, type Tx } from '../../platform/database/database.ts';
import { containing, turned } from '../../platform/database/terms.ts';
import { DAY_MS } from '../../platform/durations.ts';
import type {
  BooksTable,
  InstitutionDomainsTable,
  InstitutionMembersTable,
  InstitutionsTable,
  UsersTable,
} from '../../schema/tables.ts';
import { activityOrder } from '../accounts/activity-order.ts';
import { SEAT_ORDER, startedSeats } from '../accounts/seats.ts';
import { editionColumns } from '../commerce/edition-columns.ts';

export interface Membership
  extends Pick<InstitutionsTable, 'id' | 'name' | 'startsAt' | 'endsAt' | 'seats'>,
    Pick<InstitutionMembersTable, 'isManager'> {
  readonly taken: number;
  readonly isEnded: boolean;
}

/** How long members other than managers see that an institution has ended. */
const END_SHOWN_MS = 90 * DAY_MS;

/**
 * The institutions in which a user has a seat; the first is the default. Ended ones come last: managers keep them with the
 * usage, and other members see them for a while.
 */
export const listMemberships = (db: Db, userId: string, now: Date): Promise<Membership[]> =>
  many(
    db,
    sql<Membership>`
      select seat.* from users u cross join lateral (
        select i.id, i.name, i.starts_at as "startsAt", i.ends_at as "endsAt", i.seats, m.is_manager as "isManager",
          (select count(*)::int from institution_members x where x.institution_id = i.id) as taken,
          i.ends_at <= ${now} as "isEnded"
        from ${startedSeats(now)} and (m.is_manager or i.ends_at > ${new Date(now.getTime() - END_SHOWN_MS)})
        order by i.ends_at <= ${now}, ${SEAT_ORDER}) seat
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

/** The institutions that cover a book. */
export const listIdsOfBook = async (db: Db, bookId: string): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ id: string }>`select institution_id as id from institution_books where book_id = ${bookId}`,
    )
  ).map(({ id }) => id);

export const listCoveredBooks = (db: Db, institutionId: string, now: Date) =>
  many(
    db,
    sql<
      Pick<BooksTable, 'id' | 'title'> & BookEdition
    >`select b.id, b.title, ${editionColumns(now)} from institution_books ib join books b on b.id = ib.book_id
      where ib.institution_id = ${institutionId} order by b.title, b.release_date desc, b.id`,
  );

export interface MemberRow
  extends Pick<UsersTable, 'id' | 'firstName' | 'secondName' | 'email' | 'invitationSentAt'>,
    Pick<InstitutionMembersTable, 'isManager' | 'joinedAt' | 'lastActiveAt'> {
  readonly isPending: boolean;
  /** Null = the member has the seat. */
  readonly seatFreedAt: Date | null;
  readonly count: number;
}

/** Whether the name of user `u`, in either order, or the address contains the text. */
export const isCalled = (search: string) =>
  sql`((u.plain_name || ' ' || lower(u.email)) like plain_text(${containing(search)})
    or u.plain_name like plain_text(${containing(turned(search))}))`;

/** Whether the activity applies to the member with user `u`. */
export function isMemberWith(institutionId: string, activity: Activity, now: Date): RawBuilder<boolean> {
  if (activity === 'never_signed_in') return sql<boolean>`u.email_verified_at is null`;
  const since = new Date(now.getTime() - IDLE_AFTER_DAYS * DAY_MS);
  const isActive = activity === 'idle' ? sql`last_active_at > ${since}` : sql`last_active_at is not null`;
  return sql<boolean>`u.id not in (select user_id from institution_members
    where institution_id = ${institutionId} and ${isActive})`;
}

/**
 * The members `m`, including those whose seat was freed (`freed_at`): they come back by signing in, unless they are
 * removed.
 */
export const membersAndFreed = (institutionId: string) => sql`(
  select user_id, is_manager, joined_at, last_active_at, null::timestamptz as freed_at
  from institution_members where institution_id = ${institutionId}
  union all
  select user_id, false, coalesce(joined_at, freed_at), last_active_at, freed_at
  from institution_freed_seats where institution_id = ${institutionId}) m`;

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
        m.joined_at as "joinedAt", m.last_active_at as "lastActiveAt", m.freed_at as "seatFreedAt",
        u.email_verified_at is null as "isPending", u.invitation_sent_at as "invitationSentAt", count(*) over ()::int as count
      from ${membersAndFreed(institutionId)} join users u on u.id = m.user_id
      where (m.freed_at is null or u.role = 'customer')
        ${search ? sql`and ${isCalled(search)}` : sql``}
        ${activity ? sql`and ${isMemberWith(institutionId, activity, now)}` : sql``}
      order by ${activityOrder(order, sql`m.last_active_at`)} lower(u.first_name || ' ' || u.second_name) collate "C", u.id limit ${limit} offset ${offset}`,
  );

/** Locks the institution, so that seats can be counted exactly. */
export const lockInstitution = (tx: Tx, id: string) =>
  one(
    tx,
    sql<
      Pick<InstitutionsTable, 'name' | 'seats'>
    >`select name, seats from institutions where id = ${id} for update`,
  );

/** Locks it for a member, or one whose seat was freed; false if the user is neither. */
export const lockInstitutionOf = async (
  tx: Tx,
  { institutionId, userId }: { institutionId: string; userId: string },
): Promise<boolean> =>
  (await maybeOne(
    tx,
    sql`select 1 from institutions i
      where i.id = ${institutionId}
        and exists (select 1 from ${membersAndFreed(institutionId)} where m.user_id = ${userId})
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

/** Call it after `lockInstitution`, which also guards changes of managers. */
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
