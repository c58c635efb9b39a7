import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret } from '../config/config.ts';
import { isSecret, MIN_SECRET_LENGTH } from '../config/config-checks.ts';
import { createFileOnce } from './files/durable-file.ts';
import { StartError } from './start-error.ts';

/**
 * The secret of a data folder, created at the first start and stored, so that signatures stay valid after a restart. A
 * secret that is too short is never used and never replaced: an interrupted write or a failed copy left it, and the right
 * one may be in a backup.
 */
export async function keptSecretKey(dataDir: string): Promise<Secret> {
  const path = join(dataDir, 'secret-key');
  const read = async () => (await readFile(path, 'utf8')).trim();
  const stored = await read().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await createFileOnce(path, randomBytes(48).toString('base64url'));
    return read();
  });
  if (!isSecret(stored))
    throw new StartError(
      `${path} holds no secret of at least ${MIN_SECRET_LENGTH} random characters (${stored.length} are there): put the file of your backup in its place, or delete it and a new one is made (signed links end, and authenticators have to be set up again)`,
    );
  return new Secret(stored);
}
