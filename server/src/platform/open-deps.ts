import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSettableClock, realClock } from './clock.ts';
import { type Config, ConfigurationError, readConfig, Secret } from './config.ts';
import { type Database, type OnQuery, openDatabase } from './database/database.ts';
import { migrateToLatest } from './database/migrate.ts';
import type { Deps } from './deps.ts';
import { chooseStorage } from './files/choose-storage.ts';
import { createLog } from './log.ts';
import { openMailer } from './mail/mailer.ts';

/** EX_CONFIG of sysexits.h: a supervisor need not try again. */
const EXIT_CONFIGURATION = 78;

/** Everything a process of ours stands on: configuration, log, database (migrated), storage. */
export async function openDeps(
  environment: Record<string, string | undefined>,
  { onQuery }: { onQuery?: OnQuery | undefined } = {},
): Promise<{ deps: Deps; database: Database; log: ReturnType<typeof createLog> }> {
  const config = readConfigOrExit(environment);
  const log = createLog(config.LOG_LEVEL ?? (config.production ? 'info' : 'warn'));
  await mkdir(config.dataDir, { recursive: true });
  const database = await openDatabase({
    databaseUrl: config.DATABASE_URL?.reveal(),
    dataDir: config.dataDir,
    log,
    poolSize: config.DATABASE_POOL_SIZE,
    namedStatements: config.DATABASE_NAMED_STATEMENTS,
    onQuery,
  });
  await migrateToLatest(database.db, { log });
  const base: Omit<Deps, 'mailer'> = {
    db: database.db,
    // In the demo the staff can let time pass; in production it passes by itself.
    clock: config.production ? realClock : createSettableClock(),
    storage: chooseStorage(config),
    log,
    config: {
      ...config,
      secretKey: config.SECRET_KEY ?? (await ownSecretKey(config.dataDir)),
      publicUrl: (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, ''),
    },
  };
  const deps: Deps = { ...base, mailer: openMailer(base) };
  return { deps, database, log };
}

export function readConfigOrExit(environment: Record<string, string | undefined>): Config {
  try {
    const config = readConfig(environment);
    // Complains as well: a bucket that is half configured.
    chooseStorage(config);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EXIT_CONFIGURATION);
  }
}

/** Made once and kept beside the data, so that links signed before a restart stay good. */
async function ownSecretKey(dataDir: string): Promise<Secret> {
  const path = join(dataDir, 'secret-key');
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept) return new Secret(kept.trim());
  // Several processes may start at once: the first one's file stands.
  await writeFile(path, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(() => {});
  return new Secret((await readFile(path, 'utf8')).trim());
}
