import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { listAssetChecks } from '../assets/check-queries.ts';
import { lookOnce } from './look-once.ts';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = mkdtempSync(join(tmpdir(), 'vesalius-look-once-'));
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

it('decodes a picture once for concurrent callers, and returns its error to all', async () => {
  const path = join(folder, 'scan.png');
  writeFileSync(path, 'no picture');
  const hash = 'a'.repeat(64);
  await sql`insert into assets (hash, bytes, media_type, stored_at)
    values (${hash}, 10, 'image/png', ${t.clock.now()})`.execute(t.deps.db);
  const decode = vi.spyOn(t.deps.pictures, 'findProblem');
  const look = () =>
    lookOnce(t.deps, { kind: 'picture', hash, pathOf: async () => path }, { turnKey: 'work' });
  const looks = await Promise.all(Array.from({ length: 20 }, look));
  expect(decode).toHaveBeenCalledTimes(1);
  for (const seen of looks)
    expect(seen).toMatchObject({ problems: [{ text: expect.stringContaining('is no picture') }] });
  expect(await listAssetChecks(t.deps.db, [hash])).toEqual([{ hash, kind: 'picture', look: looks[0] }]);
});

it('retries after a failed look', async () => {
  const hash = 'b'.repeat(64);
  await sql`insert into assets (hash, bytes, media_type, stored_at)
    values (${hash}, 10, 'image/png', ${t.clock.now()})`.execute(t.deps.db);
  const gone = () => Promise.reject(new Error('the store is silent'));
  await expect(lookOnce(t.deps, { kind: 'captions', hash, pathOf: gone }, {})).rejects.toThrow('silent');
  const path = join(folder, 'captions.vtt');
  writeFileSync(path, 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n');
  const look = await lookOnce(t.deps, { kind: 'captions', hash, pathOf: async () => path }, {});
  expect(look).toEqual({ facts: { lastEndSeconds: 2 } });
});
