import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bundleForNode } from '../testing/bundle.ts';

/* The log of a process can be read after it died, however it died. */
const folder = mkdtempSync(join(tmpdir(), 'vesalius-log-'));
let bundle: Awaited<ReturnType<typeof bundleForNode>>;
beforeAll(async () => {
  bundle = await bundleForNode(join(import.meta.dirname, '../testing/log-child.ts'));
});
afterAll(() => {
  bundle.remove();
  rmSync(folder, { recursive: true });
});

function start(...words: string[]) {
  const file = join(folder, words.join('-'));
  const output = openSync(file, 'w');
  const child: ChildProcess = spawn(process.execPath, [bundle.file, ...words], {
    stdio: ['ignore', output, 'ignore'],
  });
  closeSync(output);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, lines: () => readFileSync(file, 'utf8').split('\n').filter(Boolean) };
}

test.each(['info', 'warn', 'error'])(
  'a line of level %s is written while the process lives',
  async (level) => {
    const { child, ended, lines } = start(level);
    await vi.waitFor(() => expect(lines()).toHaveLength(1), { timeout: 30_000, interval: 50 });
    child.kill('SIGKILL');
    await ended;
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ msg: 'the only line', number: 1 });
  },
);

test.each(['throw', 'reject'])('a process that ends by what nobody caught (%s) says why', async (fault) => {
  const { ended, lines } = start('info', fault);
  expect(await ended).toBe(70);
  expect(lines().map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'the only line' },
    { level: 60, err: { message: 'nobody catches this' } },
  ]);
});
