import type { Db } from './database.ts';
import { isRetryable, isUnavailable, reasonOf } from './errors.ts';
import type { Log } from './pool.ts';

/** After a failure the standby is left alone for so long. */
const REST_MS = 5_000;

/**
 * Runs a read that may be some seconds old, because its answer is the same for all users: lists of the shop, the sitemap,
 * reports. It goes to a standby where there is one. Whatever a user has just written, paid or answered is read with `db`.
 */
export type ReadDelayed = <Result>(read: (db: Db) => Promise<Result>) => Promise<Result>;

export const fromPrimary =
  (primary: Db): ReadDelayed =>
  (read) =>
    read(primary);

/** From the standby; from the primary while the standby does not answer, or cancels the read because it has to catch up. */
export function fromStandby(standby: Db, primary: Db, log: Log): ReadDelayed {
  let restUntil = 0;
  return async (read) => {
    if (Date.now() < restUntil) return read(primary);
    try {
      return await read(standby);
    } catch (error) {
      if (!isUnavailable(error) && !isRetryable(error)) throw error;
      restUntil = Date.now() + REST_MS;
      log.warn({ reason: reasonOf(error) }, 'the standby does not answer; reading from the primary');
      return read(primary);
    }
  };
}
