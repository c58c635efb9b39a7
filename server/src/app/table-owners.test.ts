import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { many } from '../platform/database/database.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { TABLE_OWNERS, WRITES_ELSEWHERE } from './table-owners.ts';

const source = join(import.meta.dirname, '..');
const files = ['features', 'platform', 'app'].flatMap((folder) =>
  readdirSync(join(source, folder), { recursive: true })
    .map((name) => join(folder, String(name)).split(sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')),
);
const ownerOf = new Map<string, string>(
  Object.entries(TABLE_OWNERS).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
);

/** Tables that a file's SQL writes, in both spellings: by name, and as `sql.table(..)`. */
function writtenBy(text: string): { tables: Set<string>; isOpen: boolean } {
  const statement = /\b(?:insert into|update|delete from)\s+(?:([a-z_]+)\b|\$\{sql\.(?:table|ref)\()/gi;
  const found = [...text.matchAll(statement)].map(([, table]) => table?.toLowerCase());
  return {
    // `for update of`, `do update set`, and prose are no tables.
    tables: new Set(found.filter((table) => table !== undefined && ownerOf.has(table)) as string[]),
    isOpen: found.includes(undefined),
  };
}

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('every table has one owner, and no owner has a table that does not exist', async () => {
  const rows = await many(
    database.db,
    sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'kysely%'`,
  );
  const owned = Object.values(TABLE_OWNERS).flat();
  expect([...owned].sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('only the owner writes a table', () => {
  const strangers: string[] = [];
  const open: string[] = [];
  const used = new Set<string>();
  for (const name of files) {
    const { tables, isOpen } = writtenBy(readFileSync(join(source, name), 'utf8'));
    const elsewhere = WRITES_ELSEWHERE[name]?.tables ?? [];
    if (isOpen) open.push(name);
    for (const table of tables) {
      if (name.startsWith(`${ownerOf.get(table)}/`)) continue;
      if (elsewhere.includes(table)) used.add(`${name}: ${table}`);
      else strangers.push(`${name} writes ${table} of ${ownerOf.get(table)}`);
    }
  }
  expect(strangers).toEqual([]);
  // A table that is named at run time: each was looked at.
  expect(open).toEqual([
    'features/commerce/staff/price-queries.ts',
    'features/publishing/preview/preview-queries.ts',
  ]);
  const named = Object.entries(WRITES_ELSEWHERE).flatMap(([name, { tables }]) =>
    open.includes(name) ? [] : tables.map((table) => `${name}: ${table}`),
  );
  expect([...used].sort()).toEqual(named.sort());
});
