import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fileUrl } from '../grants.ts';
import { EDGE_LIFE } from './edge-life.ts';

describe('a stored file', () => {
  let t: TestApp;
  let etag: string;
  let modified: string;
  const url = '/files/public/covers/a-480.webp';
  const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    t.app.inject({ method, url, headers });

  beforeAll(async () => {
    t = await testApp();
    await t.deps.storage.put('public/covers/a-480.webp', Buffer.from('a cover'));
    const { headers } = await ask();
    etag = String(headers.etag);
    modified = String(headers['last-modified']);
  });
  afterAll(() => t.close());

  it('that is empty is damaged: it is not served as final', async () => {
    await t.deps.storage.put('public/covers/empty-480.webp', Buffer.alloc(0));
    const answer = await t.app.inject({ url: '/files/public/covers/empty-480.webp' });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is not sent again to who has it', async () => {
    for (const headers of [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", W/${etag}` },
      { 'if-modified-since': modified },
    ] as Record<string, string>[]) {
      const answer = await ask(headers);
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    }
    const old = 'Thu, 01 Jan 2015 00:00:00 GMT';
    for (const headers of [
      { 'if-none-match': '"other"' },
      { 'if-modified-since': old },
      // The tag decides where both are sent.
      { 'if-none-match': '"other"', 'if-modified-since': modified },
    ] as Record<string, string>[])
      expect((await ask(headers)).body).toBe('a cover');
  });

  it('continues for who began with the same file, and begins anew for others', async () => {
    const range = { range: 'bytes=2-' };
    for (const condition of [etag, modified]) {
      const answer = await ask({ ...range, 'if-range': condition });
      expect([answer.statusCode, answer.body]).toEqual([206, 'cover']);
    }
    for (const condition of ['"other"', `W/${etag}`, 'Thu, 01 Jan 2015 00:00:00 GMT'])
      expect((await ask({ ...range, 'if-range': condition })).body).toBe('a cover');
  });

  it('has no parts when only its head is asked for', async () => {
    const answer = await ask({ range: 'bytes=2-' }, 'HEAD');
    expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, '7']);
  });

  it('says how long a shared cache may keep it, and nothing of playlists, errors and what is no part of it', async () => {
    const { storage, config, clock } = t.deps;
    for (const name of ['film.mp4', 'film.m3u8']) await storage.put(`heart/${name}`, Buffer.from('film'));
    const keptFor = async (key: string, headers: Record<string, string> = {}) =>
      (await t.app.inject({ url: fileUrl(config.secretKey, key, clock.now()), headers })).headers[
        'x-accel-expires'
      ];
    expect(await keptFor('public/covers/a-480.webp')).toBe(String(EDGE_LIFE.public));
    expect(await keptFor('heart/film.mp4')).toBe(String(EDGE_LIFE.file));
    expect(await keptFor('heart/film.mp4', { range: 'bytes=1-' })).toBe(String(EDGE_LIFE.file));
    expect(await keptFor('heart/film.mp4', { range: 'bytes=9-' })).toBeUndefined();
    expect(await keptFor('heart/film.m3u8')).toBeUndefined();
    expect(await keptFor('heart/none.mp4')).toBeUndefined();
  });
});
