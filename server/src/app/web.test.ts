import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildHttp } from '../platform/http.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { webPages } from '../testing/web-pages.ts';
import { registerWeb } from './web.ts';

let t: TestApp;
let app: FastifyInstance;
const rendered: string[] = [];
beforeAll(async () => {
  t = await testApp();
  app = await buildHttp({ log: t.deps.log, trustProxy: 0, connectTo: [], https: false, scriptHashes: [] });
  const config = { ...t.deps.config, CATALOGUE_CACHE_SECONDS: 60 };
  registerWeb(
    app,
    { ...t.deps, config },
    webPages({
      shell: 'the shell',
      // As the web build tells them apart: pages of the catalogue, without what they do not read.
      pageAt: (url) => {
        const address = /^\/(?:books)?(?=$|\?)/.exec(url)?.[0];
        return address ? { kind: 'public', address } : { kind: 'shell' };
      },
      render: async ({ address }) => {
        rendered.push(address);
        return { status: 200, document: `rendered ${address}` };
      },
    }),
  );
});
afterAll(async () => {
  await app.close();
  await t.close();
});
const read = async (url: string) => (await app.inject({ url })).body;

it('a page is rendered once, whatever is added to its address', async () => {
  const bodies = await Promise.all(
    Array.from({ length: 40 }, (_, index) => read(`/books?x=${index}&${index}`)),
  );
  expect(new Set(bodies)).toEqual(new Set(['rendered /books']));
  expect(await read('/?x=1')).toBe('rendered /');
  expect(rendered).toEqual(['/books', '/']);
});

it('an address of no public page is neither rendered nor kept', async () => {
  rendered.length = 0;
  for (let index = 0; index < 300; index += 1) expect(await read(`/invented-${index}`)).toBe('the shell');
  expect(await read('/books')).toBe('rendered /books');
  expect(rendered).toEqual([]);
});
