import type { Readable } from 'node:stream';
import { to } from 'pg-copy-streams';
import { openSession, quoted, type Session } from './session.ts';
import {
  type Content,
  contentOf,
  countLargeObjects,
  listSequences,
  listTables,
  type Sequence,
  type Table,
} from './tables.ts';

export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** A database at one moment, read table by table. */
export interface Snapshot {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly Table[];
  readonly sequences: readonly Sequence[];
  readonly serverVersion: string;
  /** Read one table at a time: the next one when the stream of this one has ended. */
  read(table: Table): Readable;
  contentOf(table: Table): Promise<Content>;
  /** Rows of a query, for checks that belong to the product. */
  query<Row extends object>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Everything that was committed when this returns, and nothing later, however long reading takes: PostgreSQL keeps the old
 * row versions as long as the transaction lasts, and writers do not wait. With `lock` nobody may write until it is closed:
 * for a move, after which such writes would be lost.
 */
export async function openSnapshot(url: string, { lock = false } = {}): Promise<Snapshot> {
  const session = await openSession(url, 'begin isolation level repeatable read, read only');
  try {
    return await readShape(session, lock);
  } catch (error) {
    await session.end().catch(() => {});
    throw error;
  }
}

async function readShape(session: Session, lock: boolean): Promise<Snapshot> {
  const { rows: schema } = await session.query<{ yes: boolean }>(
    `select to_regclass('schema_checksums') is not null as yes`,
  );
  if (!schema[0]?.yes)
    throw new Error('this is not a database of Vesalius: start the product on it once, then try again');
  const tables = await listTables(session);
  if (lock)
    await session.query(
      `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in share mode nowait`,
    );
  const objects = await countLargeObjects(session);
  if (objects > 0)
    throw new Error(
      `this database holds ${objects} large objects, which are not part of the product and would be left behind`,
    );
  const { rows: migrations } = await session.query<AppliedMigration>(
    'select name, checksum from schema_checksums order by name collate "C"',
  );
  const { rows: version } = await session.query<{ server_version: string }>('show server_version');
  return {
    migrations,
    tables,
    sequences: await listSequences(session),
    serverVersion: version[0]?.server_version ?? 'unknown',
    read: ({ name, columns }) =>
      session.query(to(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`)),
    contentOf: (table) => contentOf(session, table),
    query: async <Row extends object>(text: string) => (await session.query<Row>(text)).rows,
    close: () => session.end().catch(() => {}),
  };
}
