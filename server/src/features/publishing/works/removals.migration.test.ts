import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { buildWork } from '../../../testing/factories.ts';
import { migratedBefore } from '../../../testing/migrated-before.ts';

test('removals of the release before are known, each once', async () => {
  const { db, migrate, close } = await migratedBefore('0171-removals-happen-once.sql');
  try {
    const { id: workId } = await buildWork(db, {});
    const removalId = newId();
    const hash = 'a1'.repeat(32);
    await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, 1, 'image/png', now())`.execute(
      db,
    );
    for (const path of ['a/1.png', 'a/2.png'])
      await sql`insert into removed_work_files
          (work_id, path, asset_hash, original_name, added_at, removal_id, removed_at)
        values (${workId}, ${path}, ${hash}, ${path}, now(), ${removalId}, now())`.execute(db);
    await migrate();
    expect(
      await many(db, sql`select work_id as "workId", id, restored_at as "restoredAt" from file_removals`),
    ).toEqual([{ workId, id: removalId, restoredAt: null }]);
  } finally {
    await close();
  }
});
