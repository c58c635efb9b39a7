import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { many } from '../platform/database/database.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { describeTables } from '../testing/describe-tables.ts';

const file = join(import.meta.dirname, 'tables.ts');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('types every table as the migrations leave it', async () => {
  const generated = await describeTables(database.db);
  if (process.env.WRITE_SCHEMA_TYPES) writeFileSync(file, generated);
  expect(readFileSync(file, 'utf8').replaceAll('\r\n', '\n'), 'run `npm run schema-types`').toBe(generated);
});

it('every table says in the database what its rows are', async () => {
  const bare = await many(
    database.db,
    sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and obj_description(oid, 'pg_class') is null order by 1`,
  );
  expect(bare.map(({ name }) => name)).toEqual([]);
});

it('types a column as the driver hands it over', async () => {
  const { db } = database;
  await sql`create table typed (
    id uuid primary key, state text not null check (state in ('open', 'closed')), amount numeric,
    day date not null, made_at timestamptz not null, choice_ids uuid[] not null, data jsonb, hash bytea)`.execute(
    db,
  );
  await sql`comment on table typed is 'For this test.'`.execute(db);
  await sql`comment on column typed.amount is 'In cents.'`.execute(db);
  const text = await describeTables(db);
  await sql`drop table typed`.execute(db);
  expect(text).toContain(`/** For this test. */
export interface TypedTable {
  readonly id: string;
  readonly state: 'open' | 'closed';
  /** In cents. */
  readonly amount: number | null;
  readonly day: string;
  readonly madeAt: Date;
  readonly choiceIds: string[];
  readonly data: unknown;
  readonly hash: Buffer | null;
}
`);
});
