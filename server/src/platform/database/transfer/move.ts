import { existsSync, readdirSync } from 'node:fs';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import type { Log } from '../pool.ts';
import { demandEmpty, type LoadedTable, load } from './load.ts';
import { openSnapshot } from './snapshot.ts';

class SourceInUse extends Error {}

/** True if the product has run on this folder with the embedded database. */
export const holdsEmbedded = (dataDir: string): boolean =>
  existsSync(dataDir) && readdirSync(dataDir).some((name) => /^postgres-\d+$/.test(name));

/**
 * Copies the embedded database of a data folder into an empty database elsewhere. The source is only read. It must not be in
 * use, because data written during the move would be lost.
 */
export async function moveDatabase(options: {
  dataDir: string;
  url: string;
  log: Log;
  onTable?: (table: LoadedTable) => void;
}): Promise<LoadedTable[]> {
  const { dataDir, url, log, onTable } = options;
  if (!holdsEmbedded(dataDir)) throw new Error(`${dataDir} holds no embedded database`);
  await demandEmpty(url);
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  try {
    if (!embedded.isOwner())
      throw new SourceInUse(
        `the product (or an import) runs on ${dataDir}: stop it first, so that nothing is written during the move`,
      );
    // A product that is started now joins this server, and waits for the lock instead of writing.
    const snapshot = await openSnapshot(embedded.url, { lock: true });
    try {
      return await load(url, snapshot, onTable);
    } finally {
      await snapshot.close();
    }
  } finally {
    await embedded.close();
  }
}
