import type { Operation } from '@vesalius/contract/working-copy';
import type { Made, Step } from '@vesalius/contract/working-copy-merge';
import { sql } from 'kysely';
import { type Db, jsonb, many, type Tx } from '../../../platform/database/database.ts';
import type { Slice } from '../../../platform/lists.ts';
import type { WorkOperationsTable } from '../../../schema/tables.ts';

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

/** The user's last changes, oldest first: far more than anybody undoes. */
const MAX_STEPS = 1000;
export const listOwnSteps = (db: Db, workId: string, userId: string): Promise<Step[]> =>
  many(
    db,
    sql<Step>`select * from (
        select group_id as "changeId", array_agg(version order by version) as versions, min(undoes) as undoes
        from (select group_id, version, undoes from work_operations
          where work_id = ${workId} and user_id = ${userId} order by version desc limit ${MAX_STEPS}) o
        group by group_id) steps
      order by versions[1]`,
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

export interface HistoryRow extends ShownOperation {
  readonly inverse: Operation;
  readonly undoes: number | null;
}
/** Newest first. */
export const listHistory = (db: Db, workId: string, { limit, offset }: Slice): Promise<HistoryRow[]> =>
  many(
    db,
    sql<HistoryRow>`select ${made}, o.made_at as "madeAt", ${name}
      from work_operations o left join users u on u.id = o.user_id
      where o.work_id = ${workId} order by o.version desc limit ${limit} offset ${offset}`,
  );

export const findUserName = async (db: Db, userId: string): Promise<string | null> =>
  (
    await many(
      db,
      sql<{ name: string }>`select first_name || ' ' || second_name as name from users where id = ${userId}`,
    )
  )[0]?.name ?? null;
