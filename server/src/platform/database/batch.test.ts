import { expect, test } from 'vitest';
import { batched } from './batch.ts';
import type { Db } from './database.ts';

const db = { isTransaction: false } as Db;
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

test('what is asked together goes together, and everybody gets their own answer', async () => {
  const sizes: number[] = [];
  const double = batched<number, number>(async (_db, asks) => {
    sizes.push(asks.length);
    await pause();
    return asks.map((ask) => ask * 2);
  });
  const asked = Array.from({ length: 200 }, (_, index) => index);
  expect(await Promise.all(asked.map((ask) => double(db, ask)))).toEqual(asked.map((ask) => ask * 2));
  expect(sizes).toEqual([64, 64, 64, 8]);
});

test('so many statements at once as told, of so many questions', async () => {
  let running = 0;
  let most = 0;
  const sizes: number[] = [];
  const store = batched<number, number>(
    async (_db, asks) => {
      running += 1;
      most = Math.max(most, running);
      sizes.push(asks.length);
      await pause();
      running -= 1;
      return asks;
    },
    { maxBatchSize: 4, concurrency: 3 },
  );
  const asked = Array.from({ length: 20 }, (_, index) => index);
  expect(await Promise.all(asked.map((ask) => store(db, ask)))).toEqual(asked);
  expect(most).toBe(3);
  expect(sizes).toEqual([4, 4, 4, 4, 4]);
});

test('an answer is never older than its question', async () => {
  let value = 1;
  const read = batched<null, number>(async (_db, asks) => {
    const seen = value;
    await pause();
    return asks.map(() => seen);
  });
  const before = read(db, null);
  await new Promise((resolve) => setImmediate(resolve));
  value = 2;
  const after = read(db, null);
  expect([await before, await after]).toEqual([1, 2]);
});

test('a question that breaks the statement fails alone', async () => {
  const half = batched<number, number>(async (_db, asks) => {
    if (asks.includes(3)) throw new Error('3 breaks it');
    return asks.map((ask) => ask / 2);
  });
  const settled = await Promise.allSettled([2, 3, 4].map((ask) => half(db, ask)));
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
    1,
    '3 breaks it',
    2,
  ]);
});

test('when the database is away, everybody is told and nothing is tried again', async () => {
  let calls = 0;
  const read = batched<number, number>(async () => {
    calls += 1;
    throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  });
  const settled = await Promise.allSettled([1, 2].map((ask) => read(db, ask)));
  expect(settled.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect(calls).toBe(1);
});

test('within a transaction nothing is joined', async () => {
  const sizes: number[] = [];
  const read = batched<number, number>(async (_db, asks) => {
    sizes.push(asks.length);
    return [...asks];
  });
  const tx = { isTransaction: true } as Db;
  await Promise.all([read(tx, 1), read(tx, 2)]);
  expect(sizes).toEqual([1, 1]);
});
