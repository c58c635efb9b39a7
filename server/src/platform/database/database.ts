import {
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { fromPrimary, fromStandby, type ReadDelayed } from './delayed-reads.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { createPool, type Log, type Pool, type PoolOptions, waitUntilReachable } from './pool.ts';

/**
 * The handle that every query takes as its first argument. It knows no tables: all SQL is written out with Kysely's `sql`
 * tag in the features' `queries.ts`, so that a reader sees the exact statement. Values interpolated into the tag become
 * parameters, never SQL text.
 */
export type Db = Kysely<unknown>;
/** A handle inside of a transaction, for functions that must not be called outside of one. */
export type Tx = Transaction<unknown>;

/** All rows. */
export async function many<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

/** The first row or null. */
export async function maybeOne<Row>(db: Db, query: RawBuilder<Row>): Promise<Row | null> {
  return (await query.execute(db)).rows[0] ?? null;
}

/** The row that must exist (an aggregate, `returning` of an unconditional write); throws otherwise. */
export async function one<Row>(db: Db, query: RawBuilder<Row>): Promise<Row> {
  const row = await maybeOne(db, query);
  if (row === null) throw new Error('the statement returned no row where one was certain');
  return row;
}

/** How many rows an insert, update or delete wrote; 0 = its condition did not hold. */
export async function affected(db: Db, query: RawBuilder<unknown>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0n);
}

/** A value for a jsonb column. Without it the driver would write an array as a PostgreSQL array. */
export function jsonb(value: unknown): RawBuilder<unknown> {
  return sql`${JSON.stringify(value)}::jsonb`;
}

/** Kysely's Migrator takes an advisory lock, which compatible engines lack; a row lock has the same effect. */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    ...[db, { lockTable, lockRowId }]: Parameters<PostgresAdapter['acquireMigrationLock']>
  ): Promise<void> {
    // For this lock and for the migration itself: building an index on a large table takes long.
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`select 1 from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db);
  }
}

class Dialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter();
  }
}

/** Called after each statement, in the caller's async context; the text contains no values. */
export type OnQuery = (statement: string, milliseconds: number, failed: boolean) => void;

/** A handle with its own pool, which `destroy()` ends. */
export function connect(options: PoolOptions & { onQuery?: OnQuery | undefined }): {
  db: Db;
  counts: Pool['counts'];
  openAll: Pool['openAll'];
} {
  const { onQuery, ...poolOptions } = options;
  const pool = createPool(poolOptions);
  const log = onQuery && {
    log: (event: LogEvent) => onQuery(event.query.sql, event.queryDurationMillis, event.level === 'error'),
  };
  const { counts, openAll } = pool;
  return { db: new Kysely<unknown>({ dialect: new Dialect({ pool }), ...log }), counts, openAll };
}

export interface OpenOptions {
  /** Absent or empty: the embedded PostgreSQL is started in `dataDir`. */
  databaseUrl?: string | undefined;
  /** A standby of that server, for reads that may be some seconds old. */
  standbyUrl?: string | undefined;
  dataDir: string;
  log: Log;
  poolSize?: number;
  namedStatements?: boolean;
  /** How long to wait for a server that does not answer. */
  patienceMs?: number;
  onQuery?: OnQuery | undefined;
}

export interface Database {
  db: Db;
  readDelayed: ReadDelayed;
  url: string;
  /** True for the embedded server below `dataDir`. */
  embedded: boolean;
  /** True while another of our processes, maybe of another release, runs that server. */
  isGuest(): boolean;
  poolCounts: Pool['counts'];
  openConnections: Pool['openAll'];
  /** Ends the pool, then the embedded server. Call it after HTTP and jobs have stopped. */
  close(): Promise<void>;
}

export async function openDatabase(options: OpenOptions): Promise<Database> {
  const {
    databaseUrl,
    standbyUrl,
    dataDir,
    log,
    poolSize = 10,
    namedStatements = true,
    patienceMs,
    onQuery,
  } = options;
  const embedded = databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log });
  const url = databaseUrl || embedded?.url || '';
  await waitUntilReachable(url, log, patienceMs);
  const pooling = { size: poolSize, log, namedStatements, onQuery };
  const { db, counts, openAll } = connect({ url, ...pooling });
  const standby = standbyUrl ? connect({ url: standbyUrl, ...pooling }).db : null;
  return {
    db,
    readDelayed: standby ? fromStandby(standby, db, log) : fromPrimary(db),
    url,
    embedded: embedded !== null,
    isGuest: () => embedded !== null && !embedded.isOwner(),
    poolCounts: counts,
    openConnections: openAll,
    close: async () => {
      await db.destroy();
      await standby?.destroy();
      await embedded?.close();
    },
  };
}
