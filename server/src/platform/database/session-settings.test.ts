import { createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordingLog, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { one, openDatabase } from './database.ts';
import { ensureSessionSettings } from './session-settings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ migrated: false });
});
afterAll(() => database.close());

/** What a pooler passes on of a startup message: whose connection to which database, and nothing else. */
function withoutParameters(message: Buffer): Buffer {
  const words = message
    .subarray(8, message.length - 2)
    .toString()
    .split('\0');
  const kept: string[] = [];
  for (let index = 0; index < words.length; index += 2)
    if (words[index] === 'user' || words[index] === 'database')
      kept.push(words[index] ?? '', words[index + 1] ?? '');
  const body = Buffer.from(`${kept.join('\0')}\0\0`);
  const head = Buffer.from(message.subarray(0, 8));
  head.writeInt32BE(head.length + body.length);
  return Buffer.concat([head, body]);
}

async function startPooler(): Promise<{ url: string; close(): void }> {
  const url = new URL(database.url);
  const folder = url.searchParams.get('host');
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = dial(
      folder
        ? { path: join(folder, '.s.PGSQL.5432') }
        : { host: url.hostname, port: Number(url.port || 5432) },
    );
    sockets.add(from).add(to);
    from.once('data', (startup) => {
      to.write(withoutParameters(startup));
      from.pipe(to);
    });
    to.pipe(from);
    for (const socket of [from, to]) socket.on('error', () => {});
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.search = '';
  const { port } = server.address() as { port: number };
  return {
    url: url.href.replace(url.host, `127.0.0.1:${port}`),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** As a start does; returns what its statements then run with. */
const inForce = (url: string, log = recordingLog()) =>
  openDatabase({ databaseUrl: url, dataDir: '', log, namedStatements: false }).then(async (opened) => {
    const { db, close } = opened;
    await ensureSessionSettings(opened, log);
    const settings = await one(
      db,
      sql`select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`,
    );
    await close();
    return settings;
  });
const LIMITS = { statement: '1500ms', idle: '10s', zone: 'UTC' };

test('connections have their limits also behind a pooler that drops what they ask for', async () => {
  const role = () =>
    one(
      database.db,
      sql`select count(*)::int as set from pg_db_role_setting s
      join pg_database d on d.oid = s.setdatabase where d.datname = current_database()`,
    );
  expect(await inForce(database.url)).toEqual(LIMITS);
  expect(await role()).toEqual({ set: 0 });

  const pooler = await startPooler();
  await inForce(pooler.url);
  expect(await inForce(pooler.url)).toEqual(LIMITS);
  expect(await role()).toEqual({ set: 1 });
  pooler.close();
});
