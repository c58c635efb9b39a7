import type { Logger } from 'pino';
import { type Config, readConfig } from '../config/config.ts';
import { createSettableClock, realClock } from './clock.ts';
import { openDataFolder } from './data-folder.ts';
import { type Database, type OnQuery, openDatabase } from './database/database.ts';
import { migrateToLatest } from './database/migrate.ts';
import { ensureSessionSettings } from './database/session-settings.ts';
import type { Deps } from './deps.ts';
import { chooseStorage } from './files/choose-storage.ts';
import { diskOr } from './full-disk.ts';
import { createLog } from './log.ts';
import { openMailer } from './mail/mailer.ts';
import { Pictures } from './pictures/pictures.ts';
import { keptSecretKey } from './secret-key.ts';
import { removeDeadWorkFolders, workFoldersOf } from './work-folder.ts';

interface Given {
  config: Config;
  log: Logger;
  onQuery?: OnQuery | undefined;
}
interface Opened {
  deps: Deps;
  database: Database;
  log: Logger;
}

/** For a command or a measurement: configured by the environment. */
export async function openDeps(environment: Record<string, string | undefined>): Promise<Opened> {
  const config = readConfig(environment);
  return openDepsOf({ config, log: logOf(config) });
}

/** Opens what every process needs: log, database (migrated), storage, secret. */
export async function openDepsOf({ config, log, onQuery }: Given): Promise<Opened> {
  await openDataFolder(config.dataDir, log);
  const secretKey = config.SECRET_KEY ?? (await keptSecretKey(config.dataDir));
  await removeDeadWorkFolders(workFoldersOf(config));
  const database = await openMigrated({ config, log, onQuery }).catch(async (error: unknown) => {
    throw config.DATABASE_URL ? error : await diskOr(error, config.dataDir);
  });
  const base: Omit<Deps, 'mailer'> = {
    db: database.db,
    readDelayed: database.readDelayed,
    // In the demo, staff can move the clock.
    clock: config.production ? realClock : createSettableClock(),
    storage: await chooseStorage(config),
    pictures: new Pictures(),
    log,
    config: {
      ...config,
      secretKey,
      publicUrl: (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, ''),
    },
  };
  const deps: Deps = { ...base, mailer: openMailer(base) };
  return { deps, database, log };
}

async function openMigrated({ config, log, onQuery }: Given): Promise<Database> {
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL?.reveal(),
    standbyUrl: config.STANDBY_DATABASE_URL?.reveal(),
    dataDir: config.dataDir,
    log,
    poolSize: config.DATABASE_POOL_SIZE,
    namedStatements: config.DATABASE_NAMED_STATEMENTS,
    patienceMs: config.DATABASE_WAIT_SECONDS * 1000,
    onQuery,
  });
  if (!database.embedded) await ensureSessionSettings(database, log);
  await migrateToLatest(database.db, { log, isGuest: database.isGuest });
  return database;
}

export const logOf = (config: Config): Logger =>
  createLog(config.LOG_LEVEL ?? (config.production ? 'info' : 'warn'));
