import { setTimeout as sleep } from 'node:timers/promises';
import { type Storage, storeIsAway } from '../../../platform/files/storage.ts';

/** Delays between attempts to reach the store (milliseconds): about two minutes in all, longer than its restart. */
const STORE_DELAYS_MS = [2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000];

/**
 * Retries while the store is unavailable, so that a short outage does not end an hour of work. Only for content that
 * can be sent again.
 */
export function patientStorage(
  storage: Storage,
  {
    signal,
    delaysMs = STORE_DELAYS_MS,
  }: { signal?: AbortSignal | undefined; delaysMs?: readonly number[] | undefined },
): Storage {
  const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    for (const delay of delaysMs) {
      try {
        return await work();
      } catch (error) {
        if (!storeIsAway(error)) throw error;
        await sleep(delay, undefined, signal ? { signal } : {});
      }
    }
    return work();
  };
  return {
    ...storage,
    put: (key, content) => patiently(() => storage.put(key, content)),
    putFile: (key, path) => patiently(() => storage.putFile(key, path)),
    find: (key) => patiently(() => storage.find(key)),
  };
}
