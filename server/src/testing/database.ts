import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { connect, type Db } from '../platform/database/database.ts';
import { errorCode } from '../platform/database/errors.ts';
import { urlOfDatabase } from './global-setup.ts';
import { recordingLog } from './recording-log.ts';

export { recordingLog };

export interface TestDatabase {
  db: Db;
  /** For tests that need their own connections, or other processes. */
  url: string;
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  migrated?: boolean;
  poolSize?: number;
  /** The defaults suit a busy machine; tests of these limits pass the product's. */
  statementTimeoutMs?: number;
  connectionTimeoutMs?: number;
}

let made = 0;

/**
 * An empty, migrated database for one test file, copied from the template in about a fifth of a second; close it in
 * `afterAll(() => database.close())`. With `migrated: false` it is not migrated.
 */
export async function testDatabase({
  migrated = true,
  // Requests of one address may hold four of these connections next to a test that holds a row.
  poolSize = 8,
  statementTimeoutMs = 15_000,
  connectionTimeoutMs = 15_000,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('testServer');
  made += 1;
  const name = `test_${server.run}_${process.pid}_${made}`;
  const url = urlOfDatabase(server.url, name);
  await onServer(server.url, async (admin) => {
    const source = migrated ? server.template : 'template1';
    for (let attempt = 1; ; attempt += 1) {
      try {
        await admin.query(`create database ${name} template ${source}`);
        return;
      } catch (error) {
        // Someone is connected to the template, as autovacuum may be for a moment.
        if (errorCode(error) !== '55006' || attempt === 300) throw error;
        await sleep(100);
      }
    }
  });
  const { db } = connect({
    url,
    size: poolSize,
    log: recordingLog(),
    statementTimeoutMs,
    connectionTimeoutMs,
  });
  return {
    db,
    url,
    close: async () => {
      await db.destroy();
      await onServer(server.url, async (admin) => {
        await admin.query(`drop database ${name} with (force)`);
      });
    },
  };
}

/** A connection without the product's timeouts: copying a database may take long on a busy machine. */
async function onServer(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
