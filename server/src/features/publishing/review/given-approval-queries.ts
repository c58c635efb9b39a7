import { sql } from 'kysely';
import { type Db, many, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { GivenApprovalsTable, WorkApprovalsTable } from '../../../schema/tables.ts';
import { isNamed } from '../works/file-queries.ts';

/** Stores who approved which files when. It stays when the user approves again, or takes the approval back. */
export async function insertGivenApproval(
  tx: Tx,
  row: Pick<WorkApprovalsTable, 'workId' | 'userId' | 'version' | 'role'>,
  now: Date,
): Promise<void> {
  await sql`insert into given_approvals (id, work_id, user_id, version, role, given_at, files)
    select ${newId()}::uuid, c.id, ${row.userId}::uuid, ${row.version}::int, ${row.role}, ${now},
      (select coalesce(jsonb_object_agg(f.path, f.asset_hash), '{}') from work_files f
        where f.work_id = c.id and ${isNamed})
    from works c where c.id = ${row.workId}`.execute(tx);
}

/** Marks the last approval of the version, and not those that were given again before. */
export async function updateTakenBack(
  tx: Tx,
  { workId, userId, version }: Pick<WorkApprovalsTable, 'workId' | 'userId' | 'version'>,
  now: Date,
): Promise<void> {
  await sql`update given_approvals g set withdrawn_at = ${now}
    where g.work_id = ${workId} and g.user_id = ${userId} and g.version = ${version} and g.withdrawn_at is null
      and not exists (select 1 from given_approvals l where l.work_id = g.work_id and l.user_id = g.user_id
        and l.version = g.version and l.given_at > g.given_at)`.execute(tx);
}

export interface EarlierApproval
  extends Pick<GivenApprovalsTable, 'id' | 'role' | 'version' | 'givenAt' | 'withdrawnAt'> {
  readonly name: string;
  /** Of the named files, those that were swapped or removed since; null: not known. */
  readonly changedFiles: readonly string[] | null;
}
/** The approvals that a later one, a change or a withdrawal ended, newest first. */
export const listEarlierApprovals = (
  db: Db,
  workId: string,
  standing: readonly { userId: string; givenAt: Date }[],
  limit: number,
): Promise<EarlierApproval[]> =>
  many(
    db,
    sql<EarlierApproval>`select g.id, g.role, g.version, g.given_at as "givenAt", g.withdrawn_at as "withdrawnAt",
        u.first_name || ' ' || u.second_name as name,
        case when g.files is not null then array(select e.path from jsonb_each_text(g.files) as e (path, hash)
          where not exists (select 1 from work_files f
            where f.work_id = g.work_id and f.path = e.path and f.asset_hash = e.hash)
          order by e.path) end as "changedFiles"
      from given_approvals g join users u on u.id = g.user_id
      where g.work_id = ${workId} and u.deleted_at is null and not exists (
        select 1 from unnest(${standing.map(({ userId }) => userId)}::uuid[],
          ${standing.map(({ givenAt }) => givenAt.toISOString())}::timestamptz[]) as s (user_id, given_at)
        where s.user_id = g.user_id and s.given_at = g.given_at)
      order by g.given_at desc, g.id desc limit ${limit}`,
  );
