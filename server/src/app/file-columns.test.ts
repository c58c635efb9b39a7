import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { many } from '../platform/database/database.ts';
import { testDatabase } from '../testing/database.ts';
import { FILE_COLUMNS } from './file-columns.ts';

/** Keys that name no file: names in a manifest, keys of requests, and secrets. */
const OTHER_KEYS = [
  'jobs.dedupe_key',
  'payments.attempt_key',
  'study_decisions.material_key',
  'study_keys.material_key',
  'study_keys.uid_key',
  'work_comments.list_key',
  'work_comments.material_key',
  'work_comments.question_key',
  'work_studies.material_key',
];

test('every column whose name ends with _key is known to name a file of the backup, or not to', async () => {
  const { db, close } = await testDatabase();
  try {
    const columns = await many(
      db,
      sql<{ name: string }>`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = current_schema() and column_name like '%\\_key'`,
    );
    const classified = [...FILE_COLUMNS, ...OTHER_KEYS].sort();
    expect(columns.map(({ name }) => name).sort(), 'add it to FILE_COLUMNS or to OTHER_KEYS').toEqual(
      classified,
    );
  } finally {
    await close();
  }
});
