import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeptStore } from './kept-store.ts';
import { limited } from './limited-store.ts';
import { memoryStore } from './memory-store.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});

it('rejects when the database never responds, for every call', async () => {
  const silent = limited({ ...memoryStore(), books: never, putBook: never });
  const asked = Promise.allSettled([silent.books(), silent.putBook({} as never)]);
  await vi.advanceTimersByTimeAsync(20_000);
  for (const outcome of await asked)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StorageError', isSilent: true } });
});

it.each([
  [new TypeError('indexedDB is undefined'), false],
  [new DOMException('full', 'QuotaExceededError'), true],
  // An error event without an error.
  [null, false],
])('says that the storage failed, whatever the database throws: %s', async (thrown, isFull) => {
  const broken = limited({ ...memoryStore(), books: () => Promise.reject(thrown) });
  await expect(broken.books()).rejects.toMatchObject({ name: 'StorageError', isFull, isSilent: false });
});

it('passes a response through', async () => {
  const store: KeptStore = limited(memoryStore());
  expect(await store.books()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
