import { pageFolder } from '@vesalius/contract/reader-text';
import type { ViewerPreview } from '@vesalius/contract/web-pages';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { one } from '../platform/database/database.ts';
import { ProductError } from '../platform/errors.ts';
import { buildHttp } from '../platform/http.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { buildBook } from '../testing/factories.ts';
import { webPages } from '../testing/web-pages.ts';
import { registerWeb } from './web.ts';

describe('the viewer’s document', () => {
  let t: TestApp;
  let app: FastifyInstance;
  let bookId: string;

  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db, { pages: 40 })).id;
    for (const page of [1, 15, 16])
      await t.deps.storage.put(`${pageFolder(bookId, 1, page)}/1x.webp`, Buffer.from(`picture ${page}`));
    const { log } = t.deps;
    app = await buildHttp({ log, trustProxy: 0, connectTo: [], https: false, scriptHashes: [] });
    const pageAt = (url: string) => {
      const page = Number(new URLSearchParams(url.split('?')[1]).get('page'));
      return { kind: 'viewer', bookId, page: page || null } as const;
    };
    registerWeb(app, t.deps, webPages({ pageAt }));
  });
  afterAll(async () => {
    await app.close();
    await t.close();
  });

  const shown = async (query: string): Promise<{ preview: ViewerPreview | null; picture: string | null }> =>
    (await app.inject({ url: `/book-viewer/${bookId}${query}` })).json();
  const pictureIn = async (query: string) => {
    const { preview, picture } = await shown(query);
    expect(preview).toMatchObject({ last_page: 15, picture: picture !== null });
    return picture === null ? null : Buffer.from(picture, 'base64').toString();
  };

  it('brings the picture of the page that its address names, when everybody may read it', async () => {
    expect(await pictureIn('?page=1')).toBe('picture 1');
    expect(await pictureIn('?from=mail&page=15')).toBe('picture 15');
  });

  it('tells how wide most pages are, so that the picture is shown at its own size', async () => {
    const { width: usual } = await one(
      t.deps.db,
      sql<{ width: number }>`select width from book_pages where book_id = ${bookId} and page_number = 1`,
    );
    await sql`update book_pages set width = 2000 where book_id = ${bookId} and page_number <= 3`.execute(
      t.deps.db,
    );
    expect((await shown('?page=3')).preview).toMatchObject({ common_width: usual });
  });

  it('comes without the picture while the file store fails or is silent, and with it afterwards', async () => {
    const { storage } = t.deps;
    const find = storage.find;
    const failures = [
      async () => {
        throw new ProductError('unavailable');
      },
      () => new Promise<never>(() => {}),
    ];
    for (const failure of failures) {
      storage.find = failure;
      expect(await pictureIn('?page=1')).toBeNull();
    }
    storage.find = find;
    expect(await pictureIn('?page=1')).toBe('picture 1');
  });

  it('brings none beyond the preview, none that is not there, none when no page is named', async () => {
    for (const query of ['', '?page=16', '?page=2'])
      expect([query, await pictureIn(query)]).toEqual([query, null]);
  });
});
