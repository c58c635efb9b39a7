import { readerCalls } from '@vesalius/contract/reader-calls';
import { parseSearch } from '@vesalius/contract/reader-search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription, writePage } from '../../testing/factories.ts';
import { toTsquery } from './search-terms.ts';

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

  it('finds words with their context on every page for a subscriber', async () => {
    const { body } = await search('valve', {
      as: await subscriber(),
      query: { q: 'valve', order: 'page' },
    });
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

  it('covers only the preview for a visitor', async () => {
    const { body } = await search('mitral valve');
    expect(body.pages).toBe(2);
    expect(body.hits.map((hit: { page: number }) => hit.page)).toEqual([3, 14]);
    expect((await search('chordae')).body).toEqual({
      ...{ answers: [], materials: [], notes: [], headings: [], meanings: [] },
      hits: [],
      pages: 0,
      next_page: null,
      did_you_mean: [],
    });
  });

  it('takes a single letter for a word, and not for the beginning of others', async () => {
    await write(5, 'Cystatin clearance of creatinine');
    await write(6, 'Cystatin C and creatinine');
    const { body } = await search('cystatin C');
    expect(body.hits.map(({ page, match }: { page: number; match: string }) => [page, match])).toEqual([
      [6, 'Cystatin C'],
      [5, 'Cystatin'],
    ]);
    expect(toTsquery(parseSearch('cystatin C'))).toBe("('cystatin':*) & ('c')");
  });

  it('shows the passage of a page rather than its running head', async () => {
    await write(8, '8 Ulcer bleeding\nRest helps.\nAn ulcer that is bleeding needs an endoscope.');
    await write(9, 'Ulcer bleeding 9\nLater.\nA bleeding ulcer is clipped.');
    await write(10, 'Ulcer bleeding 10\nNothing else.');
    const { body } = await search('ulcer bleeding');
    expect(
      body.hits
        .map(({ page, before }: { page: number; before: string }) => [page, before.split('. ').at(-1)])
        .sort((a: [number, string], b: [number, string]) => a[0] - b[0]),
    ).toEqual([
      [8, 'An '],
      [9, 'A '],
      [10, ''],
    ]);
  });

  it('starts a visitor’s list within the preview', async () => {
    const { body } = await search('valve', { query: { q: 'valve', from_page: 16 } });
    expect(body.hits).toEqual([]);
  });

  it.each([
    ['MENIERE', 1],
    ['"mitral valve"', 1],
    ['"valve mitral"', 0],
    ['kg', 1],
    ["it's", 0],
    ["valve' | 'x", 2],
    ['\\', 0],
    ["'", 0],
    ['&!():*', 0],
  ])('for %s finds %d pages', async (q, pages) => {
    const { status, body } = await search(q);
    expect(status).toBe(200);
    expect(body.pages).toBe(pages);
  });

  it('finds a compound with its hyphen and as one word, with any line break', async () => {
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
      const { body } = await search(q, { params: { id: other }, query: { q, order: 'page' } });
      expect([q, body.pages, body.hits.map((hit: { page: number }) => hit.page)]).toEqual([
        q,
        4,
        [1, 2, 3, 4],
      ]);
    }
  });

  describe('by relevance', () => {
    const pagesFor = async (q: string, as?: Awaited<ReturnType<typeof subscriber>>) =>
      (await search(q, as ? { as, query: { q } } : {})).body.hits.map((hit: { page: number }) => hit.page);

    it('lists the most relevant page first, with one hit per page', async () => {
      expect(await pagesFor('valves', await subscriber())).toEqual([14, 30, 16, 3]);
    });

    it('ranks pages lower that lack a word, instead of finding nothing', async () => {
      expect((await search('mitral valve in mg')).body.hits[0]).toMatchObject({ page: 3 });
      expect(await pagesFor('vertigo valve xqzwvk')).toEqual([3, 14]);
    });

    it('treats words of the same stem, Greek letters, units and abbreviations as equal', async () => {
      const other = (await buildBook(t.deps.db)).id;
      const texts = [
        'Stenosis of the ventricles, oedema of the lung.',
        'A β-blocker, 25 µg a day.',
        'Signs of myocardial infarction.',
        'التهابات الرئتين عند الأطفال',
      ];
      for (const [index, text] of texts.entries()) await writePage(t.deps.db, other, index + 1, text);
      for (const [q, page, match] of [
        ['ventricle', 1, 'ventricles'],
        ['edema', 1, 'oedema'],
        ['beta blockers', 2, 'β-blocker'],
        ['micrograms', 2, 'µg'],
        ['MI', 3, 'myocardial infarction'],
        ['الالتهاب', 4, 'التهابات'],
      ] as const) {
        const { body } = await search(q, { params: { id: other }, query: { q } });
        expect([q, body.hits.map((hit: { page: number; match: string }) => [hit.page, hit.match])]).toEqual([
          q,
          [[page, match]],
        ]);
      }
    });

    it('answers a question with sentences of readable pages', async () => {
      const question = 'Which valve lies beyond the preview?';
      const visitors = (await search(question)).body.answers;
      expect(visitors.filter(({ page }: { page: number }) => page > 15)).toEqual([]);
      const { body } = await search(question, { as: await subscriber(), query: { q: question } });
      expect(body.answers[0]).toMatchObject({
        ...{ book_id: bookId, page: 16, label: '16' },
        quote: 'Beyond the preview: the mitral valve and its chordae.',
      });
      expect((await search('mitral valve')).body.answers).toEqual([]);
    });
  });

  it('offers words of the book where nothing is found', async () => {
    const meant = async (q: string, more = {}) => (await search(q, more)).body.did_you_mean;
    expect(await meant('mitrla')).toEqual(['mitral']);
    expect(await meant('"mitrla valve" Menière')).toEqual(['"mitral valve" Menière']);
    expect(await meant('valve')).toEqual([]);
    expect(await meant('xqzwvk')).toEqual([]);
    expect(await meant('vertgio vein')).toEqual([]);
    expect(await meant('mitrla mitrla')).toEqual(['mitral mitral']);
  });

  it('offers words in the spelling of the book', async () => {
    const meant = async (q: string) =>
      (await t.call(readerCalls.searchBook, { params: { id: arabicId }, query: { q } })).body;
    const arabicId = (await buildBook(t.deps.db)).id;
    await writePage(t.deps.db, arabicId, 3, 'الفجوة الأنيونيّة هي ما بقي من الأنيونات. Ménière.');
    expect((await meant('الانيوينة')).did_you_mean).toContain('الأنيونية');
    expect((await meant('menirre')).did_you_mean).toEqual(['ménière']);
    for (const q of ['الانيونات', 'انيونات', 'الانيونيه', 'والأنيونات', 'أنيونية'])
      expect((await meant(q)).hits[0], q).toMatchObject({ page: 3 });
  });

  it('offers a visitor only words of the preview', async () => {
    const chordae = { query: { q: 'chordea' } };
    expect((await search('', chordae)).body.did_you_mean).toEqual([]);
    expect((await search('', { ...chordae, as: await subscriber() })).body.did_you_mean).toEqual(['chordae']);
  });

  it('refuses an empty search, a too long one and an unknown book', async () => {
    expect((await search(' ')).status).toBe(422);
    expect((await search('a'.repeat(501))).body).toMatchObject({
      code: 'invalid',
      fields: { q: expect.any(String) },
    });
    const elsewhere = { params: { id: '01900000-0000-7000-8000-000000000000' } };
    expect((await search('valve', elsewhere)).status).toBe(404);
  });

  it('continues a long list', async () => {
    const long = await buildBook(t.deps.db, { pages: 100 });
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId: long.id });
    for (const order of ['page', 'worth'] as const) {
      const pages: number[] = [];
      let from: number | undefined;
      do {
        const query = { q: 'page', from_page: from, order };
        const { body } = await t.call(readerCalls.searchBook, { params: { id: long.id }, as: person, query });
        pages.push(...body.hits.map((hit: { page: number }) => hit.page));
        from = body.next_page ?? undefined;
      } while (from);
      expect(pages.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    }
  });
});
