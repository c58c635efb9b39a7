import { statfs } from 'node:fs/promises';
import { EXIT, StartError } from './start-error.ts';

/** What PostgreSQL needs to start and to be migrated: two segments of its log. */
const LEAST_FREE_BYTES = 32 * 2 ** 20;

/** Why the embedded database failed at the start: the full disk, of which PostgreSQL tells only its own log, or the error itself. */
export async function diskOr(
  error: unknown,
  dataDir: string,
  leastFreeBytes = LEAST_FREE_BYTES,
): Promise<unknown> {
  if (error instanceof StartError) return error;
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  if (freeBytes >= leastFreeBytes) return error;
  const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20);
  return new StartError(
    `The disk of ${dataDir} is full: ${megabytes(freeBytes)} MB are free, and the database needs at least ${megabytes(leastFreeBytes)} to start (see postgres.log there). Free some and start again.`,
    { exitCode: EXIT.tryAgain, cause: error },
  );
}
