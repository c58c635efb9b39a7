import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parentOf } from '../testing/processes.ts';

/*
 * The commands of package.json on a machine of their own: a copy of scripts/ in an empty folder, with an npm or a server
 * that only tells what it was asked for.
 */
const root = join(import.meta.dirname, '../../..');
const WAIT = { timeout: 30_000, interval: 50 };
let folder: string;
const children: ChildProcess[] = [];

const write = (name: string, content: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
};
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-scripts-'));
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('installing', () => {
  /** Leaves development packages out in production unless it is asked for them, as npm does. */
  const NPM = `
    import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
    const words = process.argv.slice(2);
    appendFileSync('asked', words.join(' ') + '\\n');
    if (words[0] === 'ci') rmSync('node_modules', { recursive: true, force: true });
    mkdirSync('node_modules', { recursive: true });
    if (process.env.NODE_ENV !== 'production' || words.includes('--include=dev')) {
      mkdirSync('node_modules/typescript', { recursive: true });
      writeFileSync('node_modules/typescript/package.json', '{}');
    }`;
  const install = () =>
    execFileSync(
      process.execPath,
      ['-e', `import('./scripts/prepare.mjs').then((prepare) => prepare.ensureInstalled())`],
      {
        cwd: folder,
        env: { PATH: process.env.PATH, NODE_ENV: 'production', npm_execpath: join(folder, 'npm.mjs') },
      },
    );
  const asked = () => (existsSync(join(folder, 'asked')) ? read('asked').trim().split('\n') : []);
  beforeEach(() => {
    write('npm.mjs', NPM);
    write('server/src/main.ts', '');
  });

  it('takes what the build needs, also in production, and once', () => {
    install();
    expect(asked()).toEqual([expect.stringMatching(/^ci --include=dev /)]);
    expect(existsSync(join(folder, 'node_modules/typescript/package.json'))).toBe(true);
    install();
    expect(asked()).toHaveLength(1);
  });

  it('goes on in a folder where an earlier install left the compiler out, or somebody took it away', () => {
    install();
    rmSync(join(folder, 'node_modules/typescript'), { recursive: true });
    install();
    expect(asked()[1]).toMatch(/^install --include=dev /);
    expect(existsSync(join(folder, 'node_modules/typescript/package.json'))).toBe(true);
  });

  it('is left out, and nothing is written, where somebody installed what the lock file names', () => {
    const lock = JSON.parse(read('package-lock.json'));
    const { '': _root, ...packages } = lock.packages as Record<string, { version?: string }>;
    const record = (all: unknown) =>
      write('node_modules/.package-lock.json', JSON.stringify({ ...lock, packages: all }));
    write('node_modules/typescript/package.json', '{}');
    record(packages);
    install();
    expect(asked()).toEqual([]);
    expect(readdirSync(join(folder, 'node_modules')).sort()).toEqual(['.package-lock.json', 'typescript']);
    record({ ...packages, 'node_modules/typescript': { version: '0.0.1' } });
    install();
    expect(asked()).toEqual([expect.stringMatching(/^install --include=dev /)]);
  });

  it('is nothing that a container needs, which has no sources', () => {
    rmSync(join(folder, 'server'), { recursive: true });
    install();
    expect(asked()).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('stopping npm', () => {
  /** Prints its number, and ends when it is told to. */
  const SERVER = `
    import { writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => { writeFileSync('ended', ''); process.exit(0); });
    setInterval(() => {}, 1000);
    writeFileSync('pid', String(process.pid));`;
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  /** Only what comes before the server is left out. */
  const skipPreparations = () =>
    write(
      'scripts/prepare.mjs',
      `import { resolve } from 'node:path';
       export const root = resolve(import.meta.dirname, '..');
       export const ensureNode = () => {}, ensureInstalled = async () => {}, ensureBuilt = async () => {};`,
    );
  const started = async (command: string, args: string[], env = {}) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...env },
      stdio: 'ignore',
      detached: true,
    });
    children.push(child);
    await vi.waitFor(() => expect(existsSync(join(folder, 'pid')) && read('pid')).toMatch(/\d/), WAIT);
    return { child, server: Number(read('pid')) };
  };
  const ends = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), WAIT);
  beforeEach(() => {
    skipPreparations();
    write('server/dist/main.js', SERVER);
  });

  it('by Ctrl-C, which the terminal sends to all of them, ends the server', async () => {
    const { child, server } = await started('npm', ['start']);
    process.kill(-(child.pid as number), 'SIGINT');
    await ends(server);
  });

  // A lone SIGINT is the terminal's business: npm and its shell wait for their child, and nothing is left behind.
  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('by %s ends the server', async (signal) => {
    const { child, server } = await started('npm', ['start']);
    child.kill(signal);
    await ends(server);
  });

  it('by its shell ends the server', async () => {
    const { child, server } = await started('npm', ['start']);
    const shell = parentOf(parentOf(server) ?? 0) ?? 0;
    process.kill(shell, 'SIGKILL');
    await ends(server);
    child.kill('SIGKILL');
  });

  it('ends all that `npm run dev` started', async () => {
    write('node_modules/typescript/bin/tsc', 'setInterval(() => {}, 1000)');
    write(
      'node_modules/vite/bin/vite.js',
      `require('fs').writeFileSync('../vite', String(process.pid)); setInterval(() => {}, 1000)`,
    );
    mkdirSync(join(folder, 'web'));
    const { child, server } = await started('npm', ['run', 'dev']);
    await vi.waitFor(() => expect(existsSync(join(folder, 'vite')) && read('vite')).toMatch(/\d/), WAIT);
    child.kill('SIGKILL');
    await ends(server);
    await ends(Number(read('vite')));
  });

  it('is nothing to a server that was started without it, whose parent may go', async () => {
    const detached = `node scripts/start.mjs & echo $! > script`;
    symlinkSync(process.execPath, join(folder, 'node'));
    const { child, server } = await started('/bin/sh', ['-c', detached], {
      PATH: `${folder}:${process.env.PATH}`,
    });
    await vi.waitFor(() => expect(child.exitCode).toBe(0), WAIT);
    const script = Number(read('script'));
    await vi.waitFor(() => expect(parentOf(script)).not.toBe(child.pid), WAIT);
    // Three looks at its parents, if it looked at all.
    for (const startedAt = performance.now(); performance.now() - startedAt < 1600; )
      expect([isAlive(script), isAlive(server), existsSync(join(folder, 'ended'))]).toEqual([
        true,
        true,
        false,
      ]);
    process.kill(script, 'SIGTERM');
    await ends(server);
  });
});

describe('relative folders', () => {
  const typedIn = (command: string, args: string[], { cwd, env = {} }: { cwd: string; env?: object }) =>
    execFileSync(command, args, {
      ...{ cwd, encoding: 'utf8' },
      env: { PATH: process.env.PATH, HOME: folder, ...env },
    })
      .trim()
      .split('\n')
      .at(-1);

  it('belong to where the command was typed, with npm and without it', () => {
    write('server/dist/features/publishing/cli.js', 'process.stdout.write(process.env.INIT_CWD);');
    write('server/dist/app/operations/backup.js', 'process.stdout.write(process.env.INIT_CWD);');
    const away = mkdtempSync(join(tmpdir(), 'vesalius-typed-'));
    const script = join(folder, 'scripts/import-book.mjs');
    const stale = { INIT_CWD: tmpdir(), npm_lifecycle_script: 'node scripts/start.mjs' };
    try {
      const npm = (name: string) =>
        typedIn('npm', ['--prefix', folder, 'run', name, '--', 'book'], { cwd: away });
      expect([npm('import-book'), npm('backup')]).toEqual([away, away]);
      expect(typedIn(process.execPath, [script, 'book'], { cwd: away })).toBe(away);
      expect(typedIn(process.execPath, [script, 'book'], { cwd: away, env: stale })).toBe(away);
      expect(typedIn(process.execPath, [script, 'book'], { cwd: folder, env: stale })).toBe(folder);
    } finally {
      rmSync(away, { recursive: true, force: true });
    }
  });
});
