import { randomUUID } from 'node:crypto';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/app.ts';
import { buildProgram } from '../testing/factories.ts';

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
    expect([answer.statusCode, answer.json().rows?.[0]?.outcome]).toEqual([200, 'new']);
  });

  it('says how to authenticate, and that a token has ended', async () => {
    const none = await t.call(accountsCalls.getUser);
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    const ended = await t.call(accountsCalls.getUser, { as: 'vsl_ended' });
    expect(ended.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });
});
