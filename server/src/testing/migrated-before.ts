import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Db } from '../platform/database/database.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { recordingLog, testDatabase } from './database.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');

/** A database with the schema before a migration; `migrate` applies that one and all later ones. */
export async function migratedBefore(
  migration: string,
): Promise<{ db: Db; migrate: () => Promise<void>; close: () => Promise<void> }> {
  if (!readdirSync(MIGRATIONS).includes(migration)) throw new Error(`there is no ${migration}`);
  const folder = mkdtempSync(join(tmpdir(), 'vesalius-migrations-'));
  const log = recordingLog();
  const database = await testDatabase({ migrated: false });
  const isBefore = (path: string) => path === MIGRATIONS || basename(path) < migration;
  cpSync(MIGRATIONS, folder, { recursive: true, filter: isBefore });
  await migrateToLatest(database.db, { log, folder });
  return {
    db: database.db,
    migrate: async () => {
      await migrateToLatest(database.db, { log });
    },
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
