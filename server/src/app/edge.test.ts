import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { PAGE_FILES, pageFolder } from '@vesalius/contract/reader-text';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../config/config.ts';
import { makePageGrant } from '../features/reader/page-grant.ts';
import { realClock } from '../platform/clock.ts';
import { makeGrant } from '../platform/grants.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { type AskOptions, type EdgeNginx, edgeNginx, jsModule } from '../testing/nginx.ts';

/* The product behind nginx with files at the edge: what it answers, beside what the product answers itself. */
const HOUR = 3600;
const LAST_PAGE = 15;
const SAME_HEADERS = [
  ...['content-type', 'content-length', 'content-range', 'content-encoding'],
  ...['etag', 'last-modified', 'x-content-type-options', 'content-security-policy'],
];

describe.skipIf(!jsModule)('files at the edge', () => {
  let t: TestApp;
  let line: Line;
  let edge: EdgeNginx;
  let secret: Secret;
  const [book, other] = [randomUUID(), randomUUID()];
  const recording = randomBytes(2_500_000);
  const folder = `lectures/${book}/heart`;
  /** The addresses that reached the product. */
  const asked: string[] = [];

  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
  const pageGrant = (
    more: { id?: string; number?: number; lastPage?: number; kind?: 'set' | 'release' } = {},
  ) => ({ kind: 'set', id: book, number: 1, lastPage: LAST_PAGE, ...more }) as const;
  const grantOf = (more = {}, at = new Date(), life?: number) =>
    makePageGrant(secret, pageGrant(more), at, life).grant;
  const pageUrl = (page: number | string, file: string, grant: string) =>
    `/page-files/${book}/1/${page}/${file}?grant=${grant}`;
  const fileGrant = (scope = folder, at = new Date(), life = HOUR) => makeGrant(secret, scope, at, life);
  const fileUrl = (name: string, grant = fileGrant()) => `/files/${folder}/${name}?grant=${grant}`;

  const direct = async (url: string, { method = 'GET', headers = {} }: AskOptions = {}) => {
    const answer = await t.app.inject({ url, method: method as 'GET', headers });
    return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
  };
  const maxAge = (headers: Record<string, unknown>) =>
    Number(/max-age=(\d+)/.exec(String(headers['cache-control']))?.[1] ?? Number.NaN);
  const withoutAge = (headers: Record<string, unknown>) =>
    String(headers['cache-control']).replace(/max-age=\d+/, 'max-age');

  /**
   * What both must say. Of an error not the number of its request and the policy of documents; nginx has words of its
   * own where there is no such range.
   */
  function told({ status, headers, body }: { status: number; headers: object; body: Buffer }) {
    const of = (...names: string[]) =>
      names.map((name) => [name, String(headers[name as keyof object] ?? '')]);
    if (status === 416) return { status, headers: of('content-range') };
    if (status === 304) return { status, headers: of('etag', 'last-modified') };
    if (status < 400) return { status, headers: of(...SAME_HEADERS), body: body.toString('latin1') };
    return {
      status,
      headers: of('content-type', 'x-content-type-options'),
      body: body.toString().replace(/"request_id":"[^"]*"/, ''),
    };
  }

  /** Asks the edge twice, between two answers of the product: the life left only shrinks. */
  async function expectSame(url: string, options: AskOptions = {}) {
    const before = await direct(url, options);
    const through = [await edge.ask(url, options), await edge.ask(url, options)];
    const after = await direct(url, options);
    for (const answer of through) {
      expect({ url, options, ...told(answer) }).toEqual({ url, options, ...told(before) });
      if (answer.status !== 416) expect(withoutAge(answer.headers)).toBe(withoutAge(before.headers));
      if (!Number.isNaN(maxAge(answer.headers))) {
        expect(maxAge(answer.headers)).toBeLessThanOrEqual(maxAge(before.headers));
        expect(maxAge(answer.headers)).toBeGreaterThanOrEqual(maxAge(after.headers));
      }
    }
    return through[0] as (typeof through)[number];
  }

  beforeAll(async () => {
    t = await testApp(
      { clock: realClock },
      {
        observe: (app) =>
          app.addHook('onRequest', async ({ url, headers }) => {
            if (headers['x-forwarded-for']) asked.push(url);
          }),
      },
    );
    secret = t.deps.config.secretKey;
    const { storage } = t.deps;
    for (const page of [1, 2, LAST_PAGE, LAST_PAGE + 1])
      for (const file of PAGE_FILES)
        if (page !== 2 || file !== '2x.webp')
          await storage.put(
            `${pageFolder(book, 1, page)}/${file}`,
            Buffer.from(`${file} of page ${page}. `.repeat(200)),
          );
    await storage.put(`${folder}/film.mp4`, recording);
    await storage.put(`${folder}/film.vtt`, Buffer.from('WEBVTT\n'));
    await storage.put(`${folder}/film.m3u8`, Buffer.from('#EXTM3U\nfilm.mp4\n'));
    await storage.put('public/covers/a.webp', Buffer.from('a cover'));
    const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
    line = await lineTo(Number(new URL(address).port));
    edge = await edgeNginx(line.port, secret.reveal());
  }, 60_000);
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(async () => {
    await edge?.stop();
    await line?.cut();
    await t?.close();
  });

  it('are those of the product, byte for byte', async () => {
    const grant = grantOf();
    for (const file of PAGE_FILES) {
      const url = pageUrl(1, file, grant);
      const { headers } = await expectSame(url);
      await expectSame(url, { headers: { 'if-none-match': String(headers.etag) } });
      await expectSame(url, { headers: { 'if-none-match': '"other"' } });
      await expectSame(url, { headers: { 'if-modified-since': new Date().toUTCString() } });
      await expectSame(url, { headers: { range: 'bytes=0-3' } });
      await expectSame(url, { headers: { 'if-match': '"other"' } });
      const head = await edge.ask(url, { method: 'HEAD' });
      expect([head.status, head.headers['content-length']]).toEqual([200, headers['content-length']]);
    }
    for (const accepted of ['gzip, deflate, br', 'gzip', 'identity'])
      await expectSame(pageUrl(1, 'text.json', grant), { headers: { 'accept-encoding': accepted } });
    await expectSame(pageUrl(LAST_PAGE, '1x.webp', grant));
    await expectSame(pageUrl(3, '1x.webp', grant));
    await expectSame(pageUrl(1, '3x.webp', grant));
    await expectSame(pageUrl('01', '1x.webp', grant));
    await expectSame(`${pageUrl(1, '1x.webp', grant)}&grant=${grant}`);
    await expectSame(pageUrl(1, '1x.webp', grant).replace('/1x', '/%31x'));
    await expectSame(pageUrl(1, '1x.webp', grant).replace('/1/1x', '//1/1x'));
    expect((await edge.ask(pageUrl(`${LAST_PAGE + 1}/../1`, '1x.webp', grant))).status).toBe(404);
    await expectSame('/files/public/covers/a.webp');
    await expectSame('/files/public/covers/none.webp');
  });

  it('have the ranges that the product gives', async () => {
    const url = fileUrl('film.mp4');
    const { headers } = await expectSame(url);
    for (const range of [
      '0-0',
      '0-',
      '5-9',
      '1048570-1048580',
      '999999-2400000',
      '-7',
      '2499999-',
      '2500000-',
      'x',
      '0-1,3-4',
    ])
      await expectSame(url, { headers: { range: `bytes=${range}` } });
    for (const condition of [String(headers.etag), '"other"'])
      await expectSame(url, { headers: { range: 'bytes=5-9', 'if-range': condition } });
    await expectSame(url, { headers: { 'if-none-match': String(headers.etag) } });
    await expectSame(url, { method: 'HEAD' });
    await expectSame(fileUrl('film.vtt'));
    await expectSame(fileUrl('none.mp4'));
    await expectSame(fileUrl('film.m3u8'));
    await expectSame(`/files/${folder}/film.mp4`);
  });

  it('are asked of the product once for all readers, and each has the life of their own grant', async () => {
    const [long, short] = [grantOf({}, new Date(), 8000), grantOf({}, new Date(), 400)];
    await edge.restart();
    asked.length = 0;
    const url = (grant: string) => pageUrl(LAST_PAGE, 'thumb.webp', grant);
    const [first, second] = [await edge.ask(url(long)), await edge.ask(url(short))];
    expect(second.body.equals(first.body)).toBe(true);
    expect(asked).toEqual([url(long)]);
    expect(maxAge(first.headers)).toBeGreaterThan(7000);
    expect(maxAge(second.headers)).toBeLessThanOrEqual(600);
    expect(second.headers['x-request-id']).toBeUndefined();
    const players = [fileGrant(), fileGrant(folder, new Date(), 2 * HOUR)].map((grant) =>
      fileUrl('film.mp4', grant),
    );
    asked.length = 0;
    for (const player of players) await edge.ask(player, { headers: { range: 'bytes=100-200' } });
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  it('are asked of the product once when many want the same at once', async () => {
    await t.deps.storage.put(`${pageFolder(book, 1, 4)}/1x.webp`, randomBytes(200_000));
    const all = await Promise.all(
      Array.from({ length: 20 }, () => edge.ask(pageUrl(4, '1x.webp', grantOf()))),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked).toHaveLength(1);
  });

  it('are not kept while they are stand-ins, and playlists never', async () => {
    const url = pageUrl(2, '2x.webp', grantOf());
    expect((await edge.ask(url)).headers['cache-control']).toBe('private, max-age=30');
    const sharp = Buffer.from('the sharp picture');
    await t.deps.storage.put(`${pageFolder(book, 1, 2)}/2x.webp`, sharp);
    expect((await edge.ask(url)).body.equals(sharp)).toBe(true);
    for (const grant of [fileGrant(), fileGrant(folder, new Date(), 2 * HOUR)])
      expect((await edge.ask(fileUrl('film.m3u8', grant))).body.toString()).toContain(
        `film.mp4?grant=${grant}`,
      );
  });

  it('go to the product with the grant of a release or with a token', async () => {
    const release = pageUrl(1, '1x.webp', grantOf({ kind: 'release' }));
    await expectSame(release);
    expect(asked).toEqual([release, release]);
    await expectSame(pageUrl(LAST_PAGE + 1, '1x.webp', grantOf({ kind: 'release' })));
    await expectSame(pageUrl(1, '1x.webp', '').split('?')[0] as string, {
      headers: { authorization: 'Bearer vsl_none' },
    });
  });

  it('are refused without a valid grant, in all of 1,000 tries, and the product is not asked', async () => {
    const forged = (grant: string, part: number, text: string) =>
      grant
        .split('.')
        .map((each, at) => (at === part ? text : each))
        .join('.');
    const good = grantOf();
    // Kept: a refusal is the grant's and not a missing file's.
    expect((await edge.ask(pageUrl(LAST_PAGE, '1x.webp', good))).status).toBe(200);
    expect((await edge.ask(pageUrl(LAST_PAGE + 1, '1x.webp', grantOf({ lastPage: 99 })))).status).toBe(200);
    expect((await edge.ask(fileUrl('film.mp4'))).status).toBe(200);
    const past = ago(4 * HOUR);
    const file = fileGrant();
    const signature = (grant: string) => grant.split('.')[2] as string;
    const page = (grant: string, number = LAST_PAGE) => pageUrl(number, '1x.webp', grant);
    const refused: Record<string, string> = {
      'page 16 of a preview': page(good, LAST_PAGE + 1),
      'an expired grant': page(grantOf({}, past)),
      'a grant of another book': page(grantOf({ id: other })),
      'a grant of another set': page(grantOf({ number: 2 })),
      'a later last page': page(forged(good, 1, 'zz'), LAST_PAGE + 1),
      'a later end': page(forged(good, 0, 'zzzzzz')),
      'a shortened signature': page(good.slice(0, -1)),
      'another signature': page(forged(good, 2, signature(grantOf({ lastPage: 9 })))),
      'no signature': page(forged(good, 2, '')),
      'a grant of files on a page': page(file),
      'the signature of files on a page': page(forged(good, 2, signature(file))),
      'an expired grant of a release': page(grantOf({ kind: 'release' }, past)),
      'no grant': page('').split('?')[0] as string,
      'an empty grant': page(''),
      'a grant twice': `${page(good)}&grant=${good}`,
      'a grant of another secret': page(
        makePageGrant(new Secret('x'.repeat(40)), pageGrant(), new Date()).grant,
      ),
      'an expired grant of a lecture': fileUrl('film.mp4', fileGrant(folder, past)),
      'a grant of another folder': fileUrl('film.mp4', fileGrant(`lectures/${other}/heart`)),
      'a grant of a folder above by its depth': fileUrl('film.mp4', forged(file, 1, '1')),
      'a grant of a page on a lecture': fileUrl('film.mp4', good),
      'the signature of a page on a lecture': fileUrl('film.mp4', forged(file, 2, signature(good))),
      'a shortened signature on a lecture': fileUrl('film.mp4', file.slice(0, -1)),
    };
    asked.length = 0;
    const entries = Object.entries(refused);
    for (let count = 0; count < 1000; count += 1) {
      const [what, url] = entries[count % entries.length] as [string, string];
      const { status, headers, body } = await edge.ask(url);
      const { request_id: id, ...told } = JSON.parse(body.toString());
      expect([what, status, headers['cache-control'], headers['content-type']]).toEqual([
        what,
        403,
        'no-store',
        'application/json; charset=utf-8',
      ]);
      expect(headers['x-request-id']).toBe(id);
      if (count < entries.length) {
        const own = await direct(url);
        const { request_id, ...expected } = JSON.parse(own.body.toString());
        expect([what, own.status, told]).toEqual([what, 403, expected]);
      }
      expect(told.code).toBe('not_subscribed');
    }
    expect(asked).toEqual([]);
  });

  it('reach valid grants, and no others, while the product is away', async () => {
    const kept = [pageUrl(1, '1x.webp', grantOf()), fileUrl('film.mp4')];
    const before = await Promise.all(kept.map((url) => edge.ask(url)));
    await line.cut();
    for (const [at, url] of kept.entries()) {
      const answer = await edge.ask(url);
      expect([answer.status, answer.body.equals(before[at]?.body as Buffer)]).toEqual([200, true]);
    }
    expect((await edge.ask(pageUrl(1, '1x.webp', grantOf({}, ago(HOUR))))).status).toBe(403);
    expect((await edge.ask(fileUrl('film.mp4', fileGrant(folder, ago(4 * HOUR))))).status).toBe(403);
    expect((await edge.ask(pageUrl(5, '1x.webp', grantOf()))).status).toBe(502);
    await line.mend();
  });

  it('open with the present secret alone, and without one only by the product', async () => {
    const url = pageUrl(1, '1x.webp', grantOf());
    await edge.restart('another secret of the tests, long enough');
    expect((await edge.ask(url)).status).toBe(403);
    for (const none of ['', 'short']) {
      await edge.restart(none);
      asked.length = 0;
      const unsigned = makePageGrant(new Secret(none), pageGrant(), new Date()).grant;
      expect((await edge.ask(pageUrl(1, '1x.webp', unsigned))).status).toBe(403);
      expect((await edge.ask(url)).status).toBe(200);
      expect(asked).toHaveLength(2);
    }
    await edge.restart(secret.reveal());
    expect((await edge.ask(url)).status).toBe(200);
  });

  it('leave neither grants nor the secret in logs and in what is kept', async () => {
    const [grant, other] = [grantOf(), fileGrant()];
    for (const url of [
      pageUrl(1, '1x.webp', grant),
      pageUrl(16, '1x.webp', grant),
      fileUrl('film.mp4', other),
      fileUrl('film.m3u8', other),
    ])
      await edge.ask(url, { headers: { referer: `https://x.example${url}` } });
    const kept = filesBelow(edge.keptFolder).map((path) => readFileSync(path, 'latin1'));
    expect(kept.length).toBeGreaterThan(5);
    expect(edge.logged()).toContain(`/page-files/${book}/1/1/1x.webp HTTP`);
    for (const text of [edge.logged(), ...kept])
      for (const hidden of [grant, other, 'grant=', secret.reveal()])
        expect(text.includes(hidden)).toBe(false);
  });

  it('leave no grant in the log when they cannot be kept', async () => {
    rmSync(edge.keptFolder, { recursive: true });
    writeFileSync(edge.keptFolder, 'no folder');
    for (const url of [pageUrl(2, 'page.pdf', grantOf()), fileUrl('film.vtt')])
      await edge.ask(url).catch(() => {});
    expect(edge.logged()).not.toContain('grant=');
  });
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

interface Line {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A connection to the product that can be cut, as if its process had died. */
async function lineTo(productPort: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number) => {
    server = createServer((socket) => {
      const onward = connect(productPort, '127.0.0.1');
      for (const each of [socket, onward]) {
        sockets.add(each);
        each
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(each);
            socket.destroy();
            onward.destroy();
          });
      }
      socket.pipe(onward).pipe(socket);
    }).listen(port, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    async cut() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async mend() {
      await listen(port);
    },
  };
}
