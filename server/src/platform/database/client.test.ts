import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordingLog, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { connect, type Db, many, one } from './database.ts';
import { brokenConstraint, isUnavailable } from './errors.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
const log = recordingLog();

beforeAll(async () => {
  database = await testDatabase();
  await sql`create table items (id int primary key, name text)`.execute(database.db);
  await sql`insert into items values (1, 'one')`.execute(database.db);
});
afterAll(() => database.close());

async function withPool(work: (db: Db) => Promise<void>, options: object = {}): Promise<void> {
  const { db } = connect({ url: database.url, size: 1, log, ...options });
  await work(db).finally(() => db.destroy());
}

const prepared = (db: Db) =>
  many(
    db,
    sql<{ statement: string }>`select statement from pg_prepared_statements where statement like '%items%'
    and statement not like '%pg_prepared_statements%'`,
  );

test('a statement gets a name when it comes again', () =>
  withPool(async (db) => {
    const read = (id: number) => many(db, sql`select name from items where id = ${id}`);
    await read(1);
    expect(await prepared(db)).toEqual([]);
    await read(2);
    expect(await read(1)).toEqual([{ name: 'one' }]);
    expect(await prepared(db)).toEqual([{ statement: 'select name from items where id = $1' }]);
  }));

test('all connections of a pool are opened before the first statement', async () => {
  // Sessions of the pool before may still be ending.
  const { now } = await one(database.db, sql<{ now: string }>`select clock_timestamp()::text as now`);
  const { db, counts, openAll } = connect({ url: database.url, size: 5, log });
  await openAll();
  const opened = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and backend_start > ${now}::timestamptz`;
  expect(await one(database.db, opened)).toEqual({ n: 5 });
  expect(counts()).toEqual({ total: 5, idle: 5, waiting: 0 });
  await db.destroy();
});

test('a database that does not answer is no fault of a pool that is opened early', async () => {
  const { db, openAll } = connect({ url: 'postgres://nobody@127.0.0.1:9/none', size: 2, log });
  await openAll();
  await db.destroy();
});

test('there are at most 200 names', () =>
  withPool(async (db) => {
    for (let index = 0; index < 220; index += 1) {
      for (const _ of [1, 2]) await sql.raw(`select ${index} from items`).execute(db);
    }
    expect(await one(db, sql`select count(*) as n from pg_prepared_statements`)).toEqual({ n: 200 });
  }));

test('names can be switched off for poolers', () =>
  withPool(
    async (db) => {
      for (const _ of [1, 2, 3]) await many(db, sql`select name from items where id = 1`);
      expect(await prepared(db)).toEqual([]);
    },
    { namedStatements: false },
  ));

test('a kept plan whose columns changed is planned anew after one error', () =>
  withPool(async (db) => {
    await sql`create table shapes (a int)`.execute(db);
    const read = () => many(db, sql`select * from shapes`);
    for (const _ of [1, 2, 3]) await read();
    await sql`alter table shapes add column b int`.execute(db);
    await expect(read()).rejects.toThrow(/cached plan/);
    expect(await read()).toEqual([]);
  }));

test('a connection lost within a transaction is an error of the request, not of the process', async () => {
  await withPool(async (db) => {
    const cut = inTransaction(db, async (tx) => {
      const { pid } = await one(tx, sql<{ pid: number }>`select pg_backend_pid() as pid`);
      await sql`select pg_terminate_backend(${pid})`.execute(database.db);
      await vi.waitFor(
        async () =>
          expect(await many(database.db, sql`select 1 from pg_stat_activity where pid = ${pid}`)).toEqual([]),
        { timeout: 10_000 },
      );
      await sql`select 1`.execute(tx);
    });
    expect(isUnavailable(await cut.catch((error: unknown) => error))).toBe(true);
    expect(await one(db, sql`select 1 as one`)).toEqual({ one: 1 });
  });
});

test('a broken constraint is named', async () => {
  const error = await sql`insert into items values (1, 'again')`
    .execute(database.db)
    .catch((caught) => caught);
  expect(brokenConstraint(error)).toBe('items_pkey');
  expect(isUnavailable(error)).toBe(false);
});

/** A road to the database that can be made to swallow everything without a word. */
async function road(): Promise<{ host: string; swallow(on: boolean): void; close(): void }> {
  const { searchParams, hostname, port } = new URL(database.url);
  const folder = searchParams.get('host');
  const target = folder
    ? { path: join(folder, '.s.PGSQL.5432') }
    : { host: hostname, port: Number(port || 5432) };
  const sockets = new Set<Socket>();
  let swallowing = false;
  const server: Server = createServer((from) => {
    const to = dial(target);
    sockets.add(from).add(to);
    from.on('data', (data) => swallowing || to.write(data)).on('error', () => {});
    to.on('data', (data) => swallowing || from.write(data)).on('error', () => {});
    from.on('close', () => to.destroy());
    to.on('close', () => swallowing || from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `127.0.0.1:${(server.address() as { port: number }).port}`,
    swallow: (on) => {
      swallowing = on;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a database that falls silent gives clear errors, and is found again', async () => {
  const { host, swallow, close } = await road();
  const url = new URL(database.url);
  url.search = '';
  const through = url.href.replace(url.host, host);
  await withPool(
    async (db) => {
      await many(db, sql`select 1 from items`);
      swallow(true);
      for (const _ of ['the open connection', 'a new connection']) {
        const error = await many(db, sql`select 1 from items`).catch((caught: unknown) => caught);
        expect(isUnavailable(error)).toBe(true);
      }
      swallow(false);
      expect(await one(db, sql`select 1 as one`)).toEqual({ one: 1 });
    },
    { url: through },
  ).finally(close);
});

test('a database that is not there is an error at once', async () => {
  const url = `postgres://nobody@localhost/none?host=${encodeURIComponent(join(tmpdir(), 'no-such-folder'))}`;
  await withPool(
    async (db) => {
      const error = await many(db, sql`select 1`).catch((caught: unknown) => caught);
      expect(isUnavailable(error)).toBe(true);
    },
    { url },
  );
});
