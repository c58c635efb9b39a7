import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { administration } from '../../testing/administration.ts';
import { buildBook, buildInstitution, buildPackage, buildProgram } from '../../testing/factories.ts';
import { MAX_PRODUCTS } from './product-queries.ts';

const t = administration();
const list = async (
  name: 'listProducts' | 'listPrograms' | 'listInstitutions',
  query: Record<string, string | number>,
) => (await t.call(name, { query })).body;
const titles = ({ data }: { data: { title: string }[] }) => data.map(({ title }) => title);
const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);

describe('books and packages to choose from', () => {
  it('are found by a part of the title, whether published or not; those that begin so come first', async () => {
    const { db } = t.app.deps;
    await buildBook(db, { title: 'An Atlas of Otology' });
    await buildBook(db, { title: 'Ótology', published: false });
    await buildBook(db, { title: 'otology and more' });
    await buildPackage(db, { name: 'Otology for all' });
    const found = await list('listProducts', { search_term: 'otolog' });
    expect(titles(found)).toEqual([
      'Ótology (1)',
      'otology and more (1)',
      'Otology for all',
      'An Atlas of Otology (1)',
    ]);
    expect(found.metadata).toEqual({ count: 4, currentPage: 1, pages: 1 });
    expect(titles(await list('listProducts', { search_term: 'otolog', kind: 'package' }))).toEqual([
      'Otology for all',
    ]);
    expect(titles(await list('listProducts', { search_term: 'otolog', kind: 'book' }))).toHaveLength(3);
    expect(titles(await list('listProducts', { search_term: '%' }))).toEqual([]);
    expect((await t.call('listProducts', { query: { kind: 'chapter' } })).status).toBe(422);
  });

  it('are known by what they are called when one is chosen already', async () => {
    const { id } = await buildBook(t.app.deps.db, { title: 'Rhinology', published: false });
    await buildBook(t.app.deps.db, { title: 'Rhinology' });
    expect(await list('listProducts', { id, kind: 'book' })).toMatchObject({
      data: [{ id, title: 'Rhinology (1)' }],
      metadata: { count: 1 },
    });
    expect(titles(await list('listProducts', { id, kind: 'package' }))).toEqual([]);
  });

  it('are all within reach by name, however many there are', async () => {
    const { db } = t.app.deps;
    const { categoryId } = await buildBook(db, { title: 'Zoster' });
    await sql`insert into books (id, slug, edition, language, title, author, category_id, price_cents, release_date,
        cover_key, brief, number_of_pages, revision, published_at, created_at, updated_at)
      select gen_random_uuid(), 'volume-' || n, '1', 'en', 'Volume ' || n, 'A. Writer', ${categoryId}, n * 100,
        date '2000-01-01' + n, 'public/none.webp', '', 10, 1, '2020-01-01', now(), now()
      from generate_series(1, ${MAX_PRODUCTS + 20}::int) n`.execute(db);
    const wide = await list('listProducts', { search_term: 'volume', items: 100 });
    expect(wide.metadata).toEqual({ count: MAX_PRODUCTS, currentPage: 1, pages: 3, more: true });
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list('listProducts', { search_term: 'volume', items: 100, page })),
    );
    expect(new Set(pages.flatMap(titles)).size).toBe(MAX_PRODUCTS);
    expect(titles(await list('listProducts', { search_term: 'volume 317' }))).toEqual(['Volume 317 (1)']);
    expect(titles(await list('listProducts', { search_term: 'zoster' }))).toEqual(['Zoster (1)']);
    expect((await list('listProducts', {})).metadata.more).toBe(true);
  });
});

it('programs are found by a part of the name, with or without accents', async () => {
  for (const name of ['Réanimation 2', 'réanimation 1', 'Surgery'])
    await buildProgram(t.app.deps.db, { name });
  const found = await list('listPrograms', { search_term: 'reanim', items: 1, page: 2 });
  expect(names(found)).toEqual(['Réanimation 2']);
  expect(found.metadata).toEqual({ count: 2, currentPage: 2, pages: 2 });
});

it('institutions are found by a part of the name, each with its own numbers', async () => {
  const { db } = t.app.deps;
  const book = await buildBook(db);
  const { id } = await buildInstitution(db, { name: 'Charité Nord', bookIds: [book.id] });
  await t.app.person({ institutionId: id });
  await buildInstitution(db, { name: 'charité Mitte' });
  const found = await list('listInstitutions', { search_term: 'CHARITE' });
  expect(found.data).toMatchObject([
    { name: 'charité Mitte', member_count: 0, book_count: 0 },
    { name: 'Charité Nord', member_count: 1, book_count: 1 },
  ]);
  expect(found.metadata.count).toBe(2);
});
