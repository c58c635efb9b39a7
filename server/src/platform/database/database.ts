import {
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createPool, type Log, type PoolOptions, waitUntilReachable } from './pool.ts';

/**
 * The handle that every query takes first. It knows no tables: all SQL is written out as text with Kysely's
 * `sql` tag in the features' `queries.ts`, where a reader sees the very statement that runs.
 * Values interpolated into the tag become parameters, never text.
 */
export type Db = Kysely<unknown>;
/** The same inside a transaction: where a function must not be called outside of one, it asks for this. */
export type Tx = Transaction<unknown>;

/** All rows. */
export async function many<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

/** The first row or null. */
export async function maybeOne<Row>(db: Db, query: RawBuilder<Row>): Promise<Row | null> {
  return (await query.execute(db)).rows[0] ?? null;
}

/** The row that must be there (an aggregate, `returning` of an unconditional write); an error otherwise. */
export async function one<Row>(db: Db, query: RawBuilder<Row>): Promise<Row> {
  const row = await maybeOne(db, query);
  if (row === null) throw new Error('the statement returned no row where one was certain');
  return row;
}

/** How many rows an insert, update or delete wrote: 0 tells that its condition did not hold. */
export async function affected(db: Db, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0n);
}

/** A value for a jsonb column. The driver would write an array as a PostgreSQL array. */
export function jsonb(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::jsonb`;
}

/** Kysely's Migrator takes an advisory lock, which compatible engines lack; a row's lock does the same. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    ...[db, { lockTable, lockRowId }]: Parameters<PostgresAdapter['acquireMigrationLock']>
  ): Promise<void> {
    // For this lock and all that the migration does: building an index on a large table takes its time.
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`select 1 from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
  }
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter();
  }
}

/** Told after each statement, in the context of whoever asked; the text holds no values. */
export type OnQuery = (statement: string, milliseconds: number, failed: boolean) => void;

/** A handle over a pool of its own; `destroy()` ends the pool. */
export function connect(options: PoolOptions & { onQuery?: OnQuery | undefined }): {
  db: Db;
  counts: ReturnType<typeof createPool>['counts'];
} {
  const { onQuery, ...poolOptions } = options;
  const pool = createPool(poolOptions);
  const log = onQuery && {
    log: (event: LogEvent) => onQuery(event.query.sql, event.queryDurationMillis, event.level === 'error'),
  };
  return { db: new Kysely<unknown>({ dialect: new Dialect({ pool }), ...log }), counts: pool.counts };
}

export interface OpenOptions {
  /** Absent or empty: the embedded PostgreSQL is started in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  log: Log;
  poolSize?: number;
  namedStatements?: boolean;
  /** How long to wait for a server that does not answer yet. */
  patienceMs?: number;
  onQuery?: OnQuery | undefined;
}

export interface Database {
  db: Db;
  url: string;
  /** True when the server is ours, below `dataDir`. */
  embedded: boolean;
  /** True while another process of ours runs that server: it may be of another release. */
  isGuest(): boolean;
  poolCounts(): { total: number; idle: number; waiting: number };
  /** Ends the pool, then the embedded server. Call it when HTTP and jobs have finished. */
  close(): Promise<void>;
}

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, poolSize = 10, namedStatements = true, patienceMs, onQuery } = options;
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log });
  const url = databaseUrl || embedded?.url || '';
  await waitUntilReachable(url, log, patienceMs);
  const { db, counts } = connect({ url, size: poolSize, log, namedStatements, onQuery });
  return {
    db,
    url,
    embedded: embedded !== null,
    isGuest: () => embedded !== null && !embedded.isOwner(),
    poolCounts: counts,
    close: async () => {
      await db.destroy();
      await embedded?.close();
    },
  };
}
