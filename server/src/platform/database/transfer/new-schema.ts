import { connect } from '../database.ts';
import { type MigrationFile, readMigrations, requireExtensions } from '../migrate.ts';
import { quoted, type Session } from './session.ts';
import type { AppliedMigration } from './snapshot.ts';

/** The tables that Kysely's Migrator creates before the first migration. */
const BOOKKEEPING = [
  'create table schema_migrations (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  'create table schema_migrations_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
  'create table schema_checksums (name text primary key, checksum text not null)',
];

/** The files that made the source's schema; throws if this release has other ones. */
export function filesOf(applied: readonly AppliedMigration[]): MigrationFile[] {
  const files = new Map(readMigrations().map((file) => [file.name, file]));
  return applied.map(({ name, checksum }) => {
    const file = files.get(name);
    if (!file || file.checksum !== checksum)
      throw new Error(
        `the data was made by another release (${file ? `its ${name} differs` : `this one has no ${name}`}): use the release that wrote it`,
      );
    return file;
  });
}

/** Checked before anything is created, because "permission denied" half-way explains nothing. */
export async function checkExtensions(url: string): Promise<void> {
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const { db } = connect({ url, size: 1, log: quiet });
  await requireExtensions(db).finally(() => db.destroy());
}

/**
 * Creates the schema with the same files that made the source's, so that nothing is derived from a system catalog, and
 * empties it, because migrations insert reference rows. Runs within the session's transaction.
 */
export async function makeSchema(session: Session, files: readonly MigrationFile[]): Promise<void> {
  for (const statement of BOOKKEEPING) await session.query(statement);
  for (const { name, text } of files) {
    await session.query(text).catch((error: Error) => {
      throw new Error(`the migration ${name} failed: ${error.message}`, { cause: error });
    });
  }
}

export const emptyTables = (session: Session, names: readonly string[]): Promise<unknown> =>
  session.query(`truncate ${names.map(quoted).join(', ')}`);

/** Indexes and foreign keys, dropped before the rows are loaded: building an index once is many times faster. */
export interface DroppedObjects {
  /** The statements that create them again: indexes first, then foreign keys. */
  readonly restore: readonly string[];
}

export async function dropIndexesAndKeys(session: Session): Promise<DroppedObjects> {
  const { rows: keys } = await session.query<{ table: string; name: string; definition: string }>(`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conparentid = 0
    order by 1, 2`);
  const { rows: indexes } = await session.query<{ name: string; definition: string }>(`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint c where c.conindid = x.indexrelid)
    order by 1`);
  for (const { table, name } of keys)
    await session.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  for (const { name } of indexes) await session.query(`drop index ${quoted(name)}`);
  return {
    restore: [
      ...indexes.map(({ definition }) => definition),
      ...keys.map(
        ({ table, name, definition }) =>
          `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
      ),
    ],
  };
}
