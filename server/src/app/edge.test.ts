import { randomBytes } from 'node:crypto';
import { PAGE_FILES, pageFolder } from '@vesalius/contract/reader-text';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EdgeProduct, edgeProduct, HOUR, LAST_PAGE } from '../testing/edge.ts';
import { type AskOptions, jsModule } from '../testing/nginx.ts';

/* What nginx with files at the edge answers, beside what the product answers itself. */
const SAME_HEADERS = [
  ...['content-type', 'content-length', 'content-range', 'content-encoding'],
  ...['etag', 'last-modified', 'x-content-type-options', 'content-security-policy'],
];

describe.skipIf(!jsModule)('files at the edge', () => {
  let p: EdgeProduct;
  beforeAll(async () => {
    p = await edgeProduct();
  }, 60_000);
  beforeEach(() => {
    p.asked.length = 0;
  });
  afterAll(() => p?.close());

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
    const before = await p.direct(url, options);
    const through = [await p.edge.ask(url, options), await p.edge.ask(url, options)];
    const after = await p.direct(url, options);
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

  it('are those of the product, byte for byte', async () => {
    const grant = p.grantOf();
    for (const file of PAGE_FILES) {
      const url = p.pageUrl(1, file, grant);
      const { headers } = await expectSame(url);
      await expectSame(url, { headers: { 'if-none-match': String(headers.etag) } });
      await expectSame(url, { headers: { 'if-none-match': '"other"' } });
      await expectSame(url, { headers: { 'if-modified-since': new Date().toUTCString() } });
      await expectSame(url, { headers: { range: 'bytes=0-3' } });
      await expectSame(url, { headers: { 'if-match': '"other"' } });
      const head = await p.edge.ask(url, { method: 'HEAD' });
      expect([head.status, head.headers['content-length']]).toEqual([200, headers['content-length']]);
    }
    for (const accepted of ['gzip, deflate, br', 'gzip', 'identity'])
      await expectSame(p.pageUrl(1, 'text.json', grant), { headers: { 'accept-encoding': accepted } });
    await expectSame(p.pageUrl(LAST_PAGE, '1x.webp', grant));
    await expectSame(p.pageUrl(3, '1x.webp', grant));
    await expectSame(p.pageUrl(1, '3x.webp', grant));
    await expectSame(p.pageUrl('01', '1x.webp', grant));
    await expectSame(`${p.pageUrl(1, '1x.webp', grant)}&grant=${grant}`);
    await expectSame(p.pageUrl(1, '1x.webp', grant).replace('/1x', '/%31x'));
    await expectSame(p.pageUrl(1, '1x.webp', grant).replace('/1/1x', '//1/1x'));
    expect((await p.edge.ask(p.pageUrl(`${LAST_PAGE + 1}/../1`, '1x.webp', grant))).status).toBe(404);
    await expectSame('/files/public/covers/a.webp');
    await expectSame('/files/public/covers/none.webp');
  });

  it('have the ranges that the product gives', async () => {
    const url = p.fileUrl('film.mp4');
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
    await expectSame(p.fileUrl('film.vtt'));
    await expectSame(p.fileUrl('none.mp4'));
    await expectSame(p.fileUrl('film.m3u8'));
    await expectSame(`/files/${p.folder}/film.mp4`);
  });

  it('are asked of the product once for all readers, and each has the life of their own grant', async () => {
    const [long, short] = [p.grantOf({}, new Date(), 8000), p.grantOf({}, new Date(), 400)];
    await p.edge.restart();
    p.asked.length = 0;
    const url = (grant: string) => p.pageUrl(LAST_PAGE, 'thumb.webp', grant);
    const [first, second] = [await p.edge.ask(url(long)), await p.edge.ask(url(short))];
    expect(second.body.equals(first.body)).toBe(true);
    expect(p.asked).toEqual([url(long)]);
    expect(maxAge(first.headers)).toBeGreaterThan(7000);
    expect(maxAge(second.headers)).toBeLessThanOrEqual(600);
    expect(second.headers['x-request-id']).toBeUndefined();
    const players = [p.fileGrant(), p.fileGrant(p.folder, new Date(), 2 * HOUR)].map((grant) =>
      p.fileUrl('film.mp4', grant),
    );
    p.asked.length = 0;
    for (const player of players) await p.edge.ask(player, { headers: { range: 'bytes=100-200' } });
    expect(p.asked.length).toBeLessThanOrEqual(1);
  });

  it('are asked of the product once when many want the same at once', async () => {
    await p.t.deps.storage.put(`${pageFolder(p.book, 1, 4)}/1x.webp`, randomBytes(200_000));
    const all = await Promise.all(
      Array.from({ length: 20 }, () => p.edge.ask(p.pageUrl(4, '1x.webp', p.grantOf()))),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(p.asked).toHaveLength(1);
  });

  it('are not kept while they are stand-ins, and playlists never', async () => {
    const url = p.pageUrl(2, '2x.webp', p.grantOf());
    expect((await p.edge.ask(url)).headers['cache-control']).toBe('private, max-age=30');
    const sharp = Buffer.from('the sharp picture');
    await p.t.deps.storage.put(`${pageFolder(p.book, 1, 2)}/2x.webp`, sharp);
    expect((await p.edge.ask(url)).body.equals(sharp)).toBe(true);
    for (const grant of [p.fileGrant(), p.fileGrant(p.folder, new Date(), 2 * HOUR)])
      expect((await p.edge.ask(p.fileUrl('film.m3u8', grant))).body.toString()).toContain(
        `film.mp4?grant=${grant}`,
      );
  });

  it('go to the product with the grant of a release or with a token', async () => {
    const release = p.pageUrl(1, '1x.webp', p.grantOf({ kind: 'release' }));
    await expectSame(release);
    expect(p.asked).toEqual([release, release]);
    await expectSame(p.pageUrl(LAST_PAGE + 1, '1x.webp', p.grantOf({ kind: 'release' })));
    await expectSame(p.pageUrl(1, '1x.webp', '').split('?')[0] as string, {
      headers: { authorization: 'Bearer vsl_none' },
    });
  });
});
