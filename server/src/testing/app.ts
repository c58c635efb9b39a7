import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildApp } from '../app/app.ts';
import { readConfig, Secret } from '../config/config.ts';
import { createFixedClock } from '../platform/clock.ts';
import { fromPrimary } from '../platform/database/delayed-reads.ts';
import type { Deps } from '../platform/deps.ts';
import { localStorage } from '../platform/files/local-storage.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { type CallingApp, callingApp } from './calling-app.ts';
import { type TestDatabaseOptions, testDatabase } from './database.ts';
import { refuseUndeclaredCodes } from './declared-codes.ts';
import { testPictures } from './pictures.ts';

export type { Answer, CallOptions, Person } from './calling-app.ts';
export interface TestApp extends CallingApp {
  close(): Promise<void>;
}

export const TEST_NOW = '2026-03-01T09:00:00.000Z';

/** The real app on a fresh database, with a fixed clock and a temporary folder. */
export async function testApp(
  overrides: Partial<Deps> = {},
  {
    observe,
    database = {},
    environment = {},
  }: {
    observe?: (app: FastifyInstance) => void;
    database?: TestDatabaseOptions;
    environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestApp> {
  const { db, close } = await testDatabase(database);
  const clock = createFixedClock(TEST_NOW);
  const dataDir = await mkdtemp(join(tmpdir(), 'vesalius-test-'));
  const base: Omit<Deps, 'mailer'> = {
    db,
    readDelayed: fromPrimary(overrides.db ?? db),
    clock,
    storage: localStorage(join(dataDir, 'files')),
    pictures: testPictures(),
    log: pino({ level: 'silent' }),
    config: {
      ...readConfig({
        NODE_ENV: 'test',
        DATA_DIR: dataDir,
        CATALOGUE_CACHE_SECONDS: '0',
        FFMPEG_PATH: 'off',
        ...environment,
      }),
      secretKey: new Secret('a secret of the tests, long enough'),
      publicUrl: 'http://localhost:3000',
    },
    ...overrides,
  };
  const deps: Deps = { mailer: openMailer(base), ...base };
  const app = await buildApp(deps, {
    web: false,
    observe: (server) => {
      refuseUndeclaredCodes(server);
      observe?.(server);
    },
  });
  await app.ready();
  return {
    ...callingApp(app, deps, clock),
    async close() {
      await app.close();
      deps.mailer.close();
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
