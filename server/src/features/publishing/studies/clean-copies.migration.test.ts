import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { migratedBefore } from '../../../testing/migrated-before.ts';

test('files of studies that an earlier release published or looked at are cleaned again, once each', async () => {
  const { db, migrate, close } = await migratedBefore('0216-copies-cleaned-again.sql');
  try {
    const [copied = '', looked = '', picture = ''] = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
    for (const hash of [copied, looked, picture])
      await sql`insert into assets (hash, bytes, media_type, stored_at)
        values (${hash}, 1, 'application/dicom', now())`.execute(db);
    for (const [hash, purpose, place] of [
      [copied, 'dicom-remove', 'w/one'],
      [copied, 'dicom-remove', 'w/two'],
      [picture, 'image', 'w/three'],
    ])
      await sql`insert into renditions (asset_hash, purpose, place, storage_key, facts, made_at)
        values (${hash}, ${purpose}, ${place}, ${`${place}.dcm`}, '{}', now())`.execute(db);
    for (const hash of [copied, looked])
      await sql`insert into asset_checks (asset_hash, kind, result, checked_at)
        values (${hash}, 'dicom-remove', '{}', now())`.execute(db);
    await migrate();
    const jobs = await many(
      db,
      sql<{ asset: string }>`select payload ->> 'asset' as asset from jobs
        where kind = 'publishing.clean-copies' order by 1`,
    );
    expect(jobs.map(({ asset }) => asset)).toEqual([copied, looked]);
    const versions = await many(
      db,
      sql<{ version: number }>`select distinct cleaning_version as version from renditions`,
    );
    expect(versions).toEqual([{ version: 1 }]);
  } finally {
    await close();
  }
});
