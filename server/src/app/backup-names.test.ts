import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '../platform/backup/make-backup.ts';
import { tryBackup } from '../platform/backup/restore-backup.ts';
import { localStorage } from '../platform/files/local-storage.ts';
import { newId } from '../platform/ids.ts';
import { recordingLog, type TestDatabase, testDatabase } from '../testing/database.ts';
import { FILE_COLUMNS, FILE_QUERIES } from './file-columns.ts';

const folder = mkdtempSync(join(tmpdir(), 'vesalius-names-'));
const workId = newId();
const contents = Array.from({ length: 12 }, (_, index) => `source ${index}`);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const names = { fileColumns: FILE_COLUMNS, fileQueries: FILE_QUERIES };
let database: TestDatabase;

/** A storage with the source files and the pages of one release. */
async function fullStorage(): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const storage = localStorage(join(dataDir, 'files'));
  for (const text of contents) await storage.put(`assets/${hashOf(text)}`, Buffer.from(text));
  for (const page of ['0003', '0004'])
    for (const file of ['1x.webp', 'thumb.webp', 'text.json'])
      await storage.put(`books/${workId}/1/pages/${page}/${file}`, Buffer.from(file));
  return dataDir;
}
const backUp = async (dataDir: string) => {
  const place = join(mkdtempSync(join(folder, 'backup-')), 'made');
  return { place, ...(await makeBackup({ ...names, url: database.url, dataDir, folder: place })) };
};
const check = (place: string) =>
  tryBackup({ ...names, folder: place, workFolders: join(folder, 'work'), log: recordingLog() });

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await sql`insert into works (id, manifest, created_at, changed_at) values (${workId}, '{}', now(), now())`.execute(
    db,
  );
  for (const [index, text] of contents.entries()) {
    await sql`insert into assets (hash, bytes, media_type, stored_at)
      values (${hashOf(text)}, ${text.length}, 'text/plain', now())`.execute(db);
    await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
      values (${workId}, ${`f${index}`}, ${hashOf(text)}, 'f', now())`.execute(db);
  }
  const runs = [{ first: 1, last: 2, set: `${workId}/1`, from: 3 }];
  await sql`insert into releases (book_id, revision, slug, edition, started_at, published_at, page_runs)
    values (${workId}, 1, 'b', '1', now(), now(), ${JSON.stringify(runs)}::jsonb)`.execute(db);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('files behind links are in the backup, once, also if a link leads back', async () => {
  const dataDir = await fullStorage();
  const disk = mkdtempSync(join(folder, 'disk-'));
  renameSync(join(dataDir, 'files/assets'), join(disk, 'assets'));
  symlinkSync(join(disk, 'assets'), join(dataDir, 'files/assets'));
  const [text = ''] = contents;
  renameSync(join(disk, 'assets', hashOf(text)), join(disk, 'moved'));
  symlinkSync(join(disk, 'moved'), join(disk, 'assets', hashOf(text)));
  symlinkSync(join(dataDir, 'files'), join(dataDir, 'files/books/again'));
  const { place, losses, manifest } = await backUp(dataDir);
  expect(losses).toEqual([]);
  expect(manifest.files).toMatchObject({ count: contents.length + 6 });
  for (const each of contents)
    expect(readFileSync(join(place, 'files/assets', hashOf(each)), 'utf8')).toBe(each);
  await check(place);
});

test('a backup without the source files says so, is marked, and does not pass the check', async () => {
  const dataDir = await fullStorage();
  renameSync(join(dataDir, 'files/assets'), join(dataDir, 'away'));
  symlinkSync(join(dataDir, 'nowhere'), join(dataDir, 'files/assets'));
  const { place, losses, manifest } = await backUp(dataDir);
  expect(losses[0]).toBe('assets is a link that leads nowhere');
  expect(losses).toHaveLength(contents.length + 1);
  expect(losses).toContain(`assets/${hashOf(contents[0] ?? '')} is missing`);
  expect(readFileSync(join(place, 'INCOMPLETE.txt'), 'utf8').trim().split('\n')).toEqual(losses);
  expect(manifest.files).toMatchObject({ lost: { count: losses.length, first: losses.slice(0, 10) } });
  await expect(check(place)).rejects.toThrow(/incomplete: assets\/.* is missing; .* and 3 more/);
});

test('a backup that an earlier version called good is found to be incomplete', async () => {
  const dataDir = await fullStorage();
  rmSync(join(dataDir, `files/books/${workId}/1/pages/0004/text.json`));
  const { place, losses } = await backUp(dataDir);
  expect(losses).toEqual([`books/${workId}/1/pages/0004/text.json is missing`]);
  const path = join(place, 'manifest.json');
  const { files, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...rest, files: { ...files, lost: undefined } }));
  await expect(check(place)).rejects.toThrow(/incomplete: books\/.*text\.json is missing$/);
});

test('a source file that is cut or altered is a loss', async () => {
  const dataDir = await fullStorage();
  const [cut = '', altered = ''] = contents;
  writeFileSync(join(dataDir, 'files/assets', hashOf(cut)), 'sour');
  writeFileSync(join(dataDir, 'files/assets', hashOf(altered)), altered.toUpperCase());
  const { losses, place } = await backUp(dataDir);
  expect([...losses].sort()).toEqual(
    [
      `assets/${hashOf(cut)} has 4 bytes instead of ${cut.length}`,
      `assets/${hashOf(altered)} has another content`,
    ].sort(),
  );
  await expect(check(place)).rejects.toThrow(/incomplete/);
});

test('a complete backup has no mark', async () => {
  const { place, losses } = await backUp(await fullStorage());
  expect(losses).toEqual([]);
  expect(existsSync(join(place, 'INCOMPLETE.txt'))).toBe(false);
});
