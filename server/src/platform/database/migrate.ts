import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { SchemaChecksumsTable } from '../../schema/tables.ts';
import { StartError } from '../start-error.ts';
import { type Db, many, one } from './database.ts';
import { isUnavailable } from './errors.ts';
import type { Log } from './pool.ts';

/*
 * Numbered .sql files, applied at every start through Kysely's Migrator, one transaction per file. Several processes may
 * start at once: the row of the lock table admits one, and the others find nothing left to do.
 */
const MIGRATION_TABLE = 'schema_migrations';
const LOCK_TABLE = 'schema_migrations_lock';
/** After this time without progress, the process that runs the database counts as another release. */
const OWNER_PATIENCE_MS = 5_000;
const OWNER_POLL_MS = 100;
/** How long the embedded server may be unreachable while it passes from its owner to this process. */
const RESTART_PATIENCE_MS = 60_000;

export interface MigrationFile {
  /** File name without `.sql`, as in `0001-platform`. */
  name: string;
  text: string;
  checksum: string;
}

/** Searches upwards, because the bundled server lies at another depth than this file. */
function migrationsFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = ['migrations', 'server/migrations']
      .map((name) => join(folder, name))
      .find((candidate) => existsSync(candidate));
    if (path) return path;
    if (folder === dirname(folder)) throw new Error('the folder with the migrations is missing');
  }
}

export function readMigrations(folder = migrationsFolder()): MigrationFile[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file))
      throw new Error(`name the migration ${file} like 0042-what-it-does.sql`);
    // Line endings do not count: a checkout on Windows may have others.
    const text = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n');
    return {
      name: file.slice(0, -'.sql'.length),
      text,
      checksum: createHash('sha256').update(text).digest('hex'),
    };
  });
}

export interface MigrateOptions {
  log: Log;
  folder?: string;
  /** True while another of our processes runs the database. */
  isGuest?: () => boolean;
}

/** Migrates the schema to the newest file; returns the names of the files that this call applied. */
export async function migrateToLatest(db: Db, { log, folder, isGuest }: MigrateOptions): Promise<string[]> {
  const files = readMigrations(folder);
  if (isGuest?.()) await leaveToOwner(db, files, isGuest);
  if (!(await isAnyPending(db, files))) return [];
  await requireExtensions(db);
  return applyPending(db, files, log);
}

async function applyPending(db: Db, files: MigrationFile[], log: Log): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () => Object.fromEntries(files.map((file) => [file.name, toMigration(file)])),
    },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: LOCK_TABLE,
    // Branches are merged in any order: a lower number may be applied after a higher one.
    allowUnorderedMigrations: true,
  });
  const applied: string[] = [];
  for (;;) {
    // One file at a time: each commits separately, so that a failing file does not undo those before it.
    const { error, results = [] } = await migrator.migrateUp();
    const [result] = results;
    if (error) throw new Error(explain(result?.migrationName, error), { cause: error });
    if (!result) break;
    applied.push(result.migrationName);
    log.info({ migration: result.migrationName }, 'migration applied');
  }
  return applied;
}

function toMigration({ name, text, checksum }: MigrationFile): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      // Under the lock: of two processes that create a table at once one fails, even with "if not exists".
      await sql`create table if not exists schema_checksums (name text primary key, checksum text not null)`.execute(
        db,
      );
      await sql.raw(text).execute(db);
      await sql`insert into schema_checksums (name, checksum) values (${name}, ${checksum})`.execute(db);
    },
  };
}

function explain(name: string | undefined, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return name ? `the migration ${name} failed: ${text}` : `the migrations could not run: ${text}`;
}

/**
 * A process that joined the database of another one may have started together with it. Then the owner migrates, or ends and
 * leaves the server to this process. If neither happens, the owner is an earlier release, whose schema must not change.
 */
async function leaveToOwner(db: Db, files: MigrationFile[], isGuest: () => boolean): Promise<void> {
  let appliedBefore = -1;
  let progressAt = Date.now();
  let answerAt = Date.now();
  for (;;) {
    try {
      if (!(await isAnyPending(db, files)) || !isGuest()) return;
      answerAt = Date.now();
      const { applied, isMigrating } = await findProgress(db);
      if (isMigrating || applied > appliedBefore) progressAt = Date.now();
      appliedBefore = applied;
    } catch (error) {
      // The owner is stopping together with its server, and ours will take over.
      if (!isUnavailable(error) || Date.now() - answerAt > RESTART_PATIENCE_MS) throw error;
      progressAt = Date.now();
    }
    if (Date.now() - progressAt > OWNER_PATIENCE_MS)
      throw new StartError(
        'An earlier release runs on this data folder, and its database has to be migrated for this one: stop it first, then start again. Nothing was changed.',
      );
    await sleep(OWNER_POLL_MS);
  }
}

async function findProgress(db: Db): Promise<{ applied: number; isMigrating: boolean }> {
  const { isMigrating, isNew } = await one(
    db,
    sql<{ isMigrating: boolean; isNew: boolean }>`
      select to_regclass('schema_checksums') is null as "isNew", exists (
        select 1 from pg_locks where relation = to_regclass(${LOCK_TABLE}) and mode = 'RowShareLock') as "isMigrating"`,
  );
  if (isNew) return { applied: 0, isMigrating };
  return one(
    db,
    sql`select count(*)::int as applied, ${isMigrating}::boolean as "isMigrating" from schema_checksums`,
  );
}

/** Refuses a database that does not match the files: a file changed after it was applied, or the schema is newer. */
async function isAnyPending(db: Db, files: MigrationFile[]): Promise<boolean> {
  const exists = await many(
    db,
    sql<{ yes: boolean }>`select to_regclass('schema_checksums') is not null as yes`,
  );
  if (!exists[0]?.yes) return true;
  const rows = await many(
    db,
    sql<Pick<SchemaChecksumsTable, 'name' | 'checksum'>>`select name, checksum from schema_checksums`,
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name, checksum } of files) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new StartError(
        `the migration ${name} was changed after this database had applied it: ` +
          'restore the file and write the change as a new migration (in development you may instead delete the data folder)',
      );
    }
  }
  const names = new Set(files.map((file) => file.name));
  const newer = rows.find((row) => !names.has(row.name));
  if (newer) {
    throw new StartError(
      `this database was migrated by a newer release (${newer.name}), which this one cannot read safely: start that release, or restore a backup from before it`,
    );
  }
  return files.some((file) => !applied.has(file.name));
}

/** Checked before the first migration, because "permission denied" in the middle of one explains nothing. */
export async function requireExtensions(db: Db): Promise<void> {
  const rows = await many(
    db,
    sql<{ name: string; available: boolean; creatable: boolean }>`
      select wanted.name,
             count(e.name) > 0 as available,
             count(e.installed_version) > 0
               or coalesce(bool_or(v.trusted), false) and has_database_privilege(current_database(), 'create')
               or (select rolsuper from pg_roles where rolname = current_user) as creatable
      from (values ('pg_trgm'), ('unaccent')) as wanted (name)
      left join pg_available_extensions e on e.name = wanted.name
      left join pg_available_extension_versions v on v.name = e.name and v.version = e.default_version
      group by wanted.name order by wanted.name`,
  );
  for (const { name, available, creatable } of rows) {
    if (!available) {
      throw new StartError(
        `the database server does not offer the extension ${name}: install PostgreSQL's contrib package there`,
      );
    }
    if (!creatable) {
      throw new StartError(
        `the database user may not create the extension ${name}: ` +
          `let an administrator run "create extension ${name}" in this database once`,
      );
    }
  }
}
