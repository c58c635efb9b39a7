import type { Role } from '@vesalius/contract/calls';
import type { Language } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../platform/database/database.ts';
import { PLANNED_FOR_ITS_TERM } from '../../platform/database/terms.ts';
import type {
  BooksTable,
  CountriesTable,
  InstitutionsTable,
  ProfessionsTable,
  ProgramsTable,
  SessionsTable,
  UsersTable,
} from '../../schema/tables.ts';
import { type FoundBy, foundBy, isCalled, MAX_PEOPLE } from './people-search.ts';

export interface PersonListRow extends Pick<UsersTable, 'email' | 'role' | 'isBeta' | 'createdAt'> {
  id: string;
  name: string;
  emailVerified: boolean;
  institutionName: string | null;
  lastSeenAt: Date | null;
  total: number;
}

const matching = ({ search, role }: { search: string | undefined; role: Role | undefined }) =>
  sql`u.deleted_at is null ${search ? sql`and ${isCalled(search)}` : sql``} ${role ? sql`and u.role = ${role}` : sql``}`;

/** Of a person of users `u`: in sessions that go on, and in those that have ended. */
const LAST_SEEN = sql`(select greatest(max(s.last_seen_at), (select l.last_seen_at from last_seen l where l.user_id = u.id))
    from sessions s where s.user_id = u.id)`;

const listed = (now: Date) => sql`u.id, u.email, u.first_name || ' ' || u.second_name as name, u.role,
  u.email_verified_at is not null as "emailVerified", u.is_beta as "isBeta", u.created_at as "createdAt",
  ${LAST_SEEN} as "lastSeenAt",
  (select string_agg(i.name, ', ' order by i.name, i.id)
    from institution_members m join institutions i on i.id = m.institution_id
    where m.user_id = u.id and i.starts_at <= ${now} and i.ends_at > ${now}) as "institutionName"`;

/**
 * The people a search finds; the newest first. `total` ends at MAX_PEOPLE + 1, which means that there are more.
 * Walking from the newest is better for common terms, the index for rare ones: the comment in the statement keeps it from being
 * prepared, so that it is planned for each term.
 */
export async function listPeople(
  db: Db,
  filter: { search: string | undefined; role: Role | undefined; limit: number; offset: number; now: Date },
): Promise<(PersonListRow & { foundBy: FoundBy | null })[]> {
  return many(
    db,
    sql<PersonListRow & { foundBy: FoundBy | null }>`${PLANNED_FOR_ITS_TERM}
      with found as (
        select u.id, u.created_at from users u
        where ${matching(filter)}
        order by u.created_at desc, u.id desc limit ${MAX_PEOPLE + 1}),
      listed as (
        select id, (count(*) over ())::int as total, row_number() over (order by created_at desc, id desc) as place
        from found)
      select ${listed(filter.now)}, l.total, ${filter.search ? foundBy(filter.search) : sql`null`} as "foundBy"
      from listed l join users u on u.id = l.id
      where l.place > ${filter.offset} and l.place <= ${Math.min(filter.offset + filter.limit, MAX_PEOPLE)}
      order by l.place`,
  );
}

/** The next part of all matches of a search, without a limit. */
export const listPeopleAfter = (
  db: Db,
  filter: { search: string | undefined; role: Role | undefined; now: Date },
  after: Pick<PersonListRow, 'id'> | null,
  limit: number,
): Promise<PersonListRow[]> =>
  many(
    db,
    sql<PersonListRow>`${PLANNED_FOR_ITS_TERM}
      select ${listed(filter.now)}, 0 as total from users u where ${matching(filter)}
        ${after ? sql`and (u.created_at, u.id) < (select created_at, id from users where id = ${after.id})` : sql``}
      order by u.created_at desc, u.id desc limit ${limit}`,
  );

export interface PersonDetailRow
  extends Pick<
    UsersTable,
    'email' | 'firstName' | 'secondName' | 'role' | 'isBeta' | 'timeZone' | 'createdAt' | 'invitationSentAt'
  > {
  id: string;
  emailVerified: boolean;
  jobType: ProfessionsTable['name'] | null;
  jobTypeAr: ProfessionsTable['nameAr'] | null;
  country: CountriesTable['name'] | null;
  countryAr: CountriesTable['nameAr'] | null;
  language: Language;
  hasPassword: boolean;
  hasGoogle: boolean;
  hasSecondFactor: boolean;
  institutionIds: string[];
  institutionName: string | null;
  lastSeenAt: Date | null;
}

export const findPerson = (db: Db, id: string, now: Date): Promise<PersonDetailRow | null> =>
  maybeOne(
    db,
    sql<PersonDetailRow>`
      select u.id, u.email, u.first_name as "firstName", u.second_name as "secondName", u.role,
        u.email_verified_at is not null as "emailVerified", u.is_beta as "isBeta", p.name as "jobType", p.name_ar as "jobTypeAr",
        c.name as country, c.name_ar as "countryAr", u.language, u.time_zone as "timeZone", u.password_hash is not null as "hasPassword",
        u.google_subject is not null as "hasGoogle", u.created_at as "createdAt",
        u.invitation_sent_at as "invitationSentAt", ${LAST_SEEN} as "lastSeenAt",
        exists (select 1 from second_factors f where f.user_id = u.id and f.turned_on_at is not null) as "hasSecondFactor",
        coalesce(i.ids, '{}') as "institutionIds", i.names as "institutionName"
      from users u
      left join professions p on p.id = u.profession_id
      left join countries c on c.id = u.country_id
      left join lateral (
        select array_agg(i.id) as ids, string_agg(i.name, ', ' order by i.name, i.id) as names
        from institution_members m join institutions i on i.id = m.institution_id
        where m.user_id = u.id and i.starts_at <= ${now} and i.ends_at > ${now}) i on true
      where u.id = ${id} and u.deleted_at is null`,
  );

/** Locks the row, so that the former values in the audit log are true. */
export const lockPerson = (
  tx: Tx,
  id: string,
): Promise<Pick<UsersTable, 'role' | 'isBeta' | 'email' | 'firstName' | 'secondName'> | null> =>
  maybeOne(
    tx,
    sql<Pick<UsersTable, 'role' | 'isBeta' | 'email' | 'firstName' | 'secondName'>>`
      select role, is_beta as "isBeta", email, first_name as "firstName", second_name as "secondName" from users where id = ${id} and deleted_at is null for no key update`,
  );

export const listPersonSessions = (db: Db, userId: string, now: Date) =>
  many(
    db,
    sql<Pick<SessionsTable, 'id' | 'deviceName' | 'lastSeenAt' | 'expiresAt'>>`
      select id, device_name as "deviceName", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
      from sessions where user_id = ${userId} and expires_at > ${now} order by last_seen_at desc`,
  );

export const listPersonInstitutions = (db: Db, userId: string, now: Date) =>
  many(
    db,
    sql<Pick<InstitutionsTable, 'id' | 'name' | 'endsAt'> & { isActive: boolean }>`
      select i.id, i.name, i.ends_at as "endsAt", i.starts_at <= ${now} and i.ends_at > ${now} as "isActive"
      from institution_members m join institutions i on i.id = m.institution_id
      where m.user_id = ${userId} order by i.ends_at desc`,
  );

export const listPersonPrograms = (db: Db, userId: string) =>
  many(
    db,
    sql<Pick<ProgramsTable, 'id' | 'name'> & { as: 'student' | 'director'; is_only_director: boolean }>`
      select p.id, p.name, 'student' as "as", false as is_only_director from program_students s join programs p on p.id = s.program_id
        where s.user_id = ${userId}
      union all
      select p.id, p.name, 'director', not exists (
          select 1 from program_directors o where o.program_id = p.id and o.user_id <> d.user_id)
        from program_directors d join programs p on p.id = d.program_id
        where d.user_id = ${userId}
      order by 2`,
  );

/** The books and unpublished works that are assigned to the user in the user's role, or that the user produces. */
export const listPersonBooks = (db: Db, userId: string) =>
  many(
    db,
    sql<Pick<BooksTable, 'id'> & { title: string; isProduced: boolean }>`
      select a.book_id as id, coalesce(b.title || ' (' || b.edition || ')', w.manifest->>'title', '') as title,
        a.role = 'producer' as "isProduced"
      from users u join book_assignments a on lower(a.email) = lower(u.email) and a.role in (u.role, 'producer')
      left join books b on b.id = a.book_id left join works w on w.id = a.book_id
      where u.id = ${userId} and u.role in ('author', 'editor')
      order by b.plain_title, title, a.book_id`,
  );
