import { EventEmitter } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHttp } from '../platform/http.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { webPages } from '../testing/web-pages.ts';
import { keepBuildAssets } from './build-assets.ts';
import { registerHealth } from './health.ts';
import { registerWeb } from './web.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('an address', () => {
  let t: TestApp;
  let app: FastifyInstance;
  let folder: string;
  let rendered = 0;
  let release: (name: string) => Promise<void>;

  beforeAll(async () => {
    t = await testApp();
    folder = await mkdtemp(join(tmpdir(), 'vesalius-web-'));
    const client = join(folder, 'client');
    release = async (name: string) => {
      await rm(client, { recursive: true, force: true });
      await mkdir(join(client, 'assets'), { recursive: true });
      await writeFile(join(client, 'assets', name), `export default '${name}'`);
      await keepBuildAssets(client, t.deps.config.dataDir, new Date());
    };
    await release('screen-a.js');
    await release('screen-b.js');
    const { deps } = t;
    app = await buildHttp({
      log: deps.log,
      trustProxy: 0,
      connectTo: [],
      https: false,
      scriptHashes: [],
      unknownPage: 'unknown page',
    });
    registerHealth(app, deps, () => false);
    registerWeb(
      app,
      { ...deps, config: { ...deps.config, CATALOGUE_CACHE_SECONDS: 60 } },
      webPages({
        folder: client,
        pageAt: (url) => {
          const path = url.split('?')[0] as string;
          if (path === '/book-viewer/none') return { kind: 'no-book' };
          if (path === '/book-viewer/kept') return { kind: 'shell' };
          const isScreen = /^\/(?:books|book-profile\/[^/]+)?$/.test(path);
          return isScreen ? { kind: 'public', address: url } : { kind: 'unknown' };
        },
        render: async ({ address }) => {
          rendered += 1;
          return { status: address.includes('/none') ? 404 : 200, document: `page ${address}` };
        },
      }),
    );
  });
  afterAll(async () => {
    await app.close();
    await t.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (url: string, accept = BROWSER, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: { accept } });

  it('of a screen is its page, for browsers and for whoever takes anything', async () => {
    for (const accept of [BROWSER, '*/*', 'application/json']) {
      const answer = await get('/books', accept);
      expect([answer.statusCode, answer.body]).toEqual([200, 'page /books']);
    }
  });

  it.each([
    '/no-such-page',
    '/guide.html',
    '/books/none/at/all',
    '/wp-admin/',
    '/index.php',
    '/.env',
    '/.git/config',
    '/no-such-page?next=/x.xml',
  ])('that is nobody’s (%s) is a page with status 404 for a browser, kept nowhere', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body]).toEqual([404, 'unknown page']);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('that no browser would send is malformed', async () => {
    const answer = await get('/%', '*/*');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
  });

  it('that cannot be decoded is a page for a browser', async () => {
    const answer = await get('/%ff');
    expect([answer.statusCode, answer.body]).toEqual([400, 'unknown page']);
    expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
  });

  it.each([
    ['a viewer without a book’s id', '/book-viewer/none', 404],
    ['the viewer of what is kept', '/book-viewer/kept', 200],
  ])('of %s has its own status', async (_name, url, status) => {
    expect((await get(url)).statusCode).toBe(status);
  });

  it.each(['*/*', 'application/json', 'application/xml', 'text/xml,application/json'])(
    'that is nobody’s is an error for a program (%s)',
    async (accept) => {
      const answer = await get('/no-such-page', accept);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ code: 'not_found' });
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it.each([
    '/metrics',
    '/health',
    '/livez',
    '/r51/status',
    '/r51',
    '/api/v2/x',
    '/v1/nothing',
    '/customer_portal/v1/nothing',
    '/oidc/authorize',
    '/dev/mails',
    '/page-files/none',
    '/feed.xml',
    '/.well-known/none',
    '/assets/none.js',
    '/assets/..%2Fbuilds.json',
  ])('for programs (%s) is an error for a browser, too', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  });

  it('answers HEAD as GET, without the content', async () => {
    for (const [url, status] of [
      ['/books', 200],
      ['/no-such-page', 404],
      ['/metrics', 404],
      ['/healthz', 200],
    ] as const) {
      const answer = await get(url, BROWSER, 'HEAD');
      expect([url, answer.statusCode, answer.body]).toEqual([url, status, '']);
    }
  });

  it('of something that does not exist is asked for anew each time', async () => {
    rendered = 0;
    for (let times = 0; times < 2; times += 1) expect((await get('/book-profile/none')).statusCode).toBe(404);
    expect(rendered).toBe(2);
    for (let times = 0; times < 2; times += 1) expect((await get('/book-profile/one')).statusCode).toBe(200);
    expect(rendered).toBe(3);
  });

  it('of a file of the build before answers as long as tabs of it may be open', async () => {
    for (const name of ['screen-a.js', 'screen-b.js']) {
      const answer = await get(`/assets/${name}`, '*/*');
      expect([answer.statusCode, answer.body]).toEqual([200, `export default '${name}'`]);
      expect(answer.headers['content-type']).toContain('javascript');
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('of a file whose build is replaced below the running server answers without a warning', async () => {
    // Node warns at ten; the whole product adds listeners of its own, so that fewer have to do here.
    const { defaultMaxListeners } = EventEmitter;
    EventEmitter.defaultMaxListeners = 8;
    const warnings: string[] = [];
    const hear = (warning: Error) => warnings.push(warning.message);
    process.on('warning', hear);
    // A real response, which has listeners of its own.
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await release('screen-c.js');
    for (const name of ['screen-a.js', 'screen-b.js'])
      expect(await (await fetch(`${address}/assets/${name}`)).text()).toBe(`export default '${name}'`);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', hear);
    EventEmitter.defaultMaxListeners = defaultMaxListeners;
    expect(warnings).toEqual([]);
  });
});
