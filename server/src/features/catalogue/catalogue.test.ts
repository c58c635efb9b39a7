import { catalogueCalls as calls } from '@vesalius/contract/catalogue-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { checkout } from '../../testing/checkout.ts';
import {
  buildBook,
  buildInstitution,
  buildPackage,
  buildProgram,
  buildSubscription,
} from '../../testing/factories.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const titles = (answer: { body: { data: { title: string }[] } }) =>
  answer.body.data.map((book) => book.title);

describe('#listBooks', () => {
  it('lists published books newest first, by page, to a visitor', async () => {
    const category = `Category ${newId()}`;
    const first = await buildBook(t.deps.db, { category, title: 'Oldest', releaseDate: '2020-01-01' });
    await buildBook(t.deps.db, { category, title: 'Newest', releaseDate: '2025-01-01' });
    await buildBook(t.deps.db, { category, title: 'Middle', releaseDate: '2023-01-01' });
    await buildBook(t.deps.db, { category, title: 'Hidden', published: false });
    const query = { category_id: first.categoryId, items: 2 };
    const answer = await t.call(calls.listBooks, { query });
    expect(answer.status).toBe(200);
    expect(titles(answer)).toEqual(['Newest', 'Middle']);
    expect(answer.body.metadata).toEqual({ count: 3, currentPage: 1, pages: 2 });
    expect(answer.body.data[0]).toMatchObject({
      price: 199,
      release_date: '2025-01-01',
      is_subscribed: false,
      has_access: false,
      category: { name: category },
      book_progress: { status: 'not_started', page: 1 },
    });
    const second = await t.call(calls.listBooks, { query: { ...query, page: 2 } });
    expect(titles(second)).toEqual(['Oldest']);
    const beyond = await t.call(calls.listBooks, { query: { ...query, page: 9 } });
    expect(beyond.body).toEqual({ data: [], metadata: { count: 3, currentPage: 9, pages: 2 } });
  });

  it('sorts by price in both directions', async () => {
    const category = `Category ${newId()}`;
    const { categoryId } = await buildBook(t.deps.db, { category, title: 'Dear', priceCents: 30000 });
    await buildBook(t.deps.db, { category, title: 'Cheap', priceCents: 1000 });
    const list = async (sorting_term: string) =>
      titles(await t.call(calls.listBooks, { query: { category_id: categoryId, sorting_term } }));
    expect(await list('price_high')).toEqual(['Dear', 'Cheap']);
    expect(await list('price_low')).toEqual(['Cheap', 'Dear']);
  });

  it('finds titles and authors despite typing errors and without accents, best first', async () => {
    await buildBook(t.deps.db, { title: 'Ménière’s Disease Today', author: 'Núria Casals' });
    const list = async (search_term: string) =>
      titles(await t.call(calls.listBooks, { query: { search_term } }));
    expect(await list('meniere')).toEqual(['Ménière’s Disease Today']);
    expect(await list('meneire')).toEqual([]);
    expect(await list('menierre')).toEqual(['Ménière’s Disease Today']);
    expect(await list('nuria casal')).toEqual(['Ménière’s Disease Today']);
    expect(await list('100%_')).toEqual([]);
  });

  it('says what access the caller has to each book', async () => {
    const category = `Category ${newId()}`;
    const book = await buildBook(t.deps.db, { category });
    await buildBook(t.deps.db, { category });
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId: book.id });
    await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
      values (${person.id}, ${book.id}, 7, 'in_progress', ${t.clock.now()}, ${t.clock.now()})`.execute(
      t.deps.db,
    );
    const answer = await t.call(calls.listBooks, { as: person, query: { category_id: book.categoryId } });
    const own = answer.body.data.find((row: { id: string }) => row.id === book.id);
    expect(own).toMatchObject({
      is_subscribed: true,
      has_access: true,
      book_progress: { status: 'in_progress', page: 7 },
    });
    expect(answer.body.data.filter((row: { has_access: boolean }) => row.has_access)).toHaveLength(1);
  });

  it('serves every role in its own portal, refuses the others, and names a wrong field', async () => {
    for (const role of ['author', 'editor', 'program_director'] as const) {
      const person = await t.person({ role });
      expect((await t.call(calls.listBooks, { as: person })).status).toBe(200);
      expect((await t.call(calls.listBooks, { as: person, portal: 'customer' })).body.code).toBe(
        'wrong_portal',
      );
    }
    const wrong = await t.call(calls.listBooks, { query: { sorting_term: 'random', category_id: 'x' } });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.fields ?? {})).toEqual(['category_id', 'sorting_term']);
    expect((await t.call(calls.listBooks, { as: 'vsl_unknown' })).body.code).toBe('session_ended');
  });
});

describe('editions', () => {
  it('sells only the newer edition, and lets subscribers of the older one read to their end', async () => {
    const category = `Category ${newId()}`;
    const old = await buildBook(t.deps.db, { category, title: 'First edition' });
    const fresh = await buildBook(t.deps.db, { category, title: 'Second edition' });
    await sql`update books set old_version_book_id = ${old.id}, readable_until = '2026-06-30'
      where id = ${fresh.id}`.execute(t.deps.db);
    const person = await t.person();
    const student = await t.person();
    await buildProgram(t.deps.db, { bookIds: [old.id], studentIds: [student.id] });
    await buildSubscription(t.deps.db, { userId: person.id, bookId: old.id });

    const list = await t.call(calls.listBooks, { query: { category_id: old.categoryId } });
    expect(titles(list)).toEqual(['Second edition']);
    const profile = await t.call(calls.getBook, { params: { id: fresh.id } });
    expect(profile.body.old_version_book).toEqual({
      id: old.id,
      deprecation: 'pending',
      deprecation_date: '2026-06-30',
    });
    const before = await t.call(calls.getBook, { as: person, params: { id: old.id } });
    expect(before.body).toMatchObject({ has_access: true, new_version_book: { id: fresh.id } });

    await sql`update books set readable_until = '2026-02-28' where id = ${fresh.id}`.execute(t.deps.db);
    const after = await t.call(calls.getBook, { as: person, params: { id: old.id } });
    expect(after.body).toMatchObject({ has_access: true, is_subscribed: true });
    const taught = await t.call(calls.getBook, { as: student, params: { id: old.id } });
    expect(taught.body).toMatchObject({ has_access: false, new_version_book: { id: fresh.id } });
    const later = await t.call(calls.getBook, { params: { id: fresh.id } });
    expect(later.body.old_version_book.deprecation).toBe('deprecated');
  });
});

describe('the last day of a replaced edition', () => {
  /** The newer edition was published on this day, and the older one closed at the end of February. */
  async function editions(publishedAt: string) {
    const { db } = t.deps;
    const old = await buildBook(db, { title: 'First edition' });
    const fresh = await buildBook(db, { title: 'Second edition' });
    await sql`update books set old_version_book_id = ${old.id}, readable_until = '2026-02-28',
      published_at = ${publishedAt} where id = ${fresh.id}`.execute(db);
    return old.id;
  }
  const reads = async (as: Person, id: string) =>
    (await t.call(calls.getBook, { as, params: { id } })).body.has_access;
  const member = async (bookId: string, startsAt: string) => {
    const { db } = t.deps;
    const person = await t.person();
    const { id } = await buildInstitution(db, { bookIds: [bookId] });
    await sql`update institutions set starts_at = ${startsAt} where id = ${id}`.execute(db);
    await sql`insert into institution_members (institution_id, user_id, is_manager, joined_at)
      values (${id}, ${person.id}, false, ${t.clock.now()})`.execute(db);
    return { person, institutionId: id };
  };

  it('does not close an institution whose term started before the newer edition, until the term ends', async () => {
    const bookId = await editions('2026-02-01T00:00:00Z');
    const { person, institutionId } = await member(bookId, '2026-01-01T00:00:00Z');
    expect(await reads(person, bookId)).toBe(true);
    const { person: later } = await member(bookId, '2026-02-10T00:00:00Z');
    expect(await reads(later, bookId)).toBe(false);
    await sql`update institutions set ends_at = ${t.clock.now()} where id = ${institutionId}`.execute(
      t.deps.db,
    );
    expect(await reads(person, bookId)).toBe(false);
  });

  it('does not close a program for students from before the newer edition, nor for their directors', async () => {
    const bookId = await editions('2026-02-01T00:00:00Z');
    const [before, after, director, other] = [
      await t.person(),
      await t.person(),
      await t.person({ role: 'program_director' }),
      await t.person({ role: 'program_director' }),
    ];
    const { db } = t.deps;
    const bookIds = [bookId];
    const { id } = await buildProgram(db, { bookIds, studentIds: [before.id], directorIds: [director.id] });
    await buildProgram(db, { bookIds, studentIds: [after.id], directorIds: [other.id] });
    await sql`update program_students set joined_at = '2026-02-10' where user_id = ${after.id}`.execute(db);
    const open = [];
    for (const person of [before, director, after, other]) open.push(await reads(person, bookId));
    expect(open).toEqual([true, true, false, false]);
    await sql`delete from program_books where program_id = ${id}`.execute(db);
    expect([await reads(before, bookId), await reads(director, bookId)]).toEqual([false, false]);
  });
});

describe('#listFeaturedBooks, #listRelatedBooks', () => {
  it('lists the books that the publisher features', async () => {
    const { title } = await buildBook(t.deps.db, { featured: true, releaseDate: '2026-02-01' });
    const answer = await t.call(calls.listFeaturedBooks);
    expect(titles(answer)).toContain(title);
    expect(answer.body.metadata.count).toBe(1);
  });

  it('lists books of the same package first, then of the same category, never the book itself', async () => {
    const category = `Category ${newId()}`;
    const book = await buildBook(t.deps.db, { category });
    const neighbour = await buildBook(t.deps.db, { category, releaseDate: '2026-02-20' });
    const bundled = await buildBook(t.deps.db, {
      category: `Category ${newId()}`,
      releaseDate: '2001-01-01',
    });
    await buildPackage(t.deps.db, { bookIds: [book.id, bundled.id] });
    const answer = await t.call(calls.listRelatedBooks, { query: { book_id: book.id } });
    expect(titles(answer)).toEqual([bundled.title, neighbour.title]);
    expect((await t.call(calls.listRelatedBooks)).body.fields).toHaveProperty('book_id');
  });
});

describe('#listAssignedBooks', () => {
  it('lists an author’s own books, including unpublished ones', async () => {
    const author = await t.person({ role: 'author' });
    const book = await buildBook(t.deps.db, { published: false, authors: [author.email] });
    const answer = await t.call(calls.listAssignedBooks, { as: author });
    expect(titles(answer)).toEqual([book.title]);
    expect(answer.body.data[0].has_access).toBe(true);
    expect((await t.call(calls.getBook, { as: author, params: { id: book.id } })).status).toBe(200);
    expect((await t.call(calls.getBook, { params: { id: book.id } })).status).toBe(404);
  });

  it('names the edition where a book has several', async () => {
    const author = await t.person({ role: 'author' });
    const authors = [author.email];
    const first = await buildBook(t.deps.db, { title: 'Murmurs', authors, releaseDate: '2020-01-01' });
    const second = await buildBook(t.deps.db, { title: 'Murmurs', authors });
    await sql`update books set edition = '1st edition' where id = ${first.id}`.execute(t.deps.db);
    await sql`update books set edition = '2nd edition', old_version_book_id = ${first.id}
      where id = ${second.id}`.execute(t.deps.db);
    const only = await buildBook(t.deps.db, { authors, releaseDate: '2019-01-01' });
    const answer = await t.call(calls.listAssignedBooks, { as: author });
    expect(titles(answer)).toEqual(['Murmurs (2nd edition)', 'Murmurs (1st edition)', only.title]);
  });

  it('needs the token of its role', async () => {
    expect((await t.call(calls.listAssignedBooks, { portal: 'author' })).status).toBe(401);
    const reader = await t.person();
    expect((await t.call(calls.listAssignedBooks, { as: reader, portal: 'author' })).status).toBe(403);
  });
});

describe('#listInstitutionBooks', () => {
  it('lists the books of the institution by title, and refuses users without one', async () => {
    const one = await buildBook(t.deps.db, { title: 'B of the institution' });
    const two = await buildBook(t.deps.db, { title: 'a of the institution' });
    const { id } = await buildInstitution(t.deps.db, { bookIds: [one.id, two.id] });
    const member = await t.person({ institutionId: id });
    const answer = await t.call(calls.listInstitutionBooks, { as: member, query: { paginate: true } });
    expect(titles(answer)).toEqual([two.title, one.title]);
    expect(answer.body.data[0]).toMatchObject({ has_access: true, is_subscribed: false });
    const stranger = await t.person();
    expect((await t.call(calls.listInstitutionBooks, { as: stranger })).status).toBe(403);
    expect((await t.call(calls.listInstitutionBooks)).status).toBe(401);
  });
});

describe('#listCategories', () => {
  it('lists categories with at least one book', async () => {
    const category = `Empty ${newId()}`;
    await buildBook(t.deps.db, { category, published: false });
    const answer = await t.call(calls.listCategories);
    const names = answer.body.data.map((row: { name: string }) => row.name);
    expect(names).toContain('Cardiology');
    expect(names).not.toContain(category);
  });
});

describe('the languages of books', () => {
  it('are those of the shop, and filter its list and its search', async () => {
    const word = `Sprache${newId().slice(-6)}`;
    const [english, arabic, hidden] = await Promise.all([
      buildBook(t.deps.db, { title: `${word} one` }),
      buildBook(t.deps.db, { title: `${word} two` }),
      buildBook(t.deps.db, { title: `${word} three`, published: false }),
    ]);
    await sql`update books set language = 'ar-EG' where id = ${arabic.id}`.execute(t.deps.db);
    await sql`update books set language = 'fr' where id = ${hidden.id}`.execute(t.deps.db);
    const languages = await t.call(calls.listBookLanguages);
    expect(languages.body.data).toEqual([{ language: 'ar' }, { language: 'en' }]);
    const found = (query: Record<string, string>) => t.call(calls.listBooks, { query });
    expect(titles(await found({ language: 'AR' }))).toEqual([arabic.title]);
    expect((await found({ language: 'ar' })).body.metadata.count).toBe(1);
    expect(titles(await found({ search_term: word, language: 'ar' }))).toEqual([arabic.title]);
    expect(titles(await found({ search_term: word, language: 'en' }))).toEqual([english.title]);
    expect(titles(await found({ search_term: word, language: 'fr' }))).toEqual([]);
  });
});

describe('#listPackages, #getPackage', () => {
  it('credits what the caller already pays for', async () => {
    const book = await buildBook(t.deps.db, { priceCents: 20000 });
    const other = await buildBook(t.deps.db, { priceCents: 20000 });
    const { id } = await buildPackage(t.deps.db, { bookIds: [book.id, other.id], priceCents: 30000 });
    const person = await t.person();
    await checkout(t).pay({ as: person, bookId: book.id, amount: 200 });
    const visitor = await t.call(calls.getPackage, { params: { id } });
    expect(visitor.body).toMatchObject({ price: 300, price_of_items: 400, credit: 0, price_to_pay: 300 });
    const owner = await t.call(calls.getPackage, { as: person, params: { id } });
    expect(owner.body).toMatchObject({ credit: 150, price_to_pay: 150, is_subscribed: false });
    expect(owner.body.items.map((item: { is_subscribed: boolean }) => item.is_subscribed)).toEqual([
      true,
      false,
    ]);
    await buildSubscription(t.deps.db, { userId: person.id, packageId: id });
    const list = await t.call(calls.listPackages, { as: person });
    expect(list.body.data.find((row: { id: string }) => row.id === id).is_subscribed).toBe(true);
    expect((await t.call(calls.getPackage, { params: { id: newId() } })).status).toBe(404);
  });
});

describe('#listOwnBooks', () => {
  it('lists what the caller is subscribed to in any way, last read first', async () => {
    const person = await t.person();
    const [own, bundled, taught] = [
      await buildBook(t.deps.db, { title: 'Own' }),
      await buildBook(t.deps.db, { title: 'Bundled' }),
      await buildBook(t.deps.db, { title: 'Taught' }),
    ];
    await buildSubscription(t.deps.db, { userId: person.id, bookId: own.id });
    await buildSubscription(t.deps.db, { userId: person.id, endsAt: t.clock.now() });
    const { id: packageId } = await buildPackage(t.deps.db, { bookIds: [bundled.id] });
    await buildSubscription(t.deps.db, { userId: person.id, packageId });
    await buildProgram(t.deps.db, { bookIds: [taught.id], studentIds: [person.id] });
    await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
      values (${person.id}, ${taught.id}, 7, 'in_progress', ${t.clock.now()}, ${t.clock.now()})`.execute(
      t.deps.db,
    );
    const answer = await t.call(calls.listOwnBooks, { as: person });
    expect(titles(answer)).toEqual(['Taught', 'Bundled', 'Own']);
    expect(answer.body.data.map((book: { hold: { by: string } }) => book.hold.by)).toEqual([
      'program',
      'package',
      'subscription',
    ]);
    expect(answer.body.data[0].hold).toEqual({
      by: 'program',
      name: expect.any(String),
      until: null,
      renews: false,
    });
    expect(answer.body.metadata).toEqual({ count: 3, currentPage: 1, pages: 1 });
    expect((await t.call(calls.listOwnBooks)).status).toBe(401);
  });

  it('lists to a director their purchases and the books of their programs', async () => {
    const director = await t.person({ role: 'program_director' });
    const [bought, directed] = [
      await buildBook(t.deps.db, { title: 'Bought' }),
      await buildBook(t.deps.db, { title: 'Directed' }),
    ];
    await buildSubscription(t.deps.db, { userId: director.id, bookId: bought.id });
    await buildProgram(t.deps.db, { bookIds: [directed.id], directorIds: [director.id] });
    await buildProgram(t.deps.db, { bookIds: [(await buildBook(t.deps.db)).id] });
    const answer = await t.call(calls.listOwnBooks, { as: director });
    expect([answer.status, titles(answer)]).toEqual([200, ['Bought', 'Directed']]);
  });
});

describe('#listStartedBooks', () => {
  it('returns the position and the next test', async () => {
    const person = await t.person();
    const book = await buildBook(t.deps.db);
    const testId = newId();
    await sql`insert into tests (id, book_id, key, title, pre_page, post_page)
      values (${testId}, ${book.id}, 'one', 'Chapter one', 2, 19)`.execute(t.deps.db);
    await sql`insert into book_progress (user_id, book_id, page, status, started_at, updated_at)
      values (${person.id}, ${book.id}, 3, 'in_progress', ${t.clock.now()}, ${t.clock.now()})`.execute(
      t.deps.db,
    );
    await sql`insert into attempts (id, user_id, book_id, kind, subject_id, score, total, submitted_at)
      values (${newId()}, ${person.id}, ${book.id}, 'pre', ${testId}, 1, 2, ${t.clock.now()})`.execute(
      t.deps.db,
    );
    await sql`update book_pages set label = case when page_number = 3 then 'iii' else '9' end
      where book_id = ${book.id} and page_number in (3, 19)`.execute(t.deps.db);
    const answer = await t.call(calls.listStartedBooks, { as: person });
    expect(answer.body.data).toMatchObject([
      {
        title: book.title,
        has_access: false,
        book_progress: { status: 'in_progress', page: 3 },
        page_label: 'iii',
        next_test: { id: testId, title: 'Chapter one', turn: 'post', page: 19, page_label: '9' },
      },
    ]);
    expect((await t.call(calls.listStartedBooks)).status).toBe(401);
  });
});

describe('programs', () => {
  it('count as a subscription for their students', async () => {
    const student = await t.person();
    const book = await buildBook(t.deps.db);
    await buildProgram(t.deps.db, { bookIds: [book.id], studentIds: [student.id] });
    const answer = await t.call(calls.getBook, { as: student, params: { id: book.id } });
    expect(answer.body).toMatchObject({
      is_subscribed: true,
      has_access: true,
      can_cancel_subscription: false,
    });
  });
});

describe('#sitemap', () => {
  it('lists the public pages and keeps crawlers out of the rest', async () => {
    const book = await buildBook(t.deps.db);
    const bundle = await buildPackage(t.deps.db, { bookIds: [book.id] });
    const sitemap = await t.app.inject({ url: '/sitemap.xml' });
    expect(sitemap.body).toContain(`<loc>http://localhost:3000/book-profile/${book.id}</loc>`);
    expect(sitemap.body).toContain(`<loc>http://localhost:3000/packages/${bundle.id}</loc>`);
    const robots = await t.app.inject({ url: '/robots.txt' });
    expect(robots.body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
    expect(robots.body).toContain('Disallow: /book-viewer/');
  });
});
