import type { Config } from '../../config/config.ts';
import type { Deps } from '../deps.ts';
import { storeIsAway } from './storage.ts';

/**
 * Logs one line at start if the bucket does not answer or refuses access. The product starts all the same; files are
 * available as soon as the store answers.
 */
export async function checkStore({
  config,
  storage,
  log,
}: Pick<Deps, 'storage' | 'log'> & { config: Config }) {
  if (!config.S3_ENDPOINT) return;
  try {
    await storage.find('start-check');
  } catch (error) {
    const reason = storeIsAway(error) ? error.cause.message : (error as Error).message;
    log.warn({ reason }, 'the object store cannot be read: files are unavailable until it answers');
  }
}
