import { setTimeout as sleep } from 'node:timers/promises';
import { type Storage, storeIsAway } from '../../../platform/files/storage.ts';

/** Between attempts to reach the store, about two minutes: longer than its restart (milliseconds). */
const STORE_DELAYS_MS = [2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000];

/** A store that is away for a moment does not end work of an hour. Only for contents that can be sent again. */
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
