import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bundleForNode } from '../../testing/bundle.ts';
import { recordingLog, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { runTask } from '../../testing/processes.ts';
import { many, one } from './database.ts';
import { migrateToLatest, readMigrations } from './migrate.ts';

let database: TestDatabase;
let folder: string;
let bundle: Awaited<ReturnType<typeof bundleForNode>>;
const log = recordingLog();

beforeAll(async () => {
  bundle = await bundleForNode(join(import.meta.dirname, '../../testing/database-child.ts'));
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  database = await testDatabase({ migrated: false });
  folder = mkdtempSync(join(tmpdir(), 'vesalius-migrations-'));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.sql`), text);
const migrate = () => migrateToLatest(database.db, { log, folder });

test('files are applied in order, once', async () => {
  write('0002-b', 'insert into t values (2); insert into t values (3);');
  write('0001-a', 'create table t (id int); -- a comment; with a semicolon');
  expect(await migrate()).toEqual(['0001-a', '0002-b']);
  expect(await migrate()).toEqual([]);
  write('0003-c', 'delete from t where id = 2');
  expect(await migrate()).toEqual(['0003-c']);
  expect(await many(database.db, sql`select id from t`)).toEqual([{ id: 3 }]);
});

test('a lower number that arrives after a higher one is applied all the same', async () => {
  write('0001-a', 'create table t (id int)');
  write('0003-c', 'insert into t values (3)');
  await migrate();
  write('0002-b', 'insert into t values (2)');
  expect(await migrate()).toEqual(['0002-b']);
  expect(await many(database.db, sql`select id from t order by id`)).toEqual([{ id: 2 }, { id: 3 }]);
});

test('a failing file leaves nothing of itself and all before it', async () => {
  write('0001-a', 'create table t (id int)');
  write('0002-b', 'create table u (id int); select 1 / 0;');
  await expect(migrate()).rejects.toThrow('the migration 0002-b failed: division by zero');
  expect(
    await one(database.db, sql`select to_regclass('t') is null as t, to_regclass('u') is null as u`),
  ).toEqual({
    t: false,
    u: true,
  });
  write('0002-b', 'create table u (id int)');
  expect(await migrate()).toEqual(['0002-b']);
});

test('a file changed after it was applied, a newer schema and a bad name are refused in a sentence', async () => {
  write('0001-a', 'create table t (id int)');
  write('0002-b', 'create table u (id int)');
  await migrate();
  write('0001-a', 'create table t (id bigint)');
  await expect(migrate()).rejects.toThrow(/0001-a was changed after/);
  write('0001-a', 'create table t (id int)');
  rmSync(join(folder, '0002-b.sql'));
  await expect(migrate()).rejects.toThrow(/newer release \(0002-b\)/);
  write('12-c', '');
  await expect(migrate()).rejects.toThrow(/name the migration 12-c.sql like/);
});

test('a migration may take longer than a statement of a request', async () => {
  write('0001-a', 'select pg_sleep(2.2)');
  expect(await migrate()).toEqual(['0001-a']);
});

test('three processes that start at once apply each file once', async () => {
  write('0001-a', 'create table t (id int)');
  for (let number = 2; number < 8; number += 1) {
    write(`000${number}-slow`, `insert into t select ${number} from pg_sleep(0.05)`);
  }
  const tasks = [1, 2, 3].map(() =>
    runTask(bundle.file, ['migrate', folder], { DATABASE_URL: database.url }),
  );
  const said = await Promise.all(tasks.map((task) => task.said('applied ')));
  await Promise.all(tasks.map((task) => task.ended));
  const applied = said.flatMap((line) => JSON.parse(line.slice('applied '.length)) as string[]);
  expect(applied.sort()).toEqual(readMigrations(folder).map((file) => file.name));
  expect(await one(database.db, sql`select count(*) as rows from t`)).toEqual({ rows: 6 });
});

test('a process creates nothing while another one migrates', async () => {
  await migrate();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const other = database.db.transaction().execute(async (tx) => {
    await sql`select 1 from schema_migrations_lock for update`.execute(tx);
    await released;
  });
  write('0001-a', 'create table t (id int)');
  const migrated = migrate();
  await vi.waitFor(
    async () =>
      expect(
        await one(
          database.db,
          sql`select count(*) as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      ).toEqual({ waiting: 1 }),
    { timeout: 10_000 },
  );
  const { checksums } = await one(
    database.db,
    sql<{ checksums: string | null }>`select to_regclass('schema_checksums')::text as checksums`,
  );
  release();
  await other;
  expect(checksums).toBeNull();
  expect(await migrated).toEqual(['0001-a']);
});

test('a user who may not create the extensions is told who can', async () => {
  const role = `weak_${process.pid}`;
  const name = new URL(database.url).pathname.slice(1);
  await sql`create role ${sql.id(role)} login; grant all on schema public to ${sql.id(role)}; revoke create on database ${sql.id(name)} from public`.execute(
    database.db,
  );
  try {
    write('0001-a', 'create extension pg_trgm');
    const refused = database.db.connection().execute(async (db) => {
      await sql`set role ${sql.id(role)}`.execute(db);
      await migrateToLatest(db, { log, folder }).finally(() => sql`reset role`.execute(db));
    });
    await expect(refused).rejects.toThrow(/may not create the extension pg_trgm: let an administrator run/);
  } finally {
    await sql`drop owned by ${sql.id(role)}; drop role ${sql.id(role)}`.execute(database.db);
  }
});

test('the text functions of the first migration ignore case and accents, also in an index', async () => {
  await migrateToLatest(database.db, { log });
  expect(await one(database.db, sql`select plain_text('Ménière ÖDEM') as text`)).toEqual({
    text: 'meniere odem',
  });
  await sql`create table names (name text); create index on names using gin (plain_text(name) gin_trgm_ops)`.execute(
    database.db,
  );
  expect(await one(database.db, sql`select similarity('größe', 'größer') > 0.5 as similar`)).toEqual({
    similar: true,
  });
});
