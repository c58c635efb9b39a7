import { sql } from 'kysely';
import { affected, type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import type { AskedChangesTable } from '../../../schema/tables.ts';

type EndedBy = NonNullable<AskedChangesTable['endedBy']>;
type Row = Pick<AskedChangesTable, 'id' | 'userId' | 'role' | 'version' | 'text' | 'askedAt'>;

const columns = sql`c.id, c.user_id as "userId", c.role, c.version, c.text, c.asked_at as "askedAt"`;

/** The requests that stand. */
export const listAskedChanges = (db: Db, workId: string): Promise<Row[]> =>
  many(
    db,
    sql<Row>`select ${columns} from asked_changes c
      where c.work_id = ${workId} and c.ended_at is null order by c.asked_at, c.id`,
  );

export const findAskedChanges = (db: Db, workId: string, userId: string): Promise<Row | null> =>
  maybeOne(
    db,
    sql<Row>`select ${columns} from asked_changes c
      where c.work_id = ${workId} and c.user_id = ${userId} and c.ended_at is null`,
  );

export async function insertAskedChanges(
  tx: Tx,
  row: Pick<AskedChangesTable, 'id' | 'workId' | 'userId' | 'role' | 'version' | 'text'>,
  now: Date,
): Promise<void> {
  await sql`insert into asked_changes (id, work_id, user_id, version, role, text, asked_at)
    values (${row.id}, ${row.workId}, ${row.userId}, ${row.version}, ${row.role}, ${row.text}, ${now})`.execute(
    tx,
  );
}

/** 0: the user has no request that stands. */
export const updateChangesEnded = (
  tx: Tx,
  { workId, userId, by }: { workId: string; userId: string; by: EndedBy },
  now: Date,
): Promise<number> =>
  affected(
    tx,
    sql`update asked_changes set ended_at = ${now}, ended_by = ${by}
      where work_id = ${workId} and user_id = ${userId} and ended_at is null`,
  );

/** A release ends the requests about its version and earlier ones. Returns those that it ended. */
export const updateChangesPublished = (
  tx: Tx,
  { workId, version }: { workId: string; version: number },
  now: Date,
): Promise<Pick<Row, 'id' | 'userId'>[]> =>
  many(
    tx,
    sql<Pick<Row, 'id' | 'userId'>>`update asked_changes set ended_at = ${now}, ended_by = 'published'
      where work_id = ${workId} and version <= ${version}::int and ended_at is null
      returning id, user_id as "userId"`,
  );

export interface EndedChanges extends Pick<Row, 'id' | 'role' | 'version' | 'text' | 'askedAt'> {
  readonly name: string;
  readonly endedAt: Date;
  readonly endedBy: EndedBy;
}
/** The requests that have ended, newest first. */
export const listEndedChanges = (db: Db, workId: string, limit: number): Promise<EndedChanges[]> =>
  many(
    db,
    sql<EndedChanges>`select ${columns}, c.ended_at as "endedAt", c.ended_by as "endedBy",
        u.first_name || ' ' || u.second_name as name
      from asked_changes c join users u on u.id = c.user_id and u.deleted_at is null
      where c.work_id = ${workId} and c.ended_at is not null
      order by c.asked_at desc, c.id desc limit ${limit}`,
  );

export interface ChangesInLetter extends Pick<Row, 'text' | 'askedAt'> {
  readonly title: string;
  readonly name: string;
  /** Null: the request stands. */
  readonly publishedAt: Date | null;
}
/** Null: the request was taken back. One that a release ended is told all the same. */
export const findChangesForLetter = (db: Db, id: string): Promise<ChangesInLetter | null> =>
  maybeOne(
    db,
    sql<ChangesInLetter>`select coalesce(w.manifest ->> 'title', '') as title, c.text, c.asked_at as "askedAt",
        c.ended_at as "publishedAt", u.first_name || ' ' || u.second_name as name
      from asked_changes c join works w on w.id = c.work_id join users u on u.id = c.user_id and u.deleted_at is null
      where c.id = ${id} and (c.ended_at is null or c.ended_by = 'published')`,
  );
