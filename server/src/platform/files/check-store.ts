import type { Config } from '../../config/config.ts';
import type { Deps } from '../deps.ts';
import { storeIsAway } from './storage.ts';

/**
 * At the start: one line when the bucket does not answer or refuses. The product serves all the same, and pages and files are
 * there as soon as the store is.
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
