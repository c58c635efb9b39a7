import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordingLog } from '../../testing/database.ts';
import { killPostgres, parentOf, postgresProcesses } from '../../testing/processes.ts';
import { connect, one, openDatabase } from './database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findBinaries } from './postgres-binaries.ts';
import { chooseRunAs, cleanEnvironment, startPostgres } from './postgres-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'vesalius-embedded-'));
const dataDir = join(folder, 'data');
const log = recordingLog();
const WAIT = { timeout: 30_000, interval: 20 };
let server: EmbeddedPostgres;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, log });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask<Row>(url: string, query: ReturnType<typeof sql<Row>>): Promise<Row> {
  const { db } = connect({ url, size: 1, log });
  return one(db, query).finally(() => db.destroy());
}

test('it is durable, in UTF-8, and listens on a socket that is closed to others', async () => {
  const row = await ask(
    server.url,
    sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
          current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
          current_setting('timezone') as timezone, lower('ÄΣ') as lower, 'a' < 'B' as "ignoresCase"`,
  );
  expect(row).toEqual({
    fsync: 'on',
    commit: 'on',
    encoding: 'UTF8',
    addresses: '',
    timezone: 'UTC',
    lower: 'äσ',
    ignoresCase: false,
  });
  expect(statSync(join(dataDir, 'run')).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres-18', 'postgres.log', 'run']);
});

test('a second start on the same folder joins the running server', async () => {
  const second = await startEmbeddedPostgres({ dataDir, log });
  expect(server.isOwner()).toBe(true);
  expect(second.isOwner()).toBe(false);
  expect(second.url).toBe(server.url);
  await second.close();
  expect(await ask(server.url, sql`select 1 as still`)).toEqual({ still: 1 });
});

test('PostgreSQL itself refuses a second server on the folder', () => {
  const binaries = findBinaries(join(folder, 'libraries'));
  const { prefix, uid, gid } = chooseRunAs(server.dataFolder);
  const [program = '', ...args] = [...prefix, binaries.postgres, '-D', server.dataFolder, '-c', 'port=5433'];
  const account = uid === undefined ? {} : { uid, gid };
  const refused = spawnSync(program, args, { env: cleanEnvironment(binaries), encoding: 'utf8', ...account });
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toMatch(/lock file "postmaster.pid" already exists/);
});

/** As from another container: without the numbers of processes and the shared memory by which PostgreSQL knows the other one. */
test.skipIf(spawnSync('flock', ['--version']).status !== 0)(
  'nor does one start that cannot see the first',
  async () => {
    const lockFile = join(server.dataFolder, 'postmaster.pid');
    const lock = readFileSync(lockFile);
    const elsewhere = mkdtempSync(join(folder, 'elsewhere-'));
    const output = openSync(join(dataDir, 'postgres.log'), 'a');
    rmSync(lockFile);
    const unseen = startPostgres(
      findBinaries(join(folder, 'libraries')),
      chooseRunAs(server.dataFolder),
      server.dataFolder,
      { listen_addresses: '', unix_socket_directories: elsewhere },
      output,
    );
    closeSync(output);
    await Promise.race([unseen.ended, vi.waitFor(() => expect(existsSync(lockFile)).toBe(true), WAIT)]);
    const hasEnded = unseen.hasEnded();
    await unseen.stop();
    writeFileSync(lockFile, lock, { mode: 0o600 });
    expect(hasEnded).toBe(true);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('another PostgreSQL runs');
    expect(await ask(server.url, sql`select 1 as still`)).toEqual({ still: 1 });
  },
);

test('when it dies it is started again, and the pool finds it', async () => {
  const { db, close } = await openDatabase({ dataDir, log });
  killPostgres(server.dataFolder);
  await vi.waitFor(async () => expect(await one(db, sql`select 1 as one`)).toEqual({ one: 1 }), {
    timeout: 30_000,
    interval: 50,
  });
  await close();
});

test('it outlives the process that owned it as long as another one uses it', async () => {
  const other = mkdtempSync(join(folder, 'other-'));
  const [first, second] = await Promise.all([
    startEmbeddedPostgres({ dataDir: other, log }),
    startEmbeddedPostgres({ dataDir: other, log }),
  ]);
  const [owner, guest] = first.isOwner() ? [first, second] : [second, first];
  expect(guest.isOwner()).toBe(false);
  await owner.close();
  await vi.waitFor(() => expect(guest.isOwner()).toBe(true), { timeout: 30_000, interval: 20 });
  await vi.waitFor(async () => expect(await ask(guest.url, sql`select 1 as one`)).toEqual({ one: 1 }), {
    timeout: 30_000,
  });
  await guest.close();
  expect(existsSync(join(other, 'postgres-18', 'postmaster.pid'))).toBe(false);
});

test('who starts while another one stops has a server all the same', async () => {
  const handed = mkdtempSync(join(folder, 'handed-'));
  let present = await startEmbeddedPostgres({ dataDir: handed, log });
  for (let round = 0; round < 6; round += 1) {
    const [next] = await Promise.all([startEmbeddedPostgres({ dataDir: handed, log }), present.close()]);
    present = next;
    await vi.waitFor(async () => expect(await ask(present.url, sql`select 1 as one`)).toEqual({ one: 1 }), {
      timeout: 30_000,
      interval: 20,
    });
  }
  await present.close();
});

test.skipIf(process.platform !== 'linux')('no server stays behind when its guard is killed', async () => {
  const unguarded = mkdtempSync(join(folder, 'unguarded-'));
  const started = await startEmbeddedPostgres({ dataDir: unguarded, log });
  const [first = 0] = postgresProcesses(started.dataFolder);
  process.kill(parentOf(first) ?? 0, 'SIGKILL');
  // It ends with its guard, and another one takes its place.
  await vi.waitFor(() => expect(parentOf(first)).toBeUndefined(), { timeout: 30_000 });
  await vi.waitFor(async () => expect(await ask(started.url, sql`select 1 as one`)).toEqual({ one: 1 }), {
    timeout: 30_000,
  });
  await started.close();
  expect(postgresProcesses(started.dataFolder)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('one that does not stop when it should is ended', async () => {
  const postgres = join(folder, 'hanging-postgres.cjs');
  const program = `process.on('SIGINT', () => console.log('asked'));
    process.on('SIGQUIT', () => process.exit(console.log('ended')));
    setInterval(() => {}, 1000);
    console.log('up');`;
  writeFileSync(postgres, `#!${process.execPath}\n${program}`, { mode: 0o755 });
  const output = join(folder, 'hanging.log');
  const file = openSync(output, 'a');
  const binaries = { ...findBinaries(join(folder, 'libraries')), postgres };
  const hanging = startPostgres(binaries, { prefix: [] }, folder, {}, file, 1);
  closeSync(file);
  await vi.waitFor(() => expect(readFileSync(output, 'utf8')).toBe('up\n'), WAIT);
  await hanging.stop();
  expect(readFileSync(output, 'utf8')).toBe('up\nasked\nended\n');
});

test('leftovers of a killed start are no obstacle', async () => {
  const killed = mkdtempSync(join(folder, 'killed-'));
  const first = await startEmbeddedPostgres({ dataDir: killed, log });
  await first.close();
  // As after a killed container, where the same few numbers are given to processes again.
  const lock = [process.pid, first.dataFolder, '1', '5432', join(killed, 'run'), '', ' 1 1', 'ready'];
  writeFileSync(join(first.dataFolder, 'postmaster.pid'), `${lock.join('\n')}\n`, { mode: 0o600 });
  const second = await startEmbeddedPostgres({ dataDir: killed, log });
  expect(await ask(second.url, sql`select 1 as one`)).toEqual({ one: 1 });
  await second.close();
});

test('a long path is no obstacle: the socket goes to the temporary folder', async () => {
  const far = join(folder, 'a'.repeat(80), 'b'.repeat(80));
  const started = await startEmbeddedPostgres({ dataDir: far, log });
  expect(existsSync(join(far, 'run'))).toBe(false);
  expect(await ask(started.url, sql`select 1 as one`)).toEqual({ one: 1 });
  await started.close();
});

test('data of another major version is not passed over in silence', async () => {
  const old = mkdtempSync(join(folder, 'old-'));
  spawnSync('mkdir', [join(old, 'postgres-17')]);
  await expect(startEmbeddedPostgres({ dataDir: old, log })).rejects.toThrow(/another version/);
});
