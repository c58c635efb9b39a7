import { readerCalls } from '@vesalius/contract/reader-calls';
import { folderOfPage, PAGE_FILES, pageFolder } from '@vesalius/contract/reader-text';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildInstitution, buildSubscription } from '../../testing/factories.ts';
import { indexBook } from '../search/index-book.ts';
import { openPreview, readPreviewPicture } from './open-preview.ts';
import { PAGE_GRANT_LIFE } from './page-grant.ts';

/** Requests every page address of a book as every user who must not read beyond page 15. */
describe('the preview’s limit', () => {
  const PAGES = 40;
  let t: TestApp;
  let bookId: string;
  let subscriber: Person;
  let strangers: [string, Person | null][];

  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db, { pages: PAGES })).id;
    for (let page = 1; page <= PAGES; page += 1)
      for (const file of PAGE_FILES)
        await t.deps.storage.put(
          `${pageFolder(bookId, 1, page)}/${file}`,
          Buffer.from(`secret of page ${page}`),
        );
    await sql`update book_pages set text = 'secret of page ' || page_number,
      search_vector = to_tsvector('simple', 'secret of page ' || page_number) where book_id = ${bookId}`.execute(
      t.deps.db,
    );
    await sql`insert into outline_entries (book_id, position, depth, title, page_number)
      select ${bookId}::uuid, n, 0, 'secret of page ' || n, n from generate_series(1, ${PAGES}::int) n`.execute(
      t.deps.db,
    );
    await inTransaction(t.deps.db, (tx) => indexBook(tx, bookId));
    subscriber = await t.person();
    await buildSubscription(t.deps.db, { userId: subscriber.id, bookId });
    const expired = await t.person();
    await buildSubscription(t.deps.db, { userId: expired.id, bookId, endsAt: t.clock.now() });
    const elsewhere = await t.person();
    await buildSubscription(t.deps.db, { userId: elsewhere.id });
    strangers = [
      ['a visitor', null],
      ['an expired subscriber', expired],
      ['a subscriber to another book', elsewhere],
      ['an author of another book', await t.person({ role: 'author' })],
    ];
  });
  afterAll(() => t.close());

  const grantOf = async (as: Person | null) =>
    (await t.call(readerCalls.getBookPages, { as, params: { id: bookId } })).body.files.grant as string;
  const fetchFile = (page: number | string, file: string, grant: string, revision: number | string = 1) =>
    t.app.inject({
      url: `/page-files/${bookId}/${revision}/${page}/${file}?grant=${encodeURIComponent(grant)}`,
    });

  it('allows a subscriber every file of every page', async () => {
    const grant = await grantOf(subscriber);
    for (let page = 1; page <= PAGES; page += 1)
      for (const file of PAGE_FILES) {
        const answer = await fetchFile(page, file, grant);
        expect([page, file, answer.statusCode, answer.body]).toEqual([
          page,
          file,
          200,
          `secret of page ${page}`,
        ]);
      }
  });

  it('allows everybody the files of pages 1 to 15 only', async () => {
    for (const [who, person] of strangers) {
      const grant = await grantOf(person);
      for (let page = 1; page <= PAGES + 1; page += 1)
        for (const file of PAGE_FILES) {
          const answer = await fetchFile(page, file, grant);
          expect([who, page, file, answer.statusCode]).toEqual([who, page, file, page <= 15 ? 200 : 403]);
          if (page > 15) expect(answer.json()).toMatchObject({ code: 'not_subscribed' });
        }
    }
  });

  it('allows exactly the preview in a release with several page sets', async () => {
    const book = (await buildBook(t.deps.db, { pages: 40 })).id;
    const [first, second] = [`${book}/1`, `${book}/2`];
    // Page 2 is new, page 20 was corrected, and the former page 30 is page 21 of the second set's PDF.
    const runs = [
      { first: 1, last: 1, set: first, from: 1 },
      { first: 2, last: 2, set: second, from: 2 },
      { first: 3, last: 19, set: first, from: 2 },
      { first: 20, last: 20, set: second, from: 20 },
      { first: 21, last: 40, set: first, from: 20 },
    ];
    await sql`insert into releases (book_id, revision, slug, edition, started_at, published_at, page_runs)
      values (${book}, 1, 's', '1', now(), now(), ${JSON.stringify(runs)}::jsonb)`.execute(t.deps.db);
    const stored = [
      ...Array.from({ length: 40 }, (_, index) => [first, index + 1] as const),
      ...[2, 20].map((page) => [second, page] as const),
    ];
    for (const [set, page] of stored)
      await t.deps.storage.put(`${folderOfPage({ set, page })}/1x.webp`, Buffer.from(`${set} ${page}`));
    const opened = async (as: Person | null) => {
      const { files } = (await t.call(readerCalls.getBookPages, { as, params: { id: book } })).body;
      const found: string[] = [];
      for (const [set, page] of stored)
        for (const grant of [files.grants[set] ?? '', ...Object.values(files.grants)]) {
          const url = `/page-files/${set}/${page}/1x.webp?grant=${grant}`;
          const answer = await t.app.inject({ url });
          if (answer.statusCode === 200) found.push(answer.body);
        }
      const inOrder: string[] = [];
      for (let page = 1; page <= 40; page += 1) {
        const url = `/page-files/${book}/1/${page}/1x.webp?grant=${files.grant}`;
        const answer = await t.app.inject({ url });
        if (answer.statusCode === 200) inOrder.push(answer.body);
      }
      return { found: [...new Set(found)].sort(), inOrder };
    };
    const pages = runs.flatMap(({ first: start, last, set, from }) =>
      Array.from({ length: last - start + 1 }, (_, index) => `${set} ${from + index}`),
    );
    const preview = pages.slice(0, 15);
    expect(await opened(null)).toEqual({ found: [...preview].sort(), inOrder: preview });
    const reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: book });
    const whole = await opened(reader);
    // Users who may read the complete book may also open its former pages.
    expect(whole).toEqual({ found: expect.arrayContaining(pages), inOrder: pages });
  });

  it('applies to files requested with a token instead of a grant, which are not cached', async () => {
    const byToken = (page: number, file: string, headers: Record<string, string>, revision = 1) =>
      t.app.inject({ url: `/page-files/${bookId}/${revision}/${page}/${file}`, headers });
    const bearer = (person: Person) => ({ authorization: `Bearer ${person.token}` });
    for (const page of [1, 15, 16, PAGES])
      for (const file of PAGE_FILES) {
        const own = await byToken(page, file, bearer(subscriber));
        expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'no-store']);
        for (const [who, person] of strangers) {
          const { statusCode } = await byToken(page, file, person ? bearer(person) : {});
          const open = person !== null && page <= 15;
          expect([who, page, file, statusCode]).toEqual([who, page, file, open ? 200 : 403]);
        }
        expect((await byToken(page, file, { authorization: 'Bearer vsl_nobody' })).statusCode).toBe(401);
        expect((await byToken(page, file, { authorization: 'Basic x' })).statusCode).toBe(401);
      }
    expect((await byToken(PAGES + 1, '1x.webp', bearer(subscriber))).statusCode).toBe(403);
    expect((await byToken(16, '1x.webp', bearer(subscriber), 2)).statusCode).toBe(404);
  });

  it('applies to the response of every call', async () => {
    const beyond = /secret of page (?:1[6-9]|[2-4]\d)/;
    for (const [, as] of strangers) {
      const pages = await t.call(readerCalls.getBookPages, { as, params: { id: bookId } });
      expect(pages.body.outline).toHaveLength(15);
      expect(pages.text).not.toMatch(beyond);
      for (const from_page of [undefined, 15, 16, 40]) {
        const query = { q: 'secret', from_page };
        const search = await t.call(readerCalls.searchBook, { as, params: { id: bookId }, query });
        expect(search.body.pages).toBe(15);
        expect(search.text).not.toMatch(beyond);
      }
    }
  });

  it('applies to the content embedded in the viewer’s document', async () => {
    const preview = await openPreview(t.deps, bookId);
    expect(preview).toMatchObject({ revision: 1, last_page: 15 });
    for (let page = 1; page <= PAGES; page += 1)
      for (const file of PAGE_FILES) {
        const { statusCode } = await fetchFile(page, file, preview!.grants[`${bookId}/1`] ?? '');
        expect([page, file, statusCode]).toEqual([page, file, page <= 15 ? 200 : 403]);
      }
    for (const page of [1, 15])
      expect(String(await readPreviewPicture(t.deps, preview!, page))).toBe(`secret of page ${page}`);
    for (const page of [16, PAGES]) expect(await readPreviewPicture(t.deps, preview!, page)).toBeNull();
    await expect(openPreview(t.deps, '01900000-0000-7000-8000-000000000000')).rejects.toThrow();
  });

  it('applies to all calls of the reader, for every user and parameter', async () => {
    const calls = Object.values(readerCalls).filter(({ path }) =>
      /\/books?|annotations|editor_notes/.test(path),
    );
    expect(calls.length).toBeGreaterThanOrEqual(6);
    for (const [who, as] of strangers)
      for (const call of calls) {
        const answer = await t.call(call as typeof readerCalls.searchBook, {
          as,
          params: { id: bookId },
          query: { q: 'secret', book_id: bookId, page: 16, from_page: 16 } as never,
        });
        expect([who, call.path, answer.text]).toEqual([
          who,
          call.path,
          expect.not.stringMatching(/secret of page (?:1[6-9]|[2-4]\d)/),
        ]);
        expect(answer.status).toBeLessThan(500);
      }
  });

  it('applies to manipulated addresses', async () => {
    const preview = await grantOf(null);
    const whole = await grantOf(subscriber);
    const [, lastPage] = whole.split('.');
    const [expires, , signature] = preview.split('.');
    for (const grant of [
      '',
      'x',
      `${expires}.${lastPage}.${signature}`,
      `${preview}.x`,
      preview.toUpperCase(),
    ])
      expect((await fetchFile(16, '1x.webp', grant)).statusCode).toBe(403);
    for (const page of ['0016', '16.0', '+16', '1e1', '-1', '0', '1/../16'])
      expect([403, 404]).toContain((await fetchFile(page, '1x.webp', preview)).statusCode);
    for (const file of ['../0016/1x.webp', '..%2f0016%2f1x.webp', '1x.webp%00', 'book.pdf', ''])
      expect([400, 403, 404]).toContain((await fetchFile(15, file, preview)).statusCode);
    expect((await fetchFile(1, '1x.webp', whole, 2)).statusCode).toBe(403);
    // The general file route does not accept page grants.
    for (const grant of [preview, whole])
      expect(
        (await t.app.inject({ url: `/files/${pageFolder(bookId, 1, 16)}/1x.webp?grant=${grant}` }))
          .statusCode,
      ).toBe(403);
  });

  it('applies again when a former subscriber’s grant has expired', async () => {
    const grant = await grantOf(subscriber);
    expect((await fetchFile(16, '1x.webp', grant)).headers['cache-control']).toMatch(/^private, max-age=\d+/);
    t.clock.advance(PAGE_GRANT_LIFE * 1250);
    expect((await fetchFile(16, '1x.webp', grant)).statusCode).toBe(403);
  });

  it('sends the normal image until the double-size one exists, with a short cache lifetime', async () => {
    await t.deps.storage.delete(`${pageFolder(bookId, 1, 2)}/2x.webp`);
    await t.deps.storage.delete(`${pageFolder(bookId, 1, 2)}/drawn.pdf`);
    const grant = await grantOf(null);
    const answer = await fetchFile(2, '2x.webp', grant);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, max-age=30']);
    expect((await fetchFile(2, 'drawn.pdf', grant)).statusCode).toBe(404);
  });

  it('serves no empty file as final', async () => {
    const grant = await grantOf(null);
    for (const file of ['1x.webp', '2x.webp'] as const)
      await t.deps.storage.put(`${pageFolder(bookId, 1, 3)}/${file}`, Buffer.alloc(0));
    for (const file of ['1x.webp', '2x.webp'] as const) {
      const answer = await fetchFile(3, file, grant);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, 'no-store']);
    }
    await t.deps.storage.put(`${pageFolder(bookId, 1, 3)}/1x.webp`, Buffer.from('a page'));
    const standIn = await fetchFile(3, '2x.webp', grant);
    expect([standIn.statusCode, standIn.headers['cache-control']]).toEqual([200, 'private, max-age=30']);
  });

  it('sends compressed text to clients that accept it', async () => {
    const url = `/page-files/${bookId}/1/1/text.json?grant=${await grantOf(null)}`;
    const packed = await t.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect((await t.app.inject({ method: 'HEAD', url })).headers['content-length']).toBe('16');
  });

  it('gives no offline license without access', async () => {
    const licence = (as: Person | null, id = bookId) =>
      t.call(readerCalls.createOfflineLicence, { as, portal: 'customer', params: { id } });
    for (const [, person] of strangers) expect([401, 403]).toContain((await licence(person)).status);
    const { status, body } = await licence(subscriber);
    expect(status).toBe(201);
    expect(body).toMatchObject({ book_id: bookId, revision: 1, issued_at: t.clock.now().toISOString() });
    expect((await fetchFile(40, '1x.webp', body.grant)).statusCode).toBe(200);
  });

  it('tells only its readers the size of an offline book, from the sizes of its files', async () => {
    const size = (as: Person | null) =>
      t.call(readerCalls.getOfflineSize, { as, portal: 'customer', params: { id: bookId } });
    for (const [, person] of strangers) expect([401, 403]).toContain((await size(person)).status);
    const { status, body } = await size(subscriber);
    expect([status, body.pages]).toEqual([200, PAGES]);
    // "secret of page 12" four times per page; page 2 lost its double-size image in an earlier test.
    expect(body.bytes).toBeGreaterThan(PAGES * 4 * 14);
    expect(body.bytes).toBeLessThanOrEqual(PAGES * 4 * 17);
  });

  it('ends an offline license with the subscription, or after thirty days', async () => {
    const person = await t.person();
    const days = (count: number) => new Date(t.clock.now().getTime() + count * DAY_MS);
    await buildSubscription(t.deps.db, { userId: person.id, bookId, endsAt: days(3) });
    const until = async () =>
      (await t.call(readerCalls.createOfflineLicence, { as: person, params: { id: bookId } })).body
        .valid_until;
    expect(await until()).toBe(days(3).toISOString());
    await buildSubscription(t.deps.db, { userId: person.id, bookId, endsAt: days(300) });
    expect(await until()).toBe(days(30).toISOString());
  });

  it('ends an offline license with the institution, and with the edition', async () => {
    const days = (count: number) => new Date(t.clock.now().getTime() + count * DAY_MS);
    const { id } = await buildBook(t.deps.db, { pages: 3 });
    const institution = await buildInstitution(t.deps.db, { bookIds: [id], endsAt: days(2) });
    const person = await t.person({ institutionId: institution.id });
    const until = async () =>
      (await t.call(readerCalls.createOfflineLicence, { as: person, params: { id } })).body.valid_until;
    expect(await until()).toBe(days(2).toISOString());
    await sql`update institutions set ends_at = ${days(20)} where id = ${institution.id}`.execute(t.deps.db);
    expect(await until()).toBe(days(20).toISOString());
    const newer = await buildBook(t.deps.db, { pages: 3 });
    const lastDay = days(4).toISOString().slice(0, 10);
    await sql`update books set old_version_book_id = ${id}, readable_until = ${lastDay} where id = ${newer.id}`.execute(
      t.deps.db,
    );
    expect(await until()).toBe(`${days(5).toISOString().slice(0, 10)}T00:00:00.000Z`);
    // A subscription runs to its end, even if the edition's last day is earlier.
    await buildSubscription(t.deps.db, { userId: person.id, bookId: id, endsAt: days(20) });
    expect(await until()).toBe(days(20).toISOString());
  });
});
