import { catalogueCalls as calls } from '@vesalius/contract/catalogue-calls';
import { PREVIEW_LAST_PAGE } from '@vesalius/contract/constants';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const titles = (answer: { body: { data: { title: string }[] } }) =>
  answer.body.data.map((book) => book.title);

/**
 * Creates `count` books "{title} 1" ... of one category, each a day newer and a dollar more expensive than the previous
 * one.
 */
async function buildShelf(title: string, count: number): Promise<string> {
  const { categoryId } = await buildBook(t.deps.db, {
    category: `Category ${newId()}`,
    title: 'Of the shelf',
  });
  await sql`insert into books (id, slug, edition, language, title, author, category_id, price_cents, release_date,
      cover_key, brief, number_of_pages, revision, published_at, created_at, updated_at)
    select gen_random_uuid(), ${title} || n, '1', 'en', ${title} || ' ' || n, 'A. Writer', ${categoryId}, n * 100,
      date '2000-01-01' + n, 'public/none.webp', '', 10, 1, '2020-01-01', now(), now()
    from generate_series(1, ${count}::int) n`.execute(t.deps.db);
  return categoryId;
}

describe('lists', () => {
  it('count the sold books, without replaced or unpublished ones or those of other categories', async () => {
    const category = `Category ${newId()}`;
    const old = await buildBook(t.deps.db, { category });
    const fresh = await buildBook(t.deps.db, { category });
    const coming = await buildBook(t.deps.db, { category });
    await buildBook(t.deps.db, { category, published: false });
    const counts = async () => {
      const inAll = await t.call(calls.listBooks, { query: { items: 1 } });
      const inIt = await t.call(calls.listBooks, { query: { items: 1, category_id: old.categoryId } });
      const related = await t.call(calls.listRelatedBooks, { query: { items: 1, book_id: fresh.id } });
      return [inAll, inIt, related].map((answer) => answer.body.metadata.count);
    };
    const [all = 0, inIt, related] = await counts();
    expect([inIt, related]).toEqual([3, 2]);
    await sql`update books set old_version_book_id = ${old.id} where id = ${fresh.id}`.execute(t.deps.db);
    expect(await counts()).toEqual([all - 1, 2, 1]);
    await sql`update books set published_at = '2999-01-01' where id = ${coming.id}`.execute(t.deps.db);
    expect(await counts()).toEqual([all - 2, 1, 0]);
  });
});

describe('a search that is too broad', () => {
  const search = (query: object) => t.call(calls.listBooks, { query: { items: 12, ...query } });
  beforeAll(() => buildShelf('Zebrafish Atlas', 320).then(() => undefined));

  it('lists the 300 newest books, each once, and says that there are more', async () => {
    const first = await search({ search_term: 'atlas' });
    expect(first.body.metadata).toEqual({ count: 300, currentPage: 1, pages: 25, more: true });
    expect(titles(first)[0]).toBe('Zebrafish Atlas 320');
    const seen = new Set<string>();
    for (let page = 1; page <= 25; page += 1)
      for (const title of titles(await search({ search_term: 'atlas', page }))) seen.add(title);
    expect(seen.size).toBe(300);
    const beyond = await search({ search_term: 'atlas', page: 26 });
    expect(beyond.body).toMatchObject({ data: [], metadata: { count: 300, more: true } });
  });

  it('lists titles first that equal the term or start with it, however old the book is', async () => {
    await buildBook(t.deps.db, { title: 'Atlas', releaseDate: '1990-01-01' });
    await buildBook(t.deps.db, { title: 'Atlas of Zebras', releaseDate: '1989-01-01' });
    expect(titles(await search({ search_term: 'ATLAS', items: 3 }))).toEqual([
      'Atlas',
      'Atlas of Zebras',
      'Zebrafish Atlas 320',
    ]);
    const { books } = (await t.call(calls.searchCatalogue, { query: { search_term: 'atlas' } })).body;
    expect(books.map(({ title }: { title: string }) => title).slice(0, 2)).toEqual([
      'Atlas',
      'Atlas of Zebras',
    ]);
  });

  it('includes the cheapest and the most expensive of all', async () => {
    expect(titles(await search({ search_term: 'zebrafish', sorting_term: 'price_low', items: 1 }))).toEqual([
      'Zebrafish Atlas 1',
    ]);
    expect(titles(await search({ search_term: 'zebrafish', sorting_term: 'price_high', items: 1 }))).toEqual([
      'Zebrafish Atlas 320',
    ]);
  });

  it('is exact again within a category', async () => {
    const category_id = await buildShelf('Zebra Atlas', 14);
    const { body } = await search({ search_term: 'atlas', category_id });
    expect(body.metadata).toEqual({ count: 14, currentPage: 1, pages: 2 });
  });

  it('treats two letters as the start of a word', async () => {
    await buildBook(t.deps.db, { title: 'Axqwen' });
    await buildBook(t.deps.db, { title: 'The Qwench' });
    expect(titles(await search({ search_term: 'qw' }))).toEqual(['The Qwench']);
    expect(titles(await search({ search_term: 'qwe' }))).toEqual(['The Qwench', 'Axqwen']);
  });
});

describe('a word on very many pages', () => {
  /** Enough for a hundred pages in the sample of every 128th page. */
  const PAGES = 14_000;
  /** Which pages are in the sample depends on the last byte of the book's id. */
  const ID = '0197a000-0000-7000-8000-000000000020';
  const IN_SAMPLE = 128 * 30 + 0x20;
  let book: { id: string };
  const pagesFor = async (as?: Awaited<ReturnType<TestApp['person']>>, search_term = 'ubiquitin') => {
    const { body } = await t.call(calls.searchCatalogue, { query: { search_term }, ...(as && { as }) });
    return body.pages.map((hit: { page: number; book: { id: string } }) => ({
      page: hit.page,
      book: hit.book.id,
    }));
  };
  beforeAll(async () => {
    book = await buildBook(t.deps.db, { id: ID, title: 'Proteins' });
    await sql`delete from book_pages where book_id = ${ID}`.execute(t.deps.db);
    await sql`insert into book_pages (book_id, page_number, label, width, height, text, search_vector)
      select ${ID}::uuid, n, n::text, 504, 720, w, to_tsvector('simple', w)
      from generate_series(1, ${PAGES}::int) n,
        lateral (select 'ubiquitin ' || case when n in (16, ${IN_SAMPLE}::int) then 'ubiquitin ubiquitin' else '' end
          || case when n = 5001 then ' parkin' else '' end as w) words`.execute(t.deps.db);
  });

  it('is found only in previews by users without access', async () => {
    const visitor = await pagesFor();
    expect(visitor).toHaveLength(6);
    const other = await buildBook(t.deps.db, { title: 'Lipids' });
    const reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: other.id });
    for (const hit of [...visitor, ...(await pagesFor(reader))])
      expect(hit.page).toBeLessThanOrEqual(PREVIEW_LAST_PAGE);
  });

  it('shows users with full access the best pages of the sample, each once', async () => {
    const hits = await pagesFor(await t.person({ isBeta: true }));
    expect(hits[0].page).toBe(IN_SAMPLE);
    expect(new Set(hits.map(({ page }: { page: number }) => page)).size).toBe(6);
  });

  it('is found in a subscriber’s own books, also beyond the preview', async () => {
    const reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: book.id });
    expect((await pagesFor(reader))[0]).toEqual({ page: 16, book: book.id });
  });

  it('does not hide a rare word, for which every page is searched', async () => {
    const reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId: book.id });
    const found = [{ page: 5001, book: book.id }];
    expect(await pagesFor(reader, 'parkin')).toEqual(found);
    expect(await pagesFor(await t.person({ isBeta: true }), 'parkin')).toEqual(found);
    expect(await pagesFor(undefined, 'parkin')).toEqual([]);
  });
});
