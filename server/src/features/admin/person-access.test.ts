import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { administration } from '../../testing/administration.ts';
import type { Person } from '../../testing/app.ts';
import {
  buildBook,
  buildInstitution,
  buildPackage,
  buildProgram,
  buildSubscription,
} from '../../testing/factories.ts';
import { findActor } from '../accounts/find-actor.ts';
import { accessToBooks } from '../catalogue/access.ts';

const t = administration();
interface Row {
  book_id: string;
  title: string;
  granted: boolean;
  reasons: string[];
}
async function access(person: { id: string }, query: Record<string, string | number | boolean> = {}) {
  const answer = await t.call('listPersonAccess', {
    params: { id: person.id },
    query: { items: 100, ...query },
  });
  expect(answer.status).toBe(200);
  return answer.body as { data: Row[]; metadata: { count: number; currentPage: number; pages: number } };
}
const opens = async (person: { id: string }, query: Record<string, string | number | boolean> = {}) =>
  (await access(person, { readable: true, ...query })).data.map(({ title, reasons }) => [title, ...reasons]);
/** Page after page; each but the last one has to be full. */
async function walk(
  person: { id: string },
  query: Record<string, string | number | boolean>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { data, metadata } = await access(person, { items: 3, ...query, page });
    rows.push(...data);
    if (page >= metadata.pages) {
      expect(rows).toHaveLength(metadata.count);
      return rows;
    }
    expect(data).toHaveLength(3);
  }
}

describe('what a person can open', () => {
  let books: Record<'subscribed' | 'packaged' | 'taught' | 'covered' | 'closed' | 'hidden', { id: string }>;
  let retired: string;
  beforeAll(async () => {
    const { db } = t.app.deps;
    const build = (title: string, published = true) => buildBook(db, { title, published });
    books = {
      subscribed: await build('Access E'),
      packaged: await build('access d'),
      taught: await build('Áccess C'),
      covered: await build('Access B'),
      closed: await build('Access A'),
      hidden: await build('Access 0', false),
    };
    retired = (await build('Access Z, 1st')).id;
    const newer = await build('Access Z, 2nd');
    await sql`update books set old_version_book_id = ${retired}, readable_until = '2026-01-02' where id = ${newer.id}`.execute(
      db,
    );
  });

  it('is listed by title, with every reason', async () => {
    const { db } = t.app.deps;
    const institution = await buildInstitution(db, { bookIds: [books.covered.id, books.taught.id] });
    const person = await t.app.person({ institutionId: institution.id });
    await buildSubscription(db, { userId: person.id, bookId: books.subscribed.id });
    const bundle = await buildPackage(db, { bookIds: [books.packaged.id] });
    await buildSubscription(db, { userId: person.id, packageId: bundle.id });
    await buildProgram(db, { bookIds: [books.taught.id], studentIds: [person.id] });
    expect(await opens(person)).toEqual([
      ['Access B', 'institution'],
      ['Áccess C', 'program', 'institution'],
      ['access d', 'package'],
      ['Access E', 'subscription'],
    ]);
    const all = await access(person);
    expect(all.data.map(({ title }) => title)).toEqual([
      'Access A',
      'Access B',
      'Áccess C',
      'access d',
      'Access E',
      'Access Z, 1st (1)',
      'Access Z, 2nd (1)',
    ]);
    const { id: book_id } = books.closed;
    expect(all.data[0]).toEqual({ book_id, title: 'Access A', replaced: null, granted: false, reasons: [] });
  });

  it('is searched by a part of the title, with or without accents', async () => {
    const person = await t.app.person({ isBeta: true });
    expect(await opens(person, { search_term: 'áCCESS c' })).toEqual([['Áccess C', 'beta']]);
    expect(await opens(person, { search_term: 'b' })).toEqual([['Access B', 'beta']]);
    expect(await opens(person, { search_term: '%' })).toEqual([]);
    expect((await access(person, { search_term: '1st' })).data).toMatchObject([{ granted: false }]);
  });

  it('has no place for what is not published, whatever was bought', async () => {
    const person = await t.app.person();
    await buildSubscription(t.app.deps.db, { userId: person.id, bookId: books.hidden.id });
    await buildSubscription(t.app.deps.db, { userId: person.id, bookId: books.closed.id });
    const { data, metadata } = await access(person, { readable: true, items: 1 });
    expect(data.map(({ title }) => title)).toEqual(['Access A']);
    expect(metadata).toEqual({ count: 1, currentPage: 1, pages: 1 });
  });

  it('of authors is what they are assigned to, published or not', async () => {
    const author = await t.app.person({ role: 'author' });
    await sql`insert into book_assignments (book_id, email, role) values
      (${books.hidden.id}, ${author.email}, 'author'), (${retired}, ${author.email}, 'author'),
      (${books.closed.id}, ${author.email}, 'editor')`.execute(t.app.deps.db);
    expect(await opens(author)).toEqual([
      ['Access 0', 'assigned'],
      ['Access Z, 1st (1)', 'assigned'],
    ]);
    expect((await access(author)).data).toHaveLength(8);
  });

  it('of staff is everything', async () => {
    expect(await opens(t.staff)).toHaveLength(8);
    expect(await opens(t.staff, { search_term: 'access 0' })).toEqual([['Access 0', 'staff']]);
  });

  it('is counted beyond the last page, too', async () => {
    const { data, metadata } = await access(t.staff, { readable: true, items: 3, page: 4 });
    expect(data).toEqual([]);
    expect(metadata).toEqual({ count: 8, currentPage: 4, pages: 3 });
  });

  it.each(['yes please', '2'])('readable=%s is refused', async (readable) => {
    const answer = await t.call('listPersonAccess', { params: { id: t.staff.id }, query: { readable } });
    expect(answer.status).toBe(422);
  });

  describe.each([
    ['customer', { isBeta: false }],
    ['customer', { isBeta: true }],
    ['author', {}],
    ['editor', {}],
    ['program_director', {}],
    ['staff', {}],
  ] as const)('of a %s %j', (role, fields) => {
    it('is, page by page, what the policy decides for each book', async () => {
      const { db } = t.app.deps;
      const institution = await buildInstitution(db, { bookIds: [books.covered.id, books.hidden.id] });
      const person: Person = await t.app.person({ role, ...fields, institutionId: institution.id });
      for (const bookId of [books.subscribed.id, retired, books.hidden.id])
        await buildSubscription(db, { userId: person.id, bookId });
      await buildProgram(db, { bookIds: [books.taught.id], directorIds: [person.id] });
      for (const as of ['author', 'editor'])
        await sql`insert into book_assignments (book_id, email, role)
          values (${books.packaged.id}, ${person.email.toUpperCase()}, ${as})`.execute(db);
      const ids = (await sql<{ id: string }>`select id from books`.execute(db)).rows.map(({ id }) => id);
      const actor = await findActor(db, t.app.deps.clock, person.token);
      const decided = [...(await accessToBooks(db, actor, ids, t.app.deps.clock.now())).values()];
      const of = (
        rows: readonly { book_id?: string; bookId?: string; granted: boolean; reasons: readonly string[] }[],
      ) => Object.fromEntries(rows.map((row) => [row.book_id ?? row.bookId, [row.granted, ...row.reasons]]));
      expect(of(await walk(person, {}))).toEqual(of(decided));
      expect(of(await walk(person, { readable: true }))).toEqual(
        of(decided.filter(({ granted }) => granted)),
      );
    });
  });

  it('is complete and counted beyond a thousand books', async () => {
    const { db } = t.app.deps;
    const { categoryId } = await buildBook(db, { category: `Category ${newId()}`, title: 'Of the shelf' });
    await sql`insert into books (id, slug, edition, language, title, author, category_id, price_cents, release_date,
        cover_key, brief, number_of_pages, revision, published_at, created_at, updated_at)
      select gen_random_uuid(), 'shelf-' || n, '1', 'en', 'Shelf ' || n, 'A. Writer', ${categoryId}, n * 100,
        date '2000-01-01' + n, 'public/none.webp', '', 10, 1, '2020-01-01', now(), now()
      from generate_series(1, 1500) n`.execute(db);
    const person = await t.app.person({ isBeta: true });
    const { data, metadata } = await access(person, { readable: true, search_term: 'shelf', page: 16 });
    expect(metadata).toEqual({ count: 1501, currentPage: 16, pages: 16 });
    expect(data).toHaveLength(1);
  });
});
