import type { Activity } from '@vesalius/contract/people-activity';
import type { PeopleImport } from '@vesalius/contract/people-import';
import { sql } from 'kysely';
import { type Db, many, maybeOne, one, type Tx } from '../../../platform/database/database.ts';
import type { PeopleImportsTable, UsersTable } from '../../../schema/tables.ts';
import { columnOf, membersOf } from './group-tables.ts';
import type { KnownAddress, PeopleGroup } from './people-group.ts';

type Group = Pick<PeopleGroup, 'kind' | 'id'>;

/** Which of the addresses have an account, and whether it is already in the group. */
export const listKnown = (db: Db, group: Group, emails: readonly string[]): Promise<KnownAddress[]> =>
  many(
    db,
    sql<KnownAddress>`
      select lower(u.email) as email, u.id as "userId", u.role, m.user_id is not null as "isInGroup",
        m.import_id as "importId"
      from users u left join ${membersOf(group)} m on m.${columnOf(group)} = ${group.id} and m.user_id = u.id
      where u.deleted_at is null and lower(u.email) = any(${[...emails]}::text[])`,
  );

const MAX_KNOWN_DOMAINS = 100;

/** The domains of the members' verified addresses, the most common first: no mistyped address can be verified. */
export const listMemberDomains = async (db: Db, group: Group): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ domain: string }>`
        select lower(split_part(u.email, '@', 2)) as domain
        from ${membersOf(group)} m join users u on u.id = m.user_id
        where m.${columnOf(group)} = ${group.id} and u.email_verified_at is not null and u.deleted_at is null
        group by 1 order by count(*) desc, 1 limit ${sql.lit(MAX_KNOWN_DOMAINS)}`,
    )
  ).map(({ domain }) => domain);

/** Nobody reads more names before an undo. */
const MAX_NAMED = 500;

/** Imports since that time that were undone, or of which at least one person is still in the group. */
export const listImports = (db: Db, group: Pick<PeopleGroup, 'kind' | 'id' | 'hasActed'>, since: Date) =>
  many(
    db,
    sql<
      Pick<PeopleImportsTable, 'id' | 'createdAt' | 'undoneAt'> &
        Pick<PeopleImport, 'people'> & {
          addedBy: string;
          undoneBy: string | null;
          count: number;
          active: number;
        }
    >`
      select i.id, i.created_at as "createdAt", trim(a.first_name || ' ' || a.second_name) as "addedBy",
        i.undone_at as "undoneAt", trim(b.first_name || ' ' || b.second_name) as "undoneBy",
        count(u.id)::int as count, count(u.id) filter (where s.is_active)::int as active,
        coalesce(to_jsonb((array_agg(
          jsonb_build_object('name', trim(u.first_name || ' ' || u.second_name), 'email', u.email,
            'is_active', s.is_active)
          order by s.is_active, u.plain_name, u.id) filter (where u.id is not null))[1:${sql.lit(MAX_NAMED)}]), '[]'::jsonb) as people
      from people_imports i join users a on a.id = i.added_by
      left join users b on b.id = i.undone_by
      left join ${membersOf(group)} m on m.import_id = i.id
      left join users u on u.id = m.user_id
      cross join lateral (select ${group.hasActed} as is_active offset 0) s
      where i.${columnOf(group)} = ${group.id} and i.created_at > ${since}
      group by i.id, a.id, b.id having count(u.id) > 0 or i.undone_at is not null order by i.created_at desc, i.id limit 100`,
  );

/** Of the named, searched or filtered members, those with an unverified address, who have not accepted the invitation. */
export const listPending = async (
  db: Db,
  group: Group & Pick<PeopleGroup, 'isFound' | 'isActive'>,
  {
    userIds,
    search,
    activity,
  }: {
    userIds?: readonly string[] | undefined;
    search?: string | undefined;
    activity?: Activity | undefined;
  },
  now: Date,
): Promise<string[]> =>
  (
    await many(
      db,
      sql<Pick<UsersTable, 'id'>>`
        select u.id from ${membersOf(group)} m join users u on u.id = m.user_id
        where m.${columnOf(group)} = ${group.id} and u.email_verified_at is null and u.deleted_at is null
          ${userIds ? sql`and u.id = any(${[...userIds]}::uuid[])` : sql``}
          ${search ? sql`and ${group.isFound(search)}` : sql``}
          ${activity ? sql`and ${group.isActive(activity, now)}` : sql``}`,
    )
  ).map(({ id }) => id);

/**
 * Locks the import until the end of the transaction. `closed`: the id belongs to another group, or the import was
 * undone.
 */
export async function findImportState(tx: Tx, group: Group, id: string): Promise<'none' | 'open' | 'closed'> {
  const row = await maybeOne(
    tx,
    sql<{ isOpen: boolean }>`
      select coalesce(${columnOf(group)} = ${group.id}, false) and undone_at is null as "isOpen"
      from people_imports where id = ${id} for share`,
  );
  if (!row) return 'none';
  return row.isOpen ? 'open' : 'closed';
}

export async function insertImport(
  tx: Tx,
  given: { id: string; group: Group; addedBy: string },
  now: Date,
): Promise<void> {
  const { id, group, addedBy } = given;
  await sql`insert into people_imports (id, ${columnOf(group)}, added_by, created_at)
    values (${id}, ${group.id}, ${addedBy}, ${now}) on conflict (id) do nothing`.execute(tx);
}

/** Serializes the requests of one actor, so that each counts the addresses of the ones before it. */
export async function lockActor(tx: Tx, actorId: string): Promise<void> {
  await sql`select 1 from users where id = ${actorId} for no key update`.execute(tx);
}

/** How many different addresses the actor has tried since that time, including these. Deletes older ones. */
export async function storeAddresses(
  tx: Tx,
  { actorId, hashes }: { actorId: string; hashes: readonly Buffer[] },
  { now, since }: { now: Date; since: Date },
): Promise<number> {
  await sql`delete from people_import_addresses where actor_id = ${actorId} and checked_at <= ${since}`.execute(
    tx,
  );
  await sql`insert into people_import_addresses (actor_id, address_hash, checked_at)
    select ${actorId}::uuid, hash, ${now}::timestamptz from unnest(${[...hashes]}::bytea[]) hash
    on conflict do nothing`.execute(tx);
  const { count } = await one(
    tx,
    sql<{
      count: number;
    }>`select count(*)::int as count from people_import_addresses where actor_id = ${actorId}`,
  );
  return count;
}

export const findImport = (tx: Tx, group: Group, importId: string) =>
  maybeOne(
    tx,
    sql<Pick<PeopleImportsTable, 'createdAt' | 'undoneAt'>>`
      select created_at as "createdAt", undone_at as "undoneAt" from people_imports
      where id = ${importId} and ${columnOf(group)} = ${group.id} for update`,
  );

export async function markUndone(
  tx: Tx,
  { importId, actorId }: { importId: string; actorId: string },
  now: Date,
): Promise<void> {
  await sql`update people_imports set undone_at = ${now}, undone_by = ${actorId} where id = ${importId}`.execute(
    tx,
  );
}

interface Turn {
  readonly notSince: Date;
  readonly now: Date;
}

/** A time in the future was written while the clock was wrong, and is ignored. */
const isDue = (userIds: readonly string[], { notSince, now }: Turn) => sql`
  id = any(${[...userIds]}::uuid[]) and email_verified_at is null and deleted_at is null
    and (invitation_sent_at is null or invitation_sent_at <= ${notSince} or invitation_sent_at > ${now})`;

export const listDueInvitations = async (db: Db, userIds: readonly string[], turn: Turn): Promise<string[]> =>
  (await many(db, sql<Pick<UsersTable, 'id'>>`select id from users where ${isDue(userIds, turn)}`)).map(
    ({ id }) => id,
  );

/** Those with an unverified address who got no invitation since that time. Of concurrent callers only one gets each id. */
export const claimInvitations = async (tx: Tx, userIds: readonly string[], turn: Turn): Promise<string[]> =>
  (
    await many(
      tx,
      sql<Pick<UsersTable, 'id'>>`
        update users set invitation_sent_at = ${turn.now} where ${isDue(userIds, turn)} returning id`,
    )
  ).map(({ id }) => id);

export async function recordInvitation(db: Db, userId: string, now: Date): Promise<void> {
  await sql`update users set invitation_sent_at = ${now} where id = ${userId}`.execute(db);
}
