import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFixedClock } from '../platform/clock.ts';
import { encodingFor } from '../platform/compression.ts';
import { PageCache } from './page-cache.ts';

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

  it('keeps the pages that are asked for, however many others come', async () => {
    const cache = new PageCache(createFixedClock('2026-03-01T00:00:00Z'), 5, {
      maxPages: 3,
      concurrency: 1,
      maxWaiting: 1,
    });
    const rendered: string[] = [];
    const ask = (key: string) =>
      cache.get(key, async () => {
        rendered.push(key);
        return { status: 200, document: key };
      });
    await ask('/');
    for (let count = 0; count < 10; count += 1) {
      await ask(`/invented/${count}`);
      await ask('/');
    }
    expect(rendered.filter((key) => key === '/')).toHaveLength(1);
    expect(rendered).toHaveLength(11);
  });

  it('renders a few at once; the rest get what was there a moment ago, or nothing', async () => {
    const clock = createFixedClock('2026-03-01T00:00:00Z');
    const cache = new PageCache(clock, 5);
    const text = async (page: ReturnType<PageCache['get']>) => String(await (await page)?.content.identity());
    await cache.get('/', async () => ({ status: 200, document: 'home' }));
    clock.advance(10_000);
    let running = 0;
    let most = 0;
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const render = async () => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
      return { status: 200, document: 'rendered' };
    };
    const pages = Array.from({ length: 50 }, (_, index) => cache.get(`/invented/${index}`, render));
    expect(await text(cache.get('/', render))).toBe('home');
    clock.advance(60_000);
    expect(await cache.get('/', render)).toBeNull();
    goOn();
    const answers = await Promise.all(pages);
    expect(most).toBe(2);
    expect(answers.filter((page) => page === null)).toHaveLength(40);
    expect(await text(cache.get('/', render))).toBe('rendered');
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
