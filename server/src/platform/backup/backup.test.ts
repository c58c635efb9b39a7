import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordingLog, testDatabase } from '../../testing/database.ts';
import { buildUser } from '../../testing/factories.ts';
import { buildOddRows } from '../../testing/odd-rows.ts';
import { connect, type Db, many } from '../database/database.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { localStorage } from '../files/local-storage.ts';
import { newId } from '../ids.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup, tryBackup } from './restore-backup.ts';

/** A busy machine may need longer than the usual limit. */
const folder = mkdtempSync(join(tmpdir(), 'vesalius-backup-'));
const dataDir = join(folder, 'data');
const backup = join(folder, 'backup');
const log = recordingLog();
const fileColumns = ['users.image_key', 'users.not_yet_migrated_key'];
const settings = { fsync: 'off' };
/** Rows that were acknowledged before the backup began: the reader's id to the key of their picture. */
const before = new Map<string, string>();

const withDb = async <T>(url: string, work: (db: Db) => Promise<T>) => {
  const { db } = connect({ url, size: 4, log });
  return work(db).finally(() => db.destroy());
};
const attempt = (place: string) =>
  tryBackup({ fileColumns, folder: place, workFolders: join(folder, 'work'), log });
const keysIn = (place: string) => ({ dataDir: place, storage: localStorage(join(place, 'files')) });

/** Stores the file first and then the row that names it, as the product does; calls `said` after the commit. */
async function writeUntil(stopped: () => boolean, db: Db, said: (id: string, key: string) => void) {
  const storage = localStorage(join(dataDir, 'files'));
  while (!stopped()) {
    const key = `public/avatars/${newId()}.webp`;
    await storage.put(key, Buffer.from(`the picture ${key}`));
    const { id } = await buildUser(db);
    await sql`update users set image_key = ${key} where id = ${id}`.execute(db);
    said(id, key);
  }
}

beforeAll(async () => {
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  await withDb(server.url, async (db) => {
    await migrateToLatest(db, { log });
    await buildOddRows(db, 20);
    // A secret that looks like a path, as random bytes in base64 do.
    await sql`insert into study_keys (work_id, material_key, uid_key) values (${newId()}, 'study', 'c2Vj/cmV0')`.execute(
      db,
    );
    writeFileSync(join(dataDir, 'secret-key'), 'x'.repeat(64), { mode: 0o600 });
    await localStorage(join(dataDir, 'files')).put('public/half.webp.0.part', Buffer.from('half'));
    let done = false;
    const all = new Map<string, string>();
    const writers = [1, 2, 3].map(() =>
      writeUntil(
        () => done,
        db,
        (id, key) => all.set(id, key),
      ),
    );
    await vi.waitFor(() => expect(all.size).toBeGreaterThan(20), { timeout: 30_000 });
    for (const [id, key] of all) before.set(id, key);
    const { losses } = await makeBackup({ fileColumns, url: server.url, dataDir, folder: backup });
    expect(all.size).toBeGreaterThan(before.size);
    done = true;
    await Promise.all(writers);
    expect(losses).toEqual([]);
  });
  await server.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what was acknowledged before it began is there, with every file that a row names', async () => {
  const place = join(folder, 'restored');
  const restored = await restoreBackup({ folder: backup, ...keysIn(place), log });
  expect(restored.tables.find(({ name }) => name === 'jobs')?.rows).toBe(20);
  expect(readFileSync(join(place, 'secret-key'), 'utf8')).toBe('x'.repeat(64));
  const server = await startEmbeddedPostgres({ dataDir: place, log, settings });
  try {
    await withDb(server.url, async (db) => {
      const rows = await many(
        db,
        sql<{ id: string; key: string }>`select id, image_key as key from users where image_key is not null`,
      );
      const kept = new Map(rows.map(({ id, key }) => [id, key]));
      for (const [id, key] of before) expect(kept.get(id)).toBe(key);
      for (const key of kept.values())
        expect(readFileSync(join(place, 'files', key), 'utf8')).toBe(`the picture ${key}`);
      expect(await migrateToLatest(db, { log })).toEqual([]);
    });
  } finally {
    await server.close();
  }
});

test('it goes into an empty external database as well', async () => {
  const database = await testDatabase({ migrated: false });
  const place = join(folder, 'external');
  const { files } = await restoreBackup({ folder: backup, ...keysIn(place), url: database.url, log });
  expect((await readdir(join(place, 'files/public/avatars'))).length).toBe(files);
  const [row] = await many(
    database.db,
    sql<{ n: number }>`select count(*)::int as n from jobs where kind = 'test.odd'`,
  );
  expect(row?.n).toBe(20);
  await database.close();
});

test('a full database or storage is refused, and stays as it is', async () => {
  const place = join(folder, 'refused');
  const database = await testDatabase();
  await expect(restoreBackup({ folder: backup, ...keysIn(place), url: database.url, log })).rejects.toThrow(
    /not empty/,
  );
  await database.close();
  expect(existsSync(join(place, 'files'))).toBe(false);
  const [key = ''] = before.values();
  await keysIn(place).storage.put(key, Buffer.from('theirs'));
  await expect(restoreBackup({ folder: backup, ...keysIn(place), log })).rejects.toThrow(/already holds/);
  expect(readFileSync(join(place, 'files', key), 'utf8')).toBe('theirs');
});

test('files in a bucket are named, not copied', async () => {
  const database = await testDatabase();
  const bucket = { endpoint: 'https://s3.example.org', bucket: 'books' };
  const place = join(folder, 'of-a-bucket');
  const { manifest } = await makeBackup({ fileColumns, url: database.url, dataDir, folder: place, bucket });
  await database.close();
  expect(manifest.files).toEqual({ kept: 'bucket', ...bucket });
  expect((await readdir(place)).sort()).toEqual(['database', 'keys', 'manifest.json']);
  expect((await attempt(place)).files).toBe(0);
});

test('a key or a file that cannot be looked at is not taken for an absent one', async () => {
  const database = await testDatabase();
  const place = mkdtempSync(join(folder, 'loops-'));
  const looped = join(place, 'data');
  mkdirSync(join(looped, 'files'), { recursive: true });
  symlinkSync('secret-key', join(looped, 'secret-key'));
  const options = { fileColumns, url: database.url, dataDir: looped };
  await expect(makeBackup({ ...options, folder: join(place, 'made') })).rejects.toThrow(/ELOOP/);
  expect(existsSync(join(place, 'made'))).toBe(false);
  await database.close();
  const damaged = join(place, 'damaged');
  await cp(backup, damaged, { recursive: true });
  for (const name of ['files.txt', 'manifest.json']) {
    rmSync(join(damaged, name));
    symlinkSync(name, join(damaged, name));
    await expect(attempt(damaged)).rejects.toThrow(/ELOOP/);
  }
  const other = join(place, 'other');
  mkdirSync(other);
  symlinkSync('secret-key', join(other, 'secret-key'));
  await expect(restoreBackup({ folder: backup, ...keysIn(other), log })).rejects.toThrow(/ELOOP/);
});

test('--check tries it and leaves nothing behind', async () => {
  const tried = await attempt(backup);
  expect(tried.tables.length).toBeGreaterThan(60);
  expect(await readdir(join(folder, 'work'))).toEqual([]);
});

test.each([
  [
    'a picture',
    (place: string) => join(place, 'files', [...before.values()][0] ?? ''),
    /files\/.* has changed/,
  ],
  ['a table', (place: string) => join(place, 'database/users.copy.gz'), /users\.copy\.gz has changed/],
  ['the list', (place: string) => join(place, 'files.txt'), /files\.txt has changed/],
])('damage to %s is found, before anything is restored', async (_what, fileOf, complaint) => {
  const damaged = mkdtempSync(join(folder, 'damaged-'));
  await cp(backup, damaged, { recursive: true });
  appendFileSync(fileOf(damaged), `${'0'.repeat(64)} 1 public/invented.webp\n`);
  await expect(attempt(damaged)).rejects.toThrow(complaint);
  const place = join(damaged, 'place');
  await expect(restoreBackup({ folder: damaged, ...keysIn(place), log })).rejects.toThrow(complaint);
  expect(existsSync(place)).toBe(false);
});

test('half a backup has another name and no manifest; a full folder is not written into', async () => {
  await expect(
    makeBackup({
      fileColumns,
      url: 'postgres://nobody@127.0.0.1:1/none',
      dataDir,
      folder: join(folder, 'half'),
    }),
  ).rejects.toThrow();
  expect(existsSync(join(folder, 'half'))).toBe(false);
  expect(existsSync(join(folder, 'half.unfinished'))).toBe(false);
  await expect(makeBackup({ fileColumns, url: '', dataDir, folder: backup })).rejects.toThrow(/not empty/);
  await expect(attempt(dataDir)).rejects.toThrow(/not a finished backup/);
});

test.skipIf(process.platform === 'win32')('nobody else can read it', () => {
  expect(statSync(backup).mode & 0o777).toBe(0o700);
});
