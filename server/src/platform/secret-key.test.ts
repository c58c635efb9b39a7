import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileOnce } from './files/durable-file.ts';
import { keptSecretKey } from './secret-key.ts';
import { StartError } from './start-error.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('is made once, for its owner alone, and read again', async () => {
  const first = (await keptSecretKey(folder)).reveal();
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect((await keptSecretKey(folder)).reveal()).toBe(first);
  expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('several starts at once agree on one secret and leave nothing beside it', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => keptSecretKey(folder)));
  expect(new Set(secrets.map((secret) => secret.reveal())).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['secret-key']);
});

test.each(['', '\n', 'short', 'x'.repeat(31), 'x'.repeat(64), '\0'.repeat(64), '\ufffd'.repeat(64)])(
  'a kept secret of %j is refused and left alone',
  async (text) => {
    const path = join(folder, 'secret-key');
    writeFileSync(path, text);
    const refused = keptSecretKey(folder);
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(/secret-key holds no secret.*backup.*delete it/);
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test('an error is an error: nothing is made up where nothing can be kept', async () => {
  await expect(keptSecretKey(join(folder, 'missing'))).rejects.toThrow(/ENOENT/);
});

test('a file that is there is never replaced', async () => {
  const path = join(folder, 'made-once');
  await expect(createFileOnce(path, 'first')).resolves.toBe(true);
  await expect(createFileOnce(path, 'second')).resolves.toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('first');
  expect(readdirSync(folder)).toEqual(['made-once']);
});
