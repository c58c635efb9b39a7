import { readerCalls } from '@vesalius/contract/reader-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription, writePage } from '../../testing/factories.ts';

describe('searching a book', () => {
  let t: TestApp;
  let bookId: string;
  beforeAll(async () => {
    t = await testApp();
    bookId = (await buildBook(t.deps.db)).id;
    await write(3, 'Ménière described vertigo. The mitral valve, in mg/kg.');
    await write(14, 'A valve of the vein; the valve again.');
    await write(16, 'Beyond the preview: the mitral valve and its chordae.');
    await write(30, 'valve');
  });
  afterAll(() => t.close());

  const write = (page: number, text: string) => writePage(t.deps.db, bookId, page, text);
  const search = (q: string, more: Parameters<TestApp['call']>[1] = {}) =>
    t.call(readerCalls.searchBook, { params: { id: bookId }, query: { q }, ...more });
  const subscriber = async () => {
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId });
    return person;
  };

  it('finds words with their context on every page, for a subscriber', async () => {
    const { body } = await search('valve', { as: await subscriber() });
    expect(body).toMatchObject({ pages: 4, next_page: null });
    expect(body.hits.map((hit: { page: number; index: number }) => [hit.page, hit.index])).toEqual([
      [3, 0],
      [14, 0],
      [14, 1],
      [16, 0],
      [30, 0],
    ]);
    expect(body.hits[0]).toMatchObject({ match: 'valve', after: ', in mg/kg.' });
  });

  it('is for a visitor a search in a book that ends with the preview', async () => {
    const { body } = await search('mitral valve');
    expect(body.pages).toBe(1);
    expect(body.hits.map((hit: { page: number }) => hit.page)).toEqual([3]);
    expect((await search('chordae')).body).toEqual({
      hits: [],
      pages: 0,
      next_page: null,
      did_you_mean: [],
    });
  });

  it('starts a visitor’s list nowhere beyond the preview', async () => {
    const { body } = await search('valve', { query: { q: 'valve', from_page: 16 } });
    expect(body.hits).toEqual([]);
  });

  it.each([
    ['MENIERE', 1],
    ['"mitral valve"', 1],
    ['"valve mitral"', 0],
    ['kg', 1],
    ["it's", 0],
    ["valve' | 'x", 0],
    ['\\', 0],
    ["'", 0],
    ['&!():*', 0],
  ])('for %s finds %d pages', async (q, pages) => {
    const { status, body } = await search(q);
    expect(status).toBe(200);
    expect(body.pages).toBe(pages);
  });

  it('finds a compound with its hyphen and as one word, however its line ends', async () => {
    const other = (await buildBook(t.deps.db)).id;
    const texts = [
      'the long-term effect',
      'the long-\nterm effect',
      'the longterm effect',
      'the long\u2010\nterm effect',
    ];
    for (const [index, text] of texts.entries()) await writePage(t.deps.db, other, index + 1, text);
    for (const q of [
      'long-term',
      'longterm',
      'long\u2010term',
      'long-te',
      '"long-term effect"',
      '"longterm effect"',
    ]) {
      const { body } = await search(q, { params: { id: other }, query: { q } });
      expect([q, body.pages, body.hits.map((hit: { page: number }) => hit.page)]).toEqual([
        q,
        4,
        [1, 2, 3, 4],
      ]);
    }
  });

  it('offers words that the book holds where nothing is found', async () => {
    const meant = async (q: string, more = {}) => (await search(q, more)).body.did_you_mean;
    expect(await meant('mitrla')).toEqual(['mitral']);
    expect(await meant('"mitrla valve" Menière')).toEqual(['"mitral valve" Menière']);
    expect(await meant('valve')).toEqual([]);
    expect(await meant('xqzwvk')).toEqual([]);
    // Both words stand in the preview, on no page together.
    expect(await meant('vertgio again')).toEqual([]);
  });

  it('offers a visitor words of the preview alone', async () => {
    const chordae = { query: { q: 'chordea' } };
    expect((await search('', chordae)).body.did_you_mean).toEqual([]);
    expect((await search('', { ...chordae, as: await subscriber() })).body.did_you_mean).toEqual(['chordae']);
  });

  it('refuses an empty question, too long a one and a book that is not there', async () => {
    expect((await search(' ')).status).toBe(422);
    expect((await search('a'.repeat(201))).body).toMatchObject({
      code: 'invalid',
      fields: { q: expect.any(String) },
    });
    const elsewhere = { params: { id: '01900000-0000-7000-8000-000000000000' } };
    expect((await search('valve', elsewhere)).status).toBe(404);
  });

  it('goes on where a long list was cut', async () => {
    const long = await buildBook(t.deps.db, { pages: 100 });
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId: long.id });
    const pages = [];
    let from: number | undefined;
    do {
      const query = { q: 'page', from_page: from };
      const { body } = await t.call(readerCalls.searchBook, { params: { id: long.id }, as: person, query });
      pages.push(...body.hits.map((hit: { page: number }) => hit.page));
      from = body.next_page ?? undefined;
    } while (from);
    expect(pages).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
  });
});
