import type { Operation } from '@vesalius/contract/working-copy';
import type { Made, Step } from '@vesalius/contract/working-copy-merge';
import { sql } from 'kysely';
import { type Db, jsonb, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { WorkOperationsTable } from '../../../schema/tables.ts';
import type { FileEvent } from './file-events.ts';

const made = sql`o.version, o.group_id as "changeId", o.operation, o.inverse, o.user_id as "userId", o.undoes`;

export async function insertOperations(
  tx: Tx,
  workId: string,
  operations: readonly Made[],
  now: Date,
): Promise<void> {
  const rows = operations.map(({ version, changeId, operation, inverse, userId, undoes }) => ({
    ...{ version, group_id: changeId, operation, inverse, user_id: userId, undoes },
  }));
  await sql`insert into work_operations (work_id, version, operation, inverse, group_id, undoes, user_id, made_at)
    select ${workId}::uuid, x.version, x.operation, x.inverse, x.group_id, x.undoes, x.user_id, ${now}::timestamptz
    from jsonb_to_recordset(${jsonb(rows)}) as x(version int, operation jsonb, inverse jsonb, group_id uuid,
      undoes int, user_id uuid)`.execute(tx);
}

/** All operations after a version, in order. */
export const listMadeSince = (db: Db, workId: string, version: number): Promise<Made[]> =>
  many(
    db,
    sql<Made>`select ${made} from work_operations o where o.work_id = ${workId} and o.version > ${version}
      order by o.version`,
  );

/** The last version of each of these changes that was applied already, with its user. */
export const listKnownChanges = (
  db: Db,
  workId: string,
  changeIds: readonly string[],
): Promise<{ changeId: string; version: number; userId: string | null }[]> =>
  many(
    db,
    sql`select group_id as "changeId", max(version) as version, min(user_id::text) as "userId"
      from work_operations where work_id = ${workId} and group_id = any(${[...changeIds]}::uuid[])
      group by group_id`,
  );

export const listOperationsOfChange = (db: Db, workId: string, changeId: string): Promise<Made[]> =>
  many(
    db,
    sql<Made>`select ${made} from work_operations o where o.work_id = ${workId} and o.group_id = ${changeId}
      order by o.version`,
  );

/** The change that was made with the work itself; null: it began empty. */
export const findFirstChange = async (db: Db, workId: string): Promise<string | null> =>
  (
    await maybeOne(
      db,
      sql<{ changeId: string }>`select o.group_id as "changeId" from works w
        join work_operations o on o.work_id = w.id and o.version = 1 and o.made_at = w.created_at
        where w.id = ${workId}`,
    )
  )?.changeId ?? null;

/**
 * Removing and putting back files are steps, with numbers below 0; not what somebody else has taken back, and not a removal
 * whose files are gone.
 */
const isStep = sql`e.kind <> 'added'
  and not exists (select 1 from work_file_events b where b.work_id = e.work_id and b.undoes = e.id
    and b.user_id is distinct from e.user_id)
  and (e.kind = 'restored'
    or exists (select 1 from removed_work_files f where f.work_id = e.work_id and f.removal_id = e.id)
    or exists (select 1 from work_file_events b where b.work_id = e.work_id and b.undoes = e.id))`;

/** The user's last changes, oldest first: far more than anybody undoes. */
const MAX_STEPS = 1000;
export const listOwnSteps = (db: Db, workId: string, userId: string): Promise<Step[]> =>
  many(
    db,
    sql<Step>`select "changeId", versions, undoes from (
        select group_id as "changeId", array_agg(version order by version) as versions, min(undoes) as undoes,
          min(version) as at, 0 as seq
        from (select group_id, version, undoes from work_operations
          where work_id = ${workId} and user_id = ${userId} order by version desc limit ${MAX_STEPS}) o
        group by group_id
        union all
        select e.id, array[-e.seq]::int[], -u.seq, e.version, e.seq
        from work_file_events e left join work_file_events u on u.work_id = e.work_id and u.id = e.undoes
        where e.work_id = ${workId} and e.user_id = ${userId} and ${isStep}) steps
      order by at, seq`,
  );

export interface ShownOperation extends Pick<WorkOperationsTable, 'version' | 'userId' | 'madeAt'> {
  readonly changeId: string;
  readonly operation: Operation;
  readonly userName: string | null;
}
const name = sql`u.first_name || ' ' || u.second_name as "userName"`;

/** Larger operations are sent alone (characters). */
const MAX_TEXT_AT_ONCE = 1_000_000;

/** The next operations after a version, as many as fit into one answer; at least one. */
export const listOperationsAfter = (
  db: Db,
  workId: string,
  { since, limit }: { since: number; limit: number },
): Promise<ShownOperation[]> =>
  many(
    db,
    sql<ShownOperation>`select o.version, o."changeId", o.operation, o."userId", o."madeAt", ${name} from (
        select version, group_id as "changeId", operation, user_id as "userId", made_at as "madeAt",
          sum(length(operation::text)) over (order by version) - length(operation::text) as before
        from (select * from work_operations where work_id = ${workId} and version > ${since}
          order by version limit ${limit}) next) o
      left join users u on u.id = o."userId" where o.before < ${MAX_TEXT_AT_ONCE} order by o.version`,
  );

export type HistoryRow = Omit<ShownOperation, 'operation'> &
  (
    | {
        readonly operation: Operation;
        readonly inverse: Operation;
        readonly undoes: number | null;
        readonly kind: null;
      }
    | ({ readonly operation: null; readonly undoes: null } & Pick<FileEvent, 'kind' | 'path' | 'files'>)
  );
/** Newest first. `first`: the change that is one entry, of its first operation. */
export const listHistory = (
  db: Db,
  workId: string,
  first: string | null,
  { limit, offset }: Slice,
): Promise<HistoryRow[]> =>
  many(
    db,
    sql<HistoryRow>`select h.*, ${name} from (
        select ${made}, o.made_at as "madeAt", null as kind, null as path, null::int as files, 0 as seq
        from work_operations o where o.work_id = ${workId}
          and (o.version = 1 or o.group_id is distinct from ${first}::uuid)
        union all
        select e.version, e.id, null, null, e.user_id, null, e.made_at, e.kind, e.path, e.files, e.seq
        from work_file_events e where e.work_id = ${workId}) h
      left join users u on u.id = h."userId" order by h.version desc, h.seq desc limit ${limit} offset ${offset}`,
  );

/** Each operation made one version; files make none. */
export const countHistory = async (db: Db, workId: string, first: string | null): Promise<number> =>
  (
    await many(
      db,
      sql<{ count: number }>`select w.version + (select count(*)::int from work_file_events e
        where e.work_id = w.id) - (select count(*)::int from work_operations o where o.work_id = w.id
          and o.group_id = ${first}::uuid and o.version > 1) as count from works w where w.id = ${workId}`,
    )
  )[0]?.count ?? 0;

export const findUserName = async (db: Db, userId: string): Promise<string | null> =>
  (
    await many(
      db,
      sql<{ name: string }>`select first_name || ' ' || second_name as name from users where id = ${userId}`,
    )
  )[0]?.name ?? null;
