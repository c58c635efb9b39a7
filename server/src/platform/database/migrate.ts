import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartError } from '../start-error.ts';
import { type Db, many } from './database.ts';
import type { Log } from './pool.ts';

/*
 * Plain numbered .sql files, applied at every start through Kysely's Migrator, one transaction a file. Several
 * processes may start at once: the row of the lock table lets one through, the others find nothing left to do.
 */
const MIGRATION_TABLE = 'schema_migrations';
const LOCK_TABLE = 'schema_migrations_lock';

export interface MigrationFile {
  /** File name without `.sql`, as in `0001-platform`. */
  name: string;
  text: string;
  checksum: string;
}

/** Upwards from here: this file lies at another depth once the server is bundled. */
function migrationsFolder(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const found = ['migrations', 'server/migrations']
      .map((name) => join(folder, name))
      .find((path) => existsSync(path));
    if (found) return found;
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
    // Line ends do not count: a checkout on Windows may have others.
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
}

/** Brings the schema to the newest file; returns the names of the files that this call applied. */
export async function migrateToLatest(db: Db, { log, folder }: MigrateOptions): Promise<string[]> {
  const files = readMigrations(folder);
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
    // What was written side by side arrives in any order: a lower number is applied after a higher one as well.
    allowUnorderedMigrations: true,
  });
  const applied: string[] = [];
  for (;;) {
    // One file at a time: each commits by itself, so that a failing file leaves those before it in place.
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
      // Under the lock: of two that create a table at once one fails, even with "if not exists".
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

/** Refuses a database that does not fit the files: a file changed after it was applied, or a newer schema. */
async function isAnyPending(db: Db, files: MigrationFile[]): Promise<boolean> {
  const exists = await many(
    db,
    sql<{ yes: boolean }>`select to_regclass('schema_checksums') is not null as yes`,
  );
  if (!exists[0]?.yes) return true;
  const rows = await many(
    db,
    sql<{ name: string; checksum: string }>`select name, checksum from schema_checksums`,
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name, checksum } of files) {
    if (applied.has(name) && applied.get(name) !== checksum) {
      throw new StartError(
        `the migration ${name} was changed after this database had applied it: ` +
          'restore the file and write what is new into a migration of its own (in development you may instead delete the data folder)',
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

/** Said before the first migration runs, because "permission denied" in the middle of one helps nobody. */
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
