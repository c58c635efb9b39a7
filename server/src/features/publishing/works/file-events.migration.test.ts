import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { buildUser, buildWork } from '../../../testing/factories.ts';
import { migratedBefore } from '../../../testing/migrated-before.ts';

test('files and removals of the release before are in the history, images of a study as their folder', async () => {
  const { db, migrate, close } = await migratedBefore('0175-file-events.sql');
  try {
    const { id: workId } = await buildWork(db, {});
    const { id: userId } = await buildUser(db, {});
    const [picture, slice] = ['a1'.repeat(32), 'b2'.repeat(32)];
    await sql`insert into assets (hash, bytes, media_type, stored_at)
      values (${picture}, 1, 'image/png', now()), (${slice}, 1, 'application/dicom', now())`.execute(db);
    for (const [path, hash] of [
      ['a.png', picture],
      ['dicom/x/DOE-1.dcm', slice],
      ['dicom/x/DOE-2.dcm', slice],
    ])
      await sql`insert into work_files (work_id, path, asset_hash, original_name, added_by, added_at)
        values (${workId}, ${path}, ${hash}, ${path}, ${userId}, now())`.execute(db);
    const removalId = newId();
    await sql`insert into removed_work_files
        (work_id, path, asset_hash, original_name, added_at, removal_id, removed_by, removed_at)
      values (${workId}, 'b.png', ${picture}, 'b.png', now(), ${removalId}, ${userId}, now())`.execute(db);
    await migrate();
    expect(
      await many(
        db,
        sql`select kind, path, files from work_file_events where work_id = ${workId} order by path`,
      ),
    ).toEqual([
      { kind: 'added', path: 'a.png', files: 1 },
      { kind: 'removed', path: 'b.png', files: 1 },
      { kind: 'added', path: 'dicom/x', files: 2 },
    ]);
  } finally {
    await close();
  }
});
