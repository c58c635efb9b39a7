import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { buildBook, buildProgram } from '../testing/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

describe('HTTP as clients expect it', () => {
  it.each([
    ['GET', '/customer_portal/v1/countries', 200],
    ['GET', '/customer_portal/v1/annotations', 401],
    ['GET', '/customer_portal/v1/nothing', 404],
    ['GET', '/customer_portal/v1/books/%zz', 400],
    ['GET', '/openapi.json', 200],
  ] as const)('%s %s names the request in its answer', async (method, url, status) => {
    const [first, second] = [await t.app.inject({ method, url }), await t.app.inject({ method, url })];
    expect(first.statusCode).toBe(status);
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    if (status >= 400) expect(first.json().request_id).toBe(first.headers['x-request-id']);
  });

  it.each([
    ['GET', '/customer_portal/v1/supports', 'OPTIONS, POST'],
    ['PUT', '/v1/sessions', 'DELETE, GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/customer_portal/v1/books/some-book', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ] as const)('%s %s is answered with the methods that the address has', async (method, url, allow) => {
    const answer = await t.app.inject({ method, url });
    expect([answer.statusCode, answer.json().code]).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.allow).toBe(allow);
    const options = await t.app.inject({ method: 'OPTIONS', url });
    expect([options.statusCode, options.headers.allow]).toEqual([204, allow]);
  });

  it.each([
    ['/files/{key}', '/files/%00'],
    ['/files/{key}', '/files/public/%zz'],
    ['/page-files/{bookId}/{revision}/{page}/{file}', '/page-files/%00/1/1/text.json'],
  ])('of %s says in the description that %s is malformed', async (path, url) => {
    const answer = await t.app.inject({ url });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed']);
    const { paths } = (await t.app.inject({ url: '/openapi.json' })).json();
    expect(paths[path].get.responses[400].description).toContain('`malformed`');
  });

  it('leaves an address that nothing has a 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS'] as const)
      expect((await t.app.inject({ method, url: '/customer_portal/v1/nothing' })).statusCode).toBe(404);
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'])(
    'a body of %s is refused where JSON is taken',
    async (type) => {
      const answer = await t.app.inject({
        ...{ method: 'POST', url: '/v1/sessions', payload: '--x--' },
        headers: { 'content-type': type },
      });
      expect([answer.statusCode, answer.json().code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('a file is taken where a call reads one', async () => {
    const director = await t.person({ role: 'program_director' });
    const { id } = await buildProgram(t.deps.db, { directorIds: [director.id] });
    const boundary = randomUUID();
    const answer = await t.app.inject({
      method: 'POST',
      url: `/program_director_portal/v1/programs/${id}/assign_users?dry_run=true`,
      headers: {
        authorization: `Bearer ${director.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: `--${boundary}\r\ncontent-disposition: form-data; name="program[users_file]"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nemail,first_name,second_name\ndana@people.example,Dana,Reader\n\r\n--${boundary}--\r\n`,
    });
    expect([answer.statusCode, answer.json().rows?.[0]?.outcome]).toEqual([200, 'added']);
  });

  it('a list links to its other pages, with the same filters', async () => {
    const category = `Category ${randomUUID()}`;
    const books = [];
    for (let index = 0; index < 5; index += 1) books.push(await buildBook(t.deps.db, { category }));
    const path = `/customer_portal/v1/books?category_id=${books[0]?.categoryId}&sorting_term=date&items=2`;
    const linksOf = async (page: string) => {
      const { headers } = await t.app.inject({ url: `${path}${page}` });
      const links = String(headers.link ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g);
      return Object.fromEntries([...links].map(([, url, relation]) => [relation, url]));
    };
    const to = (page: number) => `${path}&page=${page}`;
    expect(await linksOf('')).toEqual({ first: to(1), next: to(2), last: to(3) });
    expect(await linksOf('&page=2')).toEqual({ first: to(1), prev: to(1), next: to(3), last: to(3) });
    expect(await linksOf('&page=3')).toEqual({ first: to(1), prev: to(2), last: to(3) });
    expect(
      (await t.app.inject({ url: '/customer_portal/v1/books?search_term=nothing+of+it' })).headers.link,
    ).toBe(undefined);
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (packed: Buffer) => packed],
  ] as const)('a long answer to %s travels as %s', async (accepted, encoding, unpack) => {
    const url = '/customer_portal/v1/countries';
    const plain = await t.app.inject({ url });
    const answer = await t.app.inject({ url, headers: { 'accept-encoding': accepted } });
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([encoding, 'accept-encoding']);
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    expect(unpack(answer.rawPayload).toString()).toBe(plain.body);
    if (encoding) expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });

  it('never compresses an answer that repeats what was sent, nor a short one', async () => {
    const person = await t.person();
    const headers = { 'accept-encoding': 'br', authorization: `Bearer ${person.token}` };
    const payload = { title: 'x'.repeat(2000) };
    const sent = await t.app.inject({
      method: 'POST',
      url: '/v1/sessions',
      headers: { 'accept-encoding': 'br' },
      payload,
    });
    const short = await t.app.inject({ url: '/customer_portal/v1/annotations', headers });
    for (const answer of [sent, short]) expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('says with a refusal what the limit is', async () => {
    const body = {
      email: `${randomUUID()}@people.example`,
      password: 'A wrong one 1',
      device_id: '',
      fcm_token: '',
    };
    const tries = [];
    for (let index = 0; index < 30 && tries.at(-1)?.status !== 429; index += 1)
      tries.push(await t.call(accountsCalls.signIn, { body }));
    const { status, headers } = tries.at(-1)!;
    expect(status).toBe(429);
    const [, name, quota] = /^"([^"]+)";q=(\d+);w=\d+$/.exec(String(headers['ratelimit-policy'])) ?? [];
    expect([name, Number(quota)]).toEqual(['sign-in account', tries.length - 1]);
    expect(headers.ratelimit).toBe(`"sign-in account";r=0;t=${headers['retry-after']}`);
  });

  it('says how to authenticate, and that a token has ended', async () => {
    const none = await t.call(accountsCalls.getUser);
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const ended = await t.call(accountsCalls.getUser, { as: 'vsl_ended' });
    expect(ended.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });
});
