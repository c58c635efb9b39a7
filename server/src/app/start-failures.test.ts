import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleForNode } from '../testing/bundle.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { insertDemoPromoCode } from './demo-queries.ts';

/* The operator reads in one sentence why the server does not start; a supervisor reads the exit code. */
const folder = mkdtempSync(join(tmpdir(), 'vesalius-start-'));
chmodSync(folder, 0o755);
let bundle: Awaited<ReturnType<typeof bundleForNode>>;
let database: TestDatabase;
let newer: TestDatabase;
let taken: Server;
let takenPort = 0;

beforeAll(async () => {
  [bundle, database, newer] = await Promise.all([
    bundleForNode(join(import.meta.dirname, '../main.ts')),
    testDatabase(),
    testDatabase(),
  ]);
  chmodSync(dirname(bundle.file), 0o755);
  await sql`insert into schema_checksums (name, checksum) values ('9999-later', 'x')`.execute(newer.db);
  taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  takenPort = (taken.address() as { port: number }).port;
});
afterAll(async () => {
  taken.close();
  await Promise.all([database.close(), newer.close()]);
  bundle.remove();
  rmSync(folder, { recursive: true });
});

let number = 0;
const newFolder = () => {
  number += 1;
  const path = join(folder, String(number));
  mkdirSync(path);
  return path;
};

async function start(environment: Record<string, string>, limits = '', uid?: number) {
  const dataDir = environment.DATA_DIR ?? newFolder();
  const child = spawn('/bin/sh', ['-c', `${limits} exec "$0" "$1"`, process.execPath, bundle.file], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DEMO: 'false',
      PORT: '0',
      DATABASE_URL: database.url,
      DATABASE_WAIT_SECONDS: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err, dataDir };
}

const file = join(folder, 'a-file');
writeFileSync(file, '');
const unreachable = 'postgres://a:secret@127.0.0.1:1/b';

test.each<[string, () => Record<string, string>, number, RegExp]>([
  ['a port in use', () => ({ PORT: String(takenPort) }), 78, /Another process listens on port \d+/],
  [
    'a port in use, with several processes',
    () => ({ PORT: String(takenPort), WORKERS: '2', DATABASE_POOL_SIZE: '2' }),
    78,
    /Another process listens on port \d+/,
  ],
  [
    'a port in use for the metrics',
    () => ({ METRICS_PORT: String(takenPort) }),
    78,
    /Another process listens on port \d+/,
  ],
  ['a name that nobody has', () => ({ HOST: 'nobody.invalid' }), 78, /HOST: nobody\.invalid/],
  ['an address of another machine', () => ({ HOST: '192.0.2.1' }), 78, /HOST: 192\.0\.2\.1/],
  ['a data folder that is a file', () => ({ DATA_DIR: file }), 78, /a-file: /],
  ['a data folder below a file', () => ({ DATA_DIR: join(file, 'x') }), 78, /not a folder/],
  ['a database of a newer release', () => ({ DATABASE_URL: newer.url }), 78, /newer release \(9999-later\)/],
  ['a database that is not there', () => ({ DATABASE_URL: unreachable }), 75, /ECONNREFUSED/],
])('%s', async (_what, environment, code, words) => {
  const { err, out, ...end } = await start(environment());
  expect(err).toMatch(words);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(out).not.toMatch(/ready at/);
  expect(`${err}${out}`).not.toMatch(/\n\s+at |"stack"|secret@/);
  expect(end.code).toBe(code);
  // The sentence is in the log as well.
  expect(out).toContain(JSON.stringify(err.trim()).slice(1, -1));
});

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://books.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@books.example.org',
  SUPPORT_ADDRESS: 'help@books.example.org',
};

test.each<[string, Record<string, string>]>([
  ['one process', {}],
  ['several processes', { WORKERS: '2', DATABASE_POOL_SIZE: '2' }],
])('production does not serve beside the demo (%s)', async (_what, more) => {
  await insertDemoPromoCode(database.db, { name: 'WELCOME100', percent: 100 }, new Date());
  const { err, out, code } = await start({ ...production, ...more });
  expect(err).toMatch(/WELCOME100.*npm run remove-demo/);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(out).not.toMatch(/ready at/);
  expect(code).toBe(78);
  await sql`delete from promo_codes`.execute(database.db);
});

test('a database that does not answer is told at once, and the start waits for it', async () => {
  const { out, err, code } = await start({ DATABASE_URL: unreachable, DATABASE_WAIT_SECONDS: '1' });
  expect(out).toMatch(/ECONNREFUSED.*does not answer yet/);
  expect(err).toMatch(/has not answered for \d+ seconds/);
  expect(code).toBe(75);
});

test('a secret that cannot be kept ends the start and leaves nothing behind', async () => {
  // No file may hold a byte: what a full disk does, for one process.
  const { err, code, dataDir } = await start({}, 'ulimit -f 0;');
  expect(err).toMatch(/^Cannot .*(full|large)/);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(75);
  expect(readdirSync(dataDir)).toEqual([]);
});

test.each(['', 'short'])('a kept secret of %j ends the start', async (text) => {
  const dataDir = newFolder();
  writeFileSync(join(dataDir, 'secret-key'), text);
  const { err, code } = await start({ DATA_DIR: dataDir });
  expect(err).toMatch(/secret-key holds no secret/);
  expect(code).toBe(78);
});

test('too few open files are told in a sentence, before the modules are loaded', async () => {
  const { err, out, code } = await start({}, 'ulimit -n 256;');
  expect(err).toMatch(/at least 768 open files at a time, and may have 256 here: raise the limit/);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(out).toBe('');
  expect(code).toBe(78);
});

/** What the data folder may contain under one of our names after a wrong copy. */
const wrong: [string, (path: string) => void][] = [
  ...['secret-key', 'credential-key.json', 'postgres.log'].map((name): [string, (path: string) => void] => [
    name,
    (path) => mkdirSync(path),
  ]),
  ...['files', 'work', 'run', 'web-assets', 'postgres-libraries', 'postgres-18'].map(
    (name): [string, (path: string) => void] => [name, (path) => writeFileSync(path, '')],
  ),
];
test.each(wrong)('%s of the wrong kind is named', async (name, make) => {
  const dataDir = newFolder();
  make(join(dataDir, name));
  const { err, out, code } = await start({ DATA_DIR: dataDir });
  expect(err).toMatch(/^\S+ has to be a (file|folder), and is something else: move it away\.\n$/);
  expect(err).toContain(join(dataDir, name));
  expect(`${err}${out}`).not.toMatch(/\n\s+at |"stack"/);
  expect(code).toBe(78);
});

test.each(['secret-key', 'files'])('%s that is a link to nowhere is named', async (name) => {
  const dataDir = newFolder();
  symlinkSync('/nowhere/at-all', join(dataDir, name));
  const { err, code } = await start({ DATA_DIR: dataDir });
  expect(err).toBe(`${join(dataDir, name)} is a link that leads nowhere.\n`);
  expect(code).toBe(78);
});

test('a database folder without a database is named', async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, 'postgres-18'));
  const { err, code } = await start({ DATA_DIR: dataDir, DATABASE_URL: '' });
  expect(err).toMatch(/^\S+postgres-18 holds no database that this user can read: .*\n$/);
  expect(code).toBe(78);
});

/** Root may do everything; other cases run as another user, who can read the packages. */
const isRoot = process.getuid?.() === 0;
test.skipIf(process.platform !== 'linux').for(['.', 'secret-key', 'files', 'run', 'postgres-18'])(
  'what belongs to somebody else is named (%s)',
  async (name, { skip }) => {
    const readsPackages = spawnSync(
      '/bin/sh',
      ['-c', 'test -r "$0"', bundle.file],
      isRoot ? { uid: 65534 } : {},
    );
    if (readsPackages.status !== 0) skip('the packages lie where only root may read');
    const dataDir = newFolder();
    const path = join(dataDir, name);
    if (name === 'secret-key') writeFileSync(path, 'x');
    else if (name !== '.') mkdirSync(path);
    if (isRoot && name !== '.') chownSync(dataDir, 65534, 65534);
    chmodSync(path, 0);
    const { err, out, code } = await start({ DATA_DIR: dataDir }, '', isRoot ? 65534 : undefined);
    chmodSync(path, 0o700);
    expect(err).toMatch(
      /^Cannot use \S+: permission denied \(it belongs to user \d+, and this is user \d+\)\.\n$/,
    );
    expect(`${err}${out}`).not.toMatch(/\n\s+at |"stack"/);
    expect(code).toBe(78);
  },
);

test('a data folder that others could read is closed', async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, 'files'), { mode: 0o755 });
  await start({ DATA_DIR: dataDir, PORT: String(takenPort) });
  expect(statSync(dataDir).mode & 0o066).toBe(0);
  expect(statSync(join(dataDir, 'files')).mode & 0o077).toBe(0);
  for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
});
