import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ExternalPostgres,
  findPostgres,
  startExternalPostgres,
} from '../../../../../scripts/external-postgres.mjs';
import { recordingLog, testDatabase } from '../../../testing/database.ts';
import { urlOfDatabase } from '../../../testing/global-setup.ts';
import { buildOddRows } from '../../../testing/odd-rows.ts';
import { connect, type Db, many } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { migrateToLatest } from '../migrate.ts';
import { load } from './load.ts';
import { moveDatabase } from './move.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

/*
 * From the embedded PostgreSQL 18 to whatever PostgreSQL this machine has (Debian's 15), and where it has none to
 * another database of the embedded one.
 */
/** A busy machine may need longer than the usual limit for a schema. */
const folder = mkdtempSync(join(tmpdir(), 'vesalius-move-'));
const dataDir = join(folder, 'data');
const log = recordingLog();
const installed = findPostgres({ install: false });
let external: ExternalPostgres | null = null;
let spare: Awaited<ReturnType<typeof testDatabase>>;
let target = '';
let made = 0;

const withDb = async <T>(url: string, work: (db: Db) => Promise<T>) => {
  const { db } = connect({ url, size: 2, log });
  return work(db).finally(() => db.destroy());
};
const onSource = async <T>(work: (url: string) => Promise<T>) => {
  const server = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  return work(server.url).finally(() => server.close());
};
/** Without the product's limits: a busy machine may need longer for this. */
async function administer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
async function contents(url: string) {
  const snapshot = await openSnapshot(url);
  const all: Record<string, object> = {};
  for (const table of snapshot.tables) all[table.name] = await snapshot.contentOf(table);
  await snapshot.close();
  return all;
}

beforeAll(async () => {
  if (!('reason' in installed)) external = await startExternalPostgres(installed, { fsync: 'off' });
  spare = await testDatabase({ migrated: false });
  await onSource(async (url) =>
    withDb(url, async (db) => {
      await migrateToLatest(db, { log });
      await buildOddRows(db, 40);
    }),
  );
});
afterAll(async () => {
  await spare?.close();
  await external?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const server = external?.url ?? spare.url;
  made += 1;
  const name = `target_${process.pid}_${made}`;
  await administer(server, `create database ${name}`);
  target = urlOfDatabase(server, name);
  return () => administer(server, `drop database ${name} with (force)`);
});

test('every row of every table arrives, and the source is as before', async () => {
  const before = await onSource(contents);
  const loaded = await moveDatabase({ dataDir, url: target, log });
  expect(loaded.length).toBe(Object.keys(before).length);
  expect(loaded.find(({ name }) => name === 'users')?.rows).toBe(41);
  expect(await contents(target)).toEqual(before);
  expect(await onSource(contents)).toEqual(before);
});

test('the target has the keys, checks and indexes of a database that was migrated by itself', async () => {
  await moveDatabase({ dataDir, url: target, log });
  const shape = (db: Db) =>
    many(
      db,
      sql<{ name: string; definition: string }>`
        select conname as name, conrelid::regclass || ' ' || pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        union all
        select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
    );
  const migrated = await testDatabase();
  expect(await withDb(target, shape)).toEqual(await shape(migrated.db));
  await migrated.close();
  // Nothing is left to migrate, and Kysely finds its own tables as it made them.
  expect(await withDb(target, (db) => migrateToLatest(db, { log }))).toEqual([]);
});

test('a target that holds anything is refused and left alone', async () => {
  await withDb(target, async (db) => sql`create table theirs (id int)`.execute(db));
  await expect(moveDatabase({ dataDir, url: target, log })).rejects.toThrow(
    /not empty \(it holds public\.theirs/,
  );
  expect(await withDb(target, (db) => many(db, sql`select * from theirs`))).toEqual([]);
});

test('a product that runs on the folder is noticed', async () => {
  await onSource(async () => {
    await expect(moveDatabase({ dataDir, url: target, log })).rejects.toThrow(/stop it first/);
  });
});

test('while it is copied nobody can write', async () => {
  await onSource(async (url) => {
    const snapshot = await openSnapshot(url, { lock: true });
    const write = withDb(url, async (db) => sql`update users set city = 'elsewhere'`.execute(db));
    await expect(write).rejects.toThrow(/statement timeout|read timeout/i);
    await snapshot.close();
  });
});

test('after a failure the target is empty again, and the same command succeeds', async () => {
  await onSource(async (url) => {
    const snapshot = await openSnapshot(url);
    const broken: Snapshot = {
      ...snapshot,
      read: (table) => {
        const stream = snapshot.read(table);
        if (table.name === 'users') setImmediate(() => stream.destroy(new Error('the line was cut')));
        return stream;
      },
    };
    await expect(load(target, broken)).rejects.toThrow();
    await snapshot.close();
    const lying = await openSnapshot(url);
    const wrong = {
      ...lying,
      contentOf: async (table: (typeof lying.tables)[number]) => ({
        ...(await lying.contentOf(table)),
        ...(table.name === 'subscriptions' ? { checksum: '0000000000000000' } : {}),
      }),
    };
    await expect(load(target, wrong)).rejects.toThrow(/differs and was taken back: subscriptions/);
    await lying.close();
  });
  const loaded = await moveDatabase({ dataDir, url: target, log });
  expect(loaded.find(({ name }) => name === 'subscriptions')?.rows).toBe(40);
});

test.skipIf('reason' in installed)('that was another version of PostgreSQL', async () => {
  const [row] = await withDb(target, (db) => many(db, sql<{ server_version: string }>`show server_version`));
  expect(row?.server_version.split(' ')[0]).toBe((installed as { version: string }).version);
});
