import { expect, it, vi } from 'vitest';
import type { Db } from './database/database.ts';
import { RecentList } from './recent-list.ts';

const db = {} as Db;

it('is unavailable until it was read once, and then counts while the database is away', async () => {
  let isAway = true;
  let count = 0;
  const list = new RecentList(async () => {
    count += 1;
    if (isAway) throw new Error('away');
    return count;
  });
  await expect(list.read(db)).rejects.toMatchObject({ code: 'unavailable' });
  isAway = false;
  // Callers at the same time share one statement.
  expect(await Promise.all([list.read(db), list.read(db)])).toEqual([2, 2]);
  isAway = true;
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  expect(await list.read(db)).toBe(2);
  clock.mockRestore();
  expect(count).toBe(3);
});

it('is not held up by a database that stalls', async () => {
  let stalls = false;
  const list = new RecentList(() => (stalls ? new Promise<number>(() => {}) : Promise.resolve(1)));
  await list.read(db);
  stalls = true;
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  expect(await list.read(db)).toBe(1);
  clock.mockRestore();
});
