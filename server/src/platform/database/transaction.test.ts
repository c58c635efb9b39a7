import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import { affected, connect, jsonb, many, maybeOne, one } from './database.ts';
import { isUnavailable } from './errors.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await sql`create table counters (id int primary key, value int not null)`.execute(database.db);
  await sql`insert into counters values (1, 0), (2, 0)`.execute(database.db);
});
afterAll(() => database.close());

test('types arrive as the table in types.ts says', async () => {
  const row = await one(
    database.db,
    sql<
      Record<string, unknown>
    >`select 9007199254740991::int8 as big, 12.5::numeric as rate, '2027-02-28'::date as day,
      '2027-02-28T10:00:00Z'::timestamptz as moment, array[1, 2]::int8[] as list, ${jsonb([{ a: 1 }])} as json`,
  );
  expect(row).toEqual({
    big: Number.MAX_SAFE_INTEGER,
    rate: 12.5,
    day: '2027-02-28',
    moment: new Date('2027-02-28T10:00:00Z'),
    list: [1, 2],
    json: [{ a: 1 }],
  });
  await expect(one(database.db, sql`select 9007199254740993::int8`)).rejects.toThrow(/too large/);
});

test('one() insists on a row, maybeOne() does not, affected() counts', async () => {
  await expect(one(database.db, sql`select 1 where false`)).rejects.toThrow(/no row/);
  expect(await maybeOne(database.db, sql`select 1 where false`)).toBeNull();
  expect(await affected(database.db, sql`update counters set value = value where id = 99`)).toBe(0);
  expect(await affected(database.db, sql`update counters set value = value`)).toBe(2);
});

test('a serialization conflict runs the work again', async () => {
  const increment = () =>
    inTransaction(
      database.db,
      async (tx) => {
        const { value } = await one(tx, sql<{ value: number }>`select value from counters where id = 1`);
        await sql`update counters set value = ${value + 1} where id = 1`.execute(tx);
      },
      { isolation: 'serializable' },
    );
  await Promise.all([increment(), increment(), increment()]);
  expect(await one(database.db, sql`select value from counters where id = 1`)).toEqual({ value: 3 });
});

test('a deadlock runs the victim again', async () => {
  const bothTaken = { count: 0 };
  const lockBoth = (first: number, second: number) =>
    inTransaction(database.db, async (tx) => {
      await sql`update counters set value = value + 1 where id = ${first}`.execute(tx);
      bothTaken.count += 1;
      while (bothTaken.count < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await sql`update counters set value = value + 1 where id = ${second}`.execute(tx);
    });
  const before = await many(database.db, sql<{ value: number }>`select value from counters order by id`);
  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)]);
  const after = await many(database.db, sql<{ value: number }>`select value from counters order by id`);
  expect(after.map((row, index) => row.value - before[index]!.value)).toEqual([2, 2]);
});

test('other errors come through and nothing is kept', async () => {
  const failing = inTransaction(database.db, async (tx) => {
    await sql`update counters set value = 1000`.execute(tx);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await maybeOne(database.db, sql`select 1 from counters where value = 1000`)).toBeNull();
});

test('a transaction within a transaction is the same one', async () => {
  await inTransaction(database.db, async (tx) => {
    await inTransaction(tx, async (inner) => expect(inner).toBe(tx));
    await expect(inTransaction(tx, async () => {}, { isolation: 'serializable' })).rejects.toThrow(
      /isolation/,
    );
  });
});

test('a slow statement is cut off, a report may ask for more', async () => {
  const { db } = connect({ url: database.url, size: 1, log: recordingLog() });
  const error = await sql`select pg_sleep(1.8)`.execute(db).catch((caught: unknown) => caught);
  expect(isUnavailable(error)).toBe(true);
  await inTransaction(
    db,
    async (tx) => {
      await sql`select pg_sleep(2.2)`.execute(tx);
    },
    { statementTimeoutMs: 10_000 },
  );
  await db.destroy();
});
