import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { recordingLog, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { connect, type Db } from './database.ts';

/* A primary that becomes a standby keeps its address and, for those who do not look, its connections. */
let app: TestApp;
let database: TestDatabase;
let db: Db;
let admin: pg.Client;
const name = () => new URL(database.url).pathname.slice(1);
beforeAll(async () => {
  database = await testDatabase();
  db = connect({ url: database.url, size: 3, log: recordingLog() }).db;
  app = await testApp({ db });
  admin = new pg.Client({ connectionString: inject('testServer').url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await app.close();
  await db.destroy();
  await database.close();
});

const ready = async () => {
  const answer = await app.app.inject({ url: '/readyz' });
  return `${answer.statusCode} ${answer.json().status}`;
};
const write = () => app.call(accountsCalls.forgotPassword, { body: { email: 'ada@example.org' } });
const read = async () => (await app.call(catalogueCalls.listCategories)).status;

it('is unavailable and not ready while it takes no writes, and well again by itself', async () => {
  expect(await ready()).toBe('200 ready');
  expect((await write()).status).toBe(200);

  await admin.query(`alter database ${name()} set default_transaction_read_only = on`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name()]);
  // The pool hears of each lost connection in its own time.
  await vi.waitFor(async () => expect(await ready()).toBe('503 database read-only'), { timeout: 15_000 });
  const refused = await write();
  expect(refused.status).toBe(503);
  expect(refused.body.code).toBe('unavailable');
  expect(refused.headers['retry-after']).toBeDefined();
  expect(await read()).toBe(200);

  // Connections made meanwhile stay read-only for as long as they live.
  await admin.query(`alter database ${name()} reset default_transaction_read_only`);
  await vi.waitFor(async () => expect(await ready()).toBe('200 ready'), { timeout: 15_000 });
  await vi.waitFor(async () => expect((await write()).status).toBe(200), { timeout: 15_000 });
});
