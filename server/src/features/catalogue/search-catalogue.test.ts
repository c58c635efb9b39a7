import { catalogueCalls as calls } from '@vesalius/contract/catalogue-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription, writePage } from '../../testing/factories.ts';

describe('#searchCatalogue', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp();
    await buildBook(t.deps.db, { title: 'Clinical Cardiology', author: 'Ruth Okafor' });
    await buildBook(t.deps.db, { title: 'Secret Cardiology', published: false });
  });
  afterAll(() => t.close());
  const search = (search_term: string, as: Parameters<TestApp['call']>[1] = {}) =>
    t.call(calls.searchCatalogue, { query: { search_term }, ...as });

  it('finds books, authors and chapters while the word is being typed, despite errors', async () => {
    expect((await search('cardi')).body.books).toMatchObject([
      { title: 'Clinical Cardiology', author: 'Ruth Okafor', has_access: false },
    ]);
    expect((await search('cardiolgy')).body.books).toHaveLength(1);
    await buildBook(t.deps.db, { title: 'Kidneys', category: 'Nephrology' });
    expect((await search('nephrolgy')).body.books).toMatchObject([{ title: 'Kidneys' }]);
    const named = await buildBook(t.deps.db, { title: 'Bedside Nephrology', category: 'Nephrology' });
    await sql`update books set release_date = '2001-01-01' where id = ${named.id}`.execute(t.deps.db);
    expect((await search('nephrolgy')).body.books).toMatchObject([
      { title: 'Bedside Nephrology' },
      { title: 'Kidneys' },
    ]);
    expect((await search('okafr')).body.authors).toEqual([{ name: 'Ruth Okafor', number_of_books: 1 }]);
    const { chapters } = (await search('second chap')).body;
    expect(chapters[0]).toMatchObject({ title: 'Second chapter', first_page: 21, readable: false });
  });

  it('finds books by publisher or imprint, and by the code of a subject', async () => {
    const { db } = t.deps;
    const publisher = newId();
    await sql`insert into publishers (id, slug, name, imprint, created_at)
      values (${publisher}, 'bodleian', 'Bodleian Press', 'Radcliffe Editions', now())`.execute(db);
    const subjects = JSON.stringify([{ scheme: 'mesh', code: 'D006333', name: 'Heart Failure' }]);
    const sold = await buildBook(db, { title: 'Ventricles' });
    const unpublished = await buildBook(db, { title: 'Atria', published: false });
    await sql`update books set publisher_id = ${publisher}, subjects = ${subjects}::jsonb
      where id = any(${[sold.id, unpublished.id]}::uuid[])`.execute(db);
    const listed = async (search_term: string, more = {}) =>
      (await t.call(calls.listBooks, { query: { search_term, ...more } })).body.data;
    for (const term of ['bodleian', 'Radcliffe ed', 'D006333', ' d006333 ']) {
      expect((await search(term)).body.books).toMatchObject([{ title: 'Ventricles' }]);
      expect(await listed(term)).toMatchObject([{ title: 'Ventricles' }]);
    }
    expect((await search('D006334')).body.books).toEqual([]);
    const elsewhere = await buildBook(db, { category: 'Oncology' });
    expect(await listed('D006333', { category_id: elsewhere.categoryId })).toEqual([]);
  });

  it('finds the text of the preview for everybody and the rest for users with access', async () => {
    const book = await buildBook(t.deps.db, { title: 'Renal Tubules' });
    const person = await t.person();
    const before = (await search('page 23 of renal', { as: person })).body.pages;
    expect(before).toEqual([]);
    expect((await search('page 12 of renal')).body.pages).toMatchObject([{ page: 12, label: '12' }]);
    await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
    const after = (await search('page 23 of renal', { as: person })).body.pages;
    expect(after).toMatchObject([{ page: 23, book: { title: 'Renal Tubules', has_access: true } }]);
    expect(after[0].context).toEqual([
      { text: 'page', hit: true },
      { text: ' ', hit: false },
      { text: '23', hit: true },
      // A stop word is not marked.
      { text: ' of ', hit: false },
      { text: 'Renal', hit: true },
      { text: ' Tubules', hit: false },
    ]);
    const beta = await t.person({ isBeta: true });
    expect((await search('page 23 of renal', { as: beta })).body.pages).toHaveLength(1);
  });

  it('lists front matter last', async () => {
    const { db } = t.deps;
    const book = await buildBook(db, { title: 'Fibrillation' });
    const write = (page: number, label: string, text: string) =>
      sql`update book_pages set label = ${label}, text = ${text}, search_vector = to_tsvector('simple', ${text})
        where book_id = ${book.id} and page_number = ${page}`.execute(db);
    await write(2, 'ii', 'flutter flutter flutter flutter');
    await write(9, '7', 'a word about flutter');
    expect((await search('flutter')).body.pages.map(({ label }: { label: string }) => label)).toEqual([
      '7',
      'ii',
    ]);
  });

  it('finds headings of sections, of pages that the reader may open', async () => {
    const { db } = t.deps;
    const book = await buildBook(db, { title: 'Rhythms' });
    await sql`insert into outline_entries (book_id, position, depth, title, page_number)
      values (${book.id}, 1, 1, 'Wenckebach block', 14), (${book.id}, 2, 1, 'Wenckebach in athletes', 22)`.execute(
      db,
    );
    const titles = async (as = {}) =>
      (await search('wenckebach', as)).body.chapters.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(['Wenckebach block']);
    const person = await t.person();
    await buildSubscription(db, { userId: person.id, bookId: book.id });
    expect(await titles({ as: person })).toEqual(['Wenckebach block', 'Wenckebach in athletes']);
  });

  it('corrects typing errors in words of the text that the reader may read', async () => {
    const book = await buildBook(t.deps.db, { title: 'Glomerular Filtration' });
    const { pages, replaced } = (await search('page 12 glomerlar')).body;
    expect(replaced).toEqual([{ typed: 'glomerlar', used: ['glomerular'] }]);
    expect(pages).toMatchObject([{ page: 12, book: { title: 'Glomerular Filtration', has_access: false } }]);
    expect(pages[0].context.filter(({ hit }: { hit: boolean }) => hit).at(-1)).toEqual({
      text: 'Glomerular',
      hit: true,
    });
    expect((await search('page 23 glomerlar')).body.pages).toEqual([]);
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
    expect((await search('page 23 glomerlar', { as: person })).body.pages).toMatchObject([{ page: 23 }]);
    // A word that resembles no word of any book has no correction.
    expect((await search('page 12 xqzwvk')).body.pages).toEqual([]);
  });

  it('names the similar words that it used where a typed one is on no page', async () => {
    const book = await buildBook(t.deps.db, { title: 'Electrolytes' });
    await writePage(t.deps.db, book.id, 4, 'disorders of glucose, water and calcium');
    const person = await t.person();
    const similar = (await search('calcium gluconate')).body;
    expect(similar.pages).toMatchObject([{ page: 4, book: { title: 'Electrolytes' } }]);
    expect(similar.replaced).toEqual([{ typed: 'gluconate', used: ['glucose'] }]);
    expect((await search('calcium glucose')).body.replaced).toEqual([]);
    expect((await search('calcium xqzwvk')).body.replaced).toEqual([]);
    // If the reader's own book contains the word, it is not replaced.
    await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
    await writePage(t.deps.db, book.id, 30, 'gluconate of magnesium');
    expect((await search('calcium gluconate', { as: person })).body).toMatchObject({
      pages: [],
      replaced: [],
    });
  });

  it('treats a word in another spelling as the same word, and uses no other', async () => {
    const book = await buildBook(t.deps.db, { title: 'Potassium' });
    await writePage(t.deps.db, book.id, 5, 'treatment of hyperkalaemia');
    await writePage(t.deps.db, book.id, 6, 'treatment of hyperglycaemia');
    const { pages, replaced } = (await search('hyperkalemia')).body;
    expect(pages).toMatchObject([{ page: 5, book: { title: 'Potassium' } }]);
    expect(pages).toHaveLength(1);
    expect(replaced).toEqual([]);
  });

  it('reads a sign that stands for several words as these words', async () => {
    const { id: bookId } = await buildBook(t.deps.db, { title: 'Greetings' });
    await writePage(t.deps.db, bookId, 3, 'كما روي عن النبي ﷺ في الطب');
    for (const term of ['النبي ﷺ', 'النبي صلى الله عليه وسلم'])
      expect((await search(term)).body.pages).toMatchObject([{ page: 3, book: { title: 'Greetings' } }]);
    expect((await search('heart ﷻ')).status).toBe(200);
  });

  it('accepts any text of at least two characters', async () => {
    for (const term of ["a'b & | ! <-> :*", '%%', '((', '\\\\', 'كتاب', '¿?'])
      expect((await search(term)).status).toBe(200);
    expect((await search('a')).status).toBe(422);
  });
});
