import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFixedClock } from '../platform/clock.ts';
import { encodingFor, PageCache } from './page-cache.ts';

describe('PageCache', () => {
  it('renders a page once for everybody within its life', async () => {
    const clock = createFixedClock('2026-03-01T00:00:00Z');
    const cache = new PageCache(clock, 5);
    let renders = 0;
    const render = async () => ({ status: 200, document: `page ${++renders}` });
    const read = async () => String(await (await cache.get('/', render))?.content.identity());
    expect([await read(), await read()]).toEqual(['page 1', 'page 1']);
    clock.advance(5000);
    expect(await read()).toBe('page 2');
  });

  it('keeps neither failures nor, with a life of zero, anything', async () => {
    const cache = new PageCache(createFixedClock('2026-03-01T00:00:00Z'), 5);
    await expect(cache.get('/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await cache.get('/', async () => null)).toBeNull();
    const none = new PageCache(createFixedClock('2026-03-01T00:00:00Z'), 0);
    let renders = 0;
    const render = async () => ({ status: 200, document: `${++renders}` });
    await none.get('/', render);
    await none.get('/', render);
    expect(renders).toBe(2);
  });

  it('compresses in whatever the browser takes', async () => {
    const cache = new PageCache(createFixedClock('2026-03-01T00:00:00Z'), 5);
    const page = await cache.get('/', async () => ({ status: 200, document: 'text' }));
    expect(String(brotliDecompressSync((await page?.content.br()) as Buffer))).toBe('text');
    expect(String(gunzipSync((await page?.content.gzip()) as Buffer))).toBe('text');
  });
});

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['deflate', 'identity'],
  [undefined, 'identity'],
])('for %j the encoding is %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));
