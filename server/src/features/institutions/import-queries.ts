import { sql } from 'kysely';
import { affected, type Db, many, one, type Tx } from '../../platform/database/database.ts';
import type { GroupImport } from '../accounts/people-import/people-group.ts';

/** Whether the member `m` (of users `u`) has accepted or read since joining, or was made a manager. */
const hasActed = sql<boolean>`(coalesce(u.email_verified_at > m.joined_at, false)
  or coalesce(m.last_active_at > m.joined_at, false) or m.is_manager)`;

/** Those of the time since, that somebody of is still there. */
export const listImports = (db: Db, institutionId: string, since: Date): Promise<GroupImport[]> =>
  many(
    db,
    sql<GroupImport>`
      select i.id, i.created_at as "createdAt", trim(a.first_name || ' ' || a.second_name) as "addedBy",
        count(*)::int as people, count(*) filter (where ${hasActed})::int as active
      from people_imports i join users a on a.id = i.added_by
      join institution_members m on m.import_id = i.id
      join users u on u.id = m.user_id
      where i.institution_id = ${institutionId} and i.undone_at is null and i.created_at > ${since}
      group by i.id, a.id order by i.created_at desc, i.id limit 100`,
  );

/** Their seats are free again. They are not remembered as put out: the mail domain may bring them back. */
export async function deleteIdleMembers(
  tx: Tx,
  importId: string,
): Promise<{ removed: number; kept: number }> {
  const removed = await affected(
    tx,
    sql`delete from institution_members m using users u
      where u.id = m.user_id and m.import_id = ${importId} and not ${hasActed}`,
  );
  const { kept } = await one(
    tx,
    sql<{
      kept: number;
    }>`select count(*)::int as kept from institution_members where import_id = ${importId}`,
  );
  return { removed, kept };
}

/** Members, of those who are named, whose address is not verified: the invitation is not accepted. */
export const listPendingMembers = async (
  db: Db,
  institutionId: string,
  userIds: readonly string[] | undefined,
): Promise<string[]> =>
  (
    await many(
      db,
      sql<{ id: string }>`
        select u.id from institution_members m join users u on u.id = m.user_id
        where m.institution_id = ${institutionId} and u.email_verified_at is null and u.deleted_at is null
          ${userIds ? sql`and u.id = any(${[...userIds]}::uuid[])` : sql``}`,
    )
  ).map(({ id }) => id);
