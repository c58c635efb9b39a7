import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleForNode } from '../testing/bundle.ts';

/* A release that is started while the one before still runs on the same data folder, with the embedded database. */
const WAIT = { timeout: 120_000, interval: 50 };
const migrations = join(import.meta.dirname, '../../migrations');
const folder = mkdtempSync(join(tmpdir(), 'vesalius-releases-'));
const dataDir = join(folder, 'data');
let present: Awaited<ReturnType<typeof bundleForNode>>;
let next: Awaited<ReturnType<typeof bundleForNode>>;
const servers: Server[] = [];

interface Server {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  said(): string;
  errors(): string;
}

function start(bundle: { file: string }): Server {
  const child = spawn(process.execPath, [bundle.file], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DEMO: 'false', PORT: '0', DATA_DIR: dataDir },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const server = { child, ended, said: () => out, errors: () => err };
  servers.push(server);
  return server;
}
async function isReady(server: Server): Promise<string> {
  await vi.waitFor(() => expect(server.said() + server.errors()).toMatch(/ready at/), WAIT);
  return /ready at (\S+)/.exec(server.said())?.[1] ?? '';
}
const statusOf = async (address: string) =>
  (await fetch(`${address}/readyz`, { headers: { connection: 'close' } })).status;
/** On a busy machine a process says for a moment that it has too much to do. */
const answers = (address: string) => vi.waitFor(async () => expect(await statusOf(address)).toBe(200), WAIT);
/** The first processes of PostgreSQL that work in the data folder. */
const postmasters = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words[0]?.endsWith('/postgres') && words.some((word) => word.startsWith(dataDir));
      } catch {
        return false;
      }
    });

/** A process that the server has just made for a connection has its name for a moment. */
const isOnePostmaster = () => vi.waitFor(() => expect(postmasters()).toHaveLength(1), WAIT);

beforeAll(async () => {
  const main = join(import.meta.dirname, '../main.ts');
  [present, next] = await Promise.all([bundleForNode(main), bundleForNode(main)]);
  // The next release has one migration more.
  const its = join(dirname(next.file), 'migrations');
  cpSync(migrations, its, { recursive: true });
  writeFileSync(join(its, '9998-next-release.sql'), 'create table of_next_release (id int);');
});
afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
  }
});
afterAll(() => {
  present.remove();
  next.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform !== 'linux')('a release beside the one before', () => {
  it('is told to wait, changes nothing, and takes over when the other has stopped', async () => {
    const first = start(present);
    const address = await isReady(first);

    const early = start(next);
    expect(await early.ended).toBe(78);
    expect(early.errors()).toMatch(/^An earlier release runs on this data folder.*stop it first/);
    expect(early.errors().trim().split('\n')).toHaveLength(1);
    expect(early.said()).not.toMatch(/ready at|\n\s+at /);
    await answers(address);
    await isOnePostmaster();

    // Nothing was changed below it: it starts once more.
    first.child.kill('SIGTERM');
    await first.ended;
    const again = start(present);
    await answers(await isReady(again));
    again.child.kill('SIGTERM');
    await again.ended;

    const later = start(next);
    await answers(await isReady(later));
    // Now the one before is the one that may not.
    const old = start(present);
    expect(await old.ended).toBe(78);
    expect(old.errors()).toMatch(/newer release \(9998-next-release\)/);
    await isOnePostmaster();
  });

  it('starts while the other one stops, with one PostgreSQL at any time', async () => {
    // The test before left the data of the next release; two starts of it share one migration and one server.
    const [one, other] = [start(next), start(next)];
    await Promise.all([isReady(one), isReady(other)]);
    await isOnePostmaster();
    one.child.kill('SIGTERM');
    await one.ended;
    const address = /ready at (\S+)/.exec(other.said())?.[1] ?? '';
    await answers(address);
    await isOnePostmaster();
  });

  it('and two first starts on an empty folder make one database', async () => {
    rmSync(dataDir, { recursive: true, force: true });
    const both = [start(next), start(next)];
    for (const server of both) await answers(await isReady(server));
    await isOnePostmaster();
  });
});
