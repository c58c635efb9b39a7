import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { buildBook, buildWork } from '../../../testing/factories.ts';
import { replaceAssignments } from '../store/book-queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('publishing a folder replaces the authors and editors that it names, and no producer', async () => {
  const { db } = database;
  const { id } = await buildBook(db, { authors: ['old@people.example'] });
  await buildWork(db, { id, producers: ['maker@people.example'] });
  await inTransaction(db, (tx) =>
    replaceAssignments(tx, id, { authors: ['new@people.example'], editors: [] }),
  );
  const rows = await many(
    db,
    sql`select email, role from book_assignments where book_id = ${id} order by email`,
  );
  expect(rows).toEqual([
    { email: 'maker@people.example', role: 'producer' },
    { email: 'new@people.example', role: 'author' },
  ]);
});
