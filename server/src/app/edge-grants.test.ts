import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../config/config.ts';
import { makePageGrant } from '../features/reader/page-grant.ts';
import { type EdgeProduct, edgeProduct, HOUR, LAST_PAGE } from '../testing/edge.ts';
import { jsModule } from '../testing/nginx.ts';

/* Whom nginx with files at the edge gives kept files, and what it tells of grants. */
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe.skipIf(!jsModule)('kept files', () => {
  let p: EdgeProduct;
  beforeAll(async () => {
    p = await edgeProduct();
  }, 60_000);
  beforeEach(() => {
    p.asked.length = 0;
  });
  afterAll(() => p?.close());

  it('are refused without a valid grant, in all of 1,000 tries, and the product is not asked', async () => {
    const forged = (grant: string, part: number, text: string) =>
      grant
        .split('.')
        .map((each, at) => (at === part ? text : each))
        .join('.');
    const good = p.grantOf();
    // Kept: a refusal is the grant's and not a missing file's.
    expect((await p.edge.ask(p.pageUrl(LAST_PAGE, '1x.webp', good))).status).toBe(200);
    expect((await p.edge.ask(p.pageUrl(LAST_PAGE + 1, '1x.webp', p.grantOf({ lastPage: 99 })))).status).toBe(
      200,
    );
    expect((await p.edge.ask(p.fileUrl('film.mp4'))).status).toBe(200);
    const past = ago(4 * HOUR);
    const file = p.fileGrant();
    const signature = (grant: string) => grant.split('.')[2] as string;
    const page = (grant: string, number = LAST_PAGE) => p.pageUrl(number, '1x.webp', grant);
    const refused: Record<string, string> = {
      'page 16 of a preview': page(good, LAST_PAGE + 1),
      'an expired grant': page(p.grantOf({}, past)),
      'a grant of another book': page(p.grantOf({ id: p.other })),
      'a grant of another set': page(p.grantOf({ number: 2 })),
      'a later last page': page(forged(good, 1, 'zz'), LAST_PAGE + 1),
      'a later end': page(forged(good, 0, 'zzzzzz')),
      'a shortened signature': page(good.slice(0, -1)),
      'another signature': page(forged(good, 2, signature(p.grantOf({ lastPage: 9 })))),
      'no signature': page(forged(good, 2, '')),
      'a grant of files on a page': page(file),
      'the signature of files on a page': page(forged(good, 2, signature(file))),
      'an expired grant of a release': page(p.grantOf({ kind: 'release' }, past)),
      'no grant': page('').split('?')[0] as string,
      'an empty grant': page(''),
      'a grant twice': `${page(good)}&grant=${good}`,
      'a grant of another secret': page(
        makePageGrant(new Secret('x'.repeat(40)), p.pageScope(), new Date()).grant,
      ),
      'an expired grant of a lecture': p.fileUrl('film.mp4', p.fileGrant(p.folder, past)),
      'a grant of another folder': p.fileUrl('film.mp4', p.fileGrant(`lectures/${p.other}/heart`)),
      'a grant of a folder above by its depth': p.fileUrl('film.mp4', forged(file, 1, '1')),
      'a grant of a page on a lecture': p.fileUrl('film.mp4', good),
      'the signature of a page on a lecture': p.fileUrl('film.mp4', forged(file, 2, signature(good))),
      'a shortened signature on a lecture': p.fileUrl('film.mp4', file.slice(0, -1)),
    };
    p.asked.length = 0;
    const entries = Object.entries(refused);
    for (let count = 0; count < 1000; count += 1) {
      const [what, url] = entries[count % entries.length] as [string, string];
      const { status, headers, body } = await p.edge.ask(url);
      const { request_id: id, ...told } = JSON.parse(body.toString());
      expect([what, status, headers['cache-control'], headers['content-type']]).toEqual([
        what,
        403,
        'no-store',
        'application/json; charset=utf-8',
      ]);
      expect(headers['x-request-id']).toBe(id);
      if (count < entries.length) {
        const own = await p.direct(url);
        const { request_id, ...expected } = JSON.parse(own.body.toString());
        expect([what, own.status, told]).toEqual([what, 403, expected]);
      }
      expect(told.code).toBe('not_subscribed');
    }
    expect(p.asked).toEqual([]);
  });

  it('reach valid grants, and no others, while the product is away', async () => {
    const kept = [p.pageUrl(1, '1x.webp', p.grantOf()), p.fileUrl('film.mp4')];
    const before = await Promise.all(kept.map((url) => p.edge.ask(url)));
    await p.line.cut();
    for (const [at, url] of kept.entries()) {
      const answer = await p.edge.ask(url);
      expect([answer.status, answer.body.equals(before[at]?.body as Buffer)]).toEqual([200, true]);
    }
    expect((await p.edge.ask(p.pageUrl(1, '1x.webp', p.grantOf({}, ago(HOUR))))).status).toBe(403);
    expect((await p.edge.ask(p.fileUrl('film.mp4', p.fileGrant(p.folder, ago(4 * HOUR))))).status).toBe(403);
    expect((await p.edge.ask(p.pageUrl(5, '1x.webp', p.grantOf()))).status).toBe(502);
    await p.line.mend();
  });

  it('open with the present secret alone, and without one only by the product', async () => {
    const url = p.pageUrl(1, '1x.webp', p.grantOf());
    await p.edge.restart('another secret of the tests, long enough');
    expect((await p.edge.ask(url)).status).toBe(403);
    for (const none of ['', 'short']) {
      await p.edge.restart(none);
      p.asked.length = 0;
      const unsigned = makePageGrant(new Secret(none), p.pageScope(), new Date()).grant;
      expect((await p.edge.ask(p.pageUrl(1, '1x.webp', unsigned))).status).toBe(403);
      expect((await p.edge.ask(url)).status).toBe(200);
      expect(p.asked).toHaveLength(2);
    }
    await p.edge.restart(p.secret.reveal());
    expect((await p.edge.ask(url)).status).toBe(200);
  });

  it('leave neither grants nor the secret in logs and in what is kept', async () => {
    const [grant, other] = [p.grantOf(), p.fileGrant()];
    for (const url of [
      p.pageUrl(1, '1x.webp', grant),
      p.pageUrl(16, '1x.webp', grant),
      p.fileUrl('film.mp4', other),
      p.fileUrl('film.m3u8', other),
    ])
      await p.edge.ask(url, { headers: { referer: `https://x.example${url}` } });
    const kept = filesBelow(p.edge.keptFolder).map((path) => readFileSync(path, 'latin1'));
    expect(kept.length).toBeGreaterThan(5);
    // It writes what it has still to log.
    await p.edge.restart();
    expect(p.edge.logged()).toContain(`/page-files/${p.book}/1/1/1x.webp HTTP`);
    for (const text of [p.edge.logged(), ...kept])
      for (const hidden of [grant, other, 'grant=', p.secret.reveal()])
        expect(text.includes(hidden)).toBe(false);
  });

  it('leave no grant in the log when they cannot be kept', async () => {
    rmSync(p.edge.keptFolder, { recursive: true });
    writeFileSync(p.edge.keptFolder, 'no folder');
    for (const url of [p.pageUrl(2, 'drawn.pdf', p.grantOf()), p.fileUrl('film.vtt')])
      await p.edge.ask(url).catch(() => {});
    rmSync(p.edge.keptFolder);
    await p.edge.restart();
    expect(p.edge.logged()).toContain(`/page-files/${p.book}/1/2/drawn.pdf HTTP`);
    expect(p.edge.logged()).not.toContain('grant=');
  });
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
