import { catalogueCalls as calls } from '@vesalius/contract/catalogue-calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { recordingLog, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { buildBook } from '../../testing/factories.ts';
import { connect } from './database.ts';
import { fromStandby } from './delayed-reads.ts';

/* Two databases: the standby has a book that the primary does not have, so every list tells where it was read. */
let primary: TestDatabase;
let standby: TestDatabase;
let onPrimary: string;
let onStandby: string;
beforeAll(async () => {
  [primary, standby] = [await testDatabase(), await testDatabase()];
  onPrimary = (await buildBook(primary.db, { title: 'On the primary' })).id;
  onStandby = (await buildBook(standby.db, { title: 'On the standby' })).id;
});
afterAll(async () => {
  await standby.close();
  await primary.close();
});

async function withStandbyAt(
  url: string,
  work: (app: TestApp, log: ReturnType<typeof recordingLog>) => Promise<void>,
) {
  const log = recordingLog();
  const { db } = connect({ url, size: 2, log });
  const app = await testApp({ db: primary.db, readDelayed: fromStandby(db, primary.db, log) });
  try {
    await work(app, log);
  } finally {
    await app.close();
    await db.destroy();
  }
}

const titles = async (app: TestApp) => {
  const { status, body } = await app.call(calls.listBooks);
  expect(status).toBe(200);
  return body.data.map(({ title }: { title: string }) => title);
};

it('public lists and the sitemap come from the standby, a profile from the primary', () =>
  withStandbyAt(standby.url, async (app) => {
    expect(await titles(app)).toEqual(['On the standby']);
    expect((await app.app.inject({ url: '/sitemap.xml' })).body).toContain(`/book-profile/${onStandby}<`);
    expect((await app.call(calls.getBook, { params: { id: onPrimary } })).status).toBe(200);
    expect((await app.call(calls.getBook, { params: { id: onStandby } })).status).toBe(404);
  }));

it('readers notice nothing of a standby that does not answer; the log says it once', () =>
  withStandbyAt('postgres://nobody@127.0.0.1:9/none', async (app, log) => {
    for (const _ of [1, 2, 3]) expect(await titles(app)).toEqual(['On the primary']);
    expect(log.lines.map(({ text }) => text)).toEqual([
      'the standby does not answer; reading from the primary',
    ]);
  }));

it.each([
  ['cancels the read to catch up', '40001'],
  ['ends', '57P01'],
])('a standby that %s during a read does not fail it', async (_what, code) => {
  const read = fromStandby(standby.db, primary.db, recordingLog());
  const answer = await read(async (db) => {
    if (db === standby.db) throw Object.assign(new Error('canceled'), { code });
    return 'from the primary';
  });
  expect(answer).toBe('from the primary');
});

it('a read that is wrong in itself fails, and is not tried twice', async () => {
  let tries = 0;
  const read = fromStandby(standby.db, primary.db, recordingLog());
  const wrong = read(async () => {
    tries += 1;
    throw Object.assign(new Error('syntax'), { code: '42601' });
  });
  await expect(wrong).rejects.toThrow('syntax');
  expect(tries).toBe(1);
});
