import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { many } from '../platform/database/database.ts';
import { toldConstraints } from '../platform/errors.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import './features.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('every constraint that a feature has a code for is in the database', async () => {
  const rows = await many(
    database.db,
    sql<{ name: string }>`
      select conname as name from pg_constraint where connamespace = current_schema()::regnamespace
      union select indexname from pg_indexes where schemaname = current_schema()`,
  );
  const names = new Set(rows.map(({ name }) => name));
  expect(toldConstraints()).toContain('users_email');
  expect(toldConstraints().filter((name) => !names.has(name))).toEqual([]);
});
