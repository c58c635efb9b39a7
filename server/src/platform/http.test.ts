import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { expect, test } from 'vitest';
import { buildHttp } from './http.ts';

test('every answer carries the safety headers, errors included', async () => {
  const app = await buildHttp({
    log: pino({ enabled: false }),
    trustProxy: 0,
    connectTo: ['https://files.example'],
    https: true,
    scriptHashes: ['sha256-abc'],
  });
  app.get('/fine', async () => ({ fine: true }));
  for (const url of ['/fine', '/nowhere']) {
    const { headers } = await app.inject({ url });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc'");
    expect(policy).toContain("connect-src 'self' https://files.example");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'SAMEORIGIN',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    const permissions = String(headers['permissions-policy']).split(', ');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'display-capture'])
      expect(permissions).toContain(`${feature}=()`);
    // Books, videos and images fill the screen.
    expect(permissions).toContain('fullscreen=(self)');
  }
  await app.close();
});

test.each([
  [
    'headers that are too long',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['bytes that are no request', 'no request\r\n\r\n', 400, 'malformed'],
])('%s are answered in the shape of every error', async (_what, sent, status, code) => {
  const app = await buildHttp({
    log: pino({ enabled: false }),
    trustProxy: 0,
    connectTo: [],
    https: false,
    scriptHashes: [],
  });
  await app.listen({ port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port);
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-type: application/json`, 's'));
  const { request_id, ...error } = JSON.parse(body);
  expect(error).toEqual({ code, message: expect.any(String) });
  expect(head).toContain(`x-request-id: ${request_id}`);
  await app.close();
});

test('text with a NUL, and keys that would reach a prototype, go no further than the door', async () => {
  const app = await buildHttp({
    log: pino({ enabled: false }),
    trustProxy: 0,
    connectTo: [],
    https: false,
    scriptHashes: [],
  });
  app.post('/echo', async (request) => request.body);
  app.get('/find', async () => ({ found: true }));
  const echo = (payload: string) =>
    app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': 'application/json' }, payload });
  expect((await app.inject({ url: '/find?q=a%00b' })).statusCode).toBe(400);
  expect((await echo('{"a":{"b":["x\\u0000"]}}')).statusCode).toBe(400);
  expect((await echo('["x\\udfff", "\\ud83d\\ude00"]')).json()).toEqual(['x\uFFFD', '😀']);
  expect((await echo('{"a":1,"__proto__":{"isAdmin":true}}')).json()).toEqual({ a: 1 });
  expect((await echo(`${'['.repeat(40_000)}${']'.repeat(40_000)}`)).statusCode).toBeLessThan(500);
  expect((await app.inject({ url: '/find?q=ab' })).statusCode).toBe(200);
  await app.close();
});

test.each([
  [0, '9.9.9.9'],
  [1, '3.3.3.3'],
  [2, '2.2.2.2'],
])('behind %i proxies the caller is whom they saw, not whom the caller names', async (trustProxy, ip) => {
  const app = await buildHttp({
    ...{ log: pino({ enabled: false }), trustProxy, connectTo: [], https: false, scriptHashes: [] },
  });
  app.get('/ip', async (request) => request.ip);
  const answer = await app.inject({
    url: '/ip',
    remoteAddress: '9.9.9.9',
    headers: { 'x-forwarded-for': '1.1.1.1, 2.2.2.2, 3.3.3.3' },
  });
  expect(answer.body).toBe(ip);
  expect(app.server.requestTimeout).toBeGreaterThan(0);
  await app.close();
});

test('a request that comes on a kept connection while the server closes is answered, and ends the connection', async () => {
  const app = await buildHttp({
    ...{ log: pino({ enabled: false }), trustProxy: 0, connectTo: [], https: false, scriptHashes: [] },
  });
  app.get('/page', async () => ({ page: 16 }));
  let letClose = () => {};
  const closingBegan = new Promise<void>((began) => {
    app.addHook('preClose', () => {
      began();
      return new Promise<void>((resolve) => {
        letClose = resolve;
      });
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const read = () =>
    new Promise<{ status: number | undefined; connection: string | undefined; reused: boolean }>(
      (resolve, reject) => {
        const request = get({ port, host: '127.0.0.1', path: '/page', agent }, (answer) => {
          answer.resume().on('end', () =>
            resolve({
              ...{ status: answer.statusCode, connection: answer.headers.connection },
              reused: request.reusedSocket,
            }),
          );
        }).on('error', reject);
      },
    );
  expect(await read()).toEqual({ status: 200, connection: 'keep-alive', reused: false });
  const closed = app.close();
  await closingBegan;
  expect(await read()).toEqual({ status: 200, connection: 'close', reused: true });
  letClose();
  await closed;
  agent.destroy();
});
