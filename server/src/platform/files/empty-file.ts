import type { Deps } from '../deps.ts';
import { ProductError } from '../errors.ts';

const RETRY_AFTER_SECONDS = 60;

/** Logs that a stored file is empty, and returns the answer to whoever asked for it: it may be restored, so it is not absent for good. */
export function emptyFile({ log }: Pick<Deps, 'log'>, key: string): ProductError {
  log.error({ key }, 'a stored file is empty: restore it from a backup');
  return new ProductError('unavailable', {
    detail: `${key} is empty`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
