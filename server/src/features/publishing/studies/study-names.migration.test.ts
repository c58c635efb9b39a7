import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { buildBook } from '../../../testing/factories.ts';
import { migratedBefore } from '../../../testing/migrated-before.ts';

test('files of studies of earlier releases lose the names they came with, and keep their order', async () => {
  const { db, migrate, close } = await migratedBefore('0172-numbers-for-study-files.sql');
  try {
    const { id: bookId } = await buildBook(db, {});
    await sql`insert into works (id, manifest, created_at, changed_at)
      values (${bookId}, '{}', now(), now()) on conflict do nothing`.execute(db);
    await sql`insert into releases (book_id, revision, slug, edition, started_at)
      values (${bookId}, 71, 'ct', '1', now()) on conflict do nothing`.execute(db);
    const paths = [
      'dicom/a-1/0001-DOE-JOHN_1.dcm',
      'dicom/a-1/0002-IM2',
      // Two studies that mixed.
      'dicom/b-1/0001-DOE.dcm',
      'dicom/b-1/0001-ROE.dcm',
      // Of a book folder, whose maker chose the names.
      'ct/DOE_1.dcm',
      'cover.png',
    ];
    for (const [index, path] of paths.entries()) {
      const hash = `${index}`.repeat(64);
      await sql`insert into assets (hash, bytes, media_type, stored_at)
        values (${hash}, 1, 'application/dicom', now())`.execute(db);
      await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
        values (${bookId}, ${path}, ${hash}, ${path}, now())`.execute(db);
      await sql`insert into release_files (book_id, revision, path, asset_hash)
        values (${bookId}, 71, ${path}, ${hash})`.execute(db);
    }
    const [first = '', second = ''] = ['0', '1'].map((letter) => letter.repeat(64));
    for (const [path, hash] of [
      ['dicom/c-1/0001-DOE.dcm', first],
      ['dicom/c-1/0001-ROE.dcm', first],
      ['dicom/c-1/0002-DOE.dcm', second],
    ])
      await sql`insert into removed_work_files
          (work_id, path, asset_hash, original_name, added_at, removal_id, removed_at)
        values (${bookId}, ${path}, ${hash}, ${path}, now(), ${newId()}, now())`.execute(db);
    await migrate();
    const pathsIn = async (table: string) =>
      (await many(db, sql<{ path: string }>`select path from ${sql.table(table)} order by path`)).map(
        ({ path }) => path,
      );
    const numbered = [
      'cover.png',
      'ct/DOE_1.dcm',
      'dicom/a-1/0001.dcm',
      'dicom/a-1/0002.dcm',
      'dicom/b-1/0001-2.dcm',
      'dicom/b-1/0001.dcm',
    ];
    expect(await pathsIn('work_files')).toEqual(numbered);
    expect(await pathsIn('release_files')).toEqual(numbered);
    expect(await pathsIn('removed_work_files')).toEqual(['dicom/c-1/0001.dcm', 'dicom/c-1/0002.dcm']);
    const names = await many(
      db,
      sql<{ name: string }>`select original_name as name from work_files where path ~ '^dicom/'
        union select original_name from removed_work_files`,
    );
    expect(names.filter(({ name }) => /DOE|ROE/.test(name))).toEqual([]);
  } finally {
    await close();
  }
});
