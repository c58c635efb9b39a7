import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { publishingAdminCalls } from '@vesalius/contract/publishing-admin-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { one } from '../../platform/database/database.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { bookFolder, type LooseBook, type TestFolder } from '../../testing/book-folder.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { type ImportOptions, importBook } from './import-book.ts';

let app: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let book: TestFolder;
let staff: Person;

beforeAll(async () => {
  app = await testApp();
  staff = await app.person({ role: 'staff' });
  child = await bundleForNode(join(import.meta.dirname, 'pages/page-child.ts'));
});
afterAll(async () => {
  await app.close();
  child.remove();
});
let slugs = 0;
/** Each test has its own book, package, program and people. */
beforeEach(async () => {
  book = await bookFolder();
  slugs += 1;
  book.manifest((manifest) => {
    manifest.slug = `decided-${slugs}`;
    manifest.packages = [
      { slug: `set-${slugs}`, name: 'Folder name', description: 'By the folder', price: 80 },
    ];
    manifest.programs = [{ slug: `set-${slugs}`, name: 'Folder program' }];
    manifest.assigned = { authors: [`author-${slugs}@example.org`], editors: [] };
  });
  return () => book.remove();
});
const publish = (options: ImportOptions = {}) =>
  importBook(app.deps, book.folder, { ...options, pageWork: { childProgram: child.file } });
const notes = async () =>
  (await publish({ dryRun: true })).warnings
    .filter(({ text }) => text.includes('set in the administration'))
    .map(({ path, text }) => `${path} ${text}`);
const change = (edit: (manifest: LooseBook) => void) => book.manifest(edit);
const idOf = async (table: 'packages' | 'programs' | 'publishers', slug: string) =>
  (await one(app.deps.db, sql<{ id: string }>`select id from ${sql.table(table)} where slug = ${slug}`)).id;
const desk = (name: keyof typeof publishingAdminCalls, options: object) =>
  app.call(publishingAdminCalls[name], { as: staff, ...options });

describe('an import keeps and reports what staff decided', () => {
  it('a package: its details, and which books are in it', async () => {
    const { bookId } = await publish();
    const id = await idOf('packages', `set-${slugs}`);
    const [one, two] = [(await buildBook(app.deps.db)).id, (await buildBook(app.deps.db)).id];
    const body = { name: 'Desk name', description: 'By the desk', image_url: null, book_ids: [one, two] };
    expect(
      (await desk('updatePackage', { params: { id }, body: { ...body, changed_at: null } })).status,
    ).toBe(200);
    const expected = [
      `packages[0] names the package "set-${slugs}"; the book stays out of it, as set in the administration`,
      'packages[0].name stays "Desk name", as set in the administration; the folder says "Folder name"',
      'packages[0].description stays, as set in the administration',
    ];
    expect(await notes()).toEqual(expected);
    await publish();
    const kept = (await desk('getCataloguePackage', { params: { id } })).body;
    expect(kept).toMatchObject({ name: 'Desk name', description: 'By the desk' });
    expect(kept.books.map((each: { id: string }) => each.id)).toEqual([one, two]);
    await desk('updatePackage', {
      params: { id },
      body: { ...body, book_ids: [one, two, bookId], changed_at: kept.changed_at },
    });
    change((manifest) => {
      manifest.packages = [];
    });
    expect(await notes()).toEqual([
      `packages does not name the package "set-${slugs}"; the book stays in it, as set in the administration`,
    ]);
    await publish();
    expect((await desk('getCataloguePackage', { params: { id } })).body.books).toHaveLength(3);
  });

  it('a program: its name and its books', async () => {
    await publish();
    const id = await idOf('programs', `set-${slugs}`);
    const body = {
      name: 'Desk program',
      photo_url: null,
      institution_id: null,
      book_ids: [],
      changed_at: null,
    };
    expect((await desk('updateProgram', { params: { id }, body })).status).toBe(200);
    expect(await notes()).toEqual([
      `programs[0] names the program "set-${slugs}"; the book stays out of it, as set in the administration`,
      'programs[0].name stays "Desk program", as set in the administration; the folder says "Folder program"',
    ]);
    await publish();
    expect((await desk('getProgram', { params: { id } })).body).toMatchObject({
      name: 'Desk program',
      books: [],
    });
  });

  it('people: those assigned by staff stay, those removed by staff stay removed, all others follow the folder', async () => {
    const { bookId: id } = await publish();
    const named = await app.person({ role: 'editor' });
    const producer = await app.person({ role: 'author' });
    for (const [person_id, role] of [
      [named.id, 'editor'],
      [producer.id, 'producer'],
    ])
      await desk('addBookPerson', { params: { id }, body: { person_id, role } });
    await desk('removeBookPerson', {
      params: { id },
      query: { email: `author-${slugs}@example.org`, book_role: 'author' },
    });
    change((manifest) => {
      manifest.assigned.authors.push(`second-${slugs}@example.org`);
    });
    expect(await notes()).toEqual([
      `assigned.authors[0] names author-${slugs}@example.org, who stays off the book, as set in the administration`,
      `assigned does not name ${named.email}, who stays an editor, as set in the administration`,
    ]);
    const people = async () =>
      (await desk('getBookPeople', { params: { id } })).body.people.map(
        ({ email, role }: { email: string; role: string }) => `${role} ${email}`,
      );
    await publish();
    expect(await people()).toEqual([
      `author second-${slugs}@example.org`,
      `editor ${named.email}`,
      `producer ${producer.email}`,
    ]);
    change((manifest) => {
      manifest.assigned = { authors: [], editors: [] };
    });
    await publish();
    expect(await people()).toEqual([`editor ${named.email}`, `producer ${producer.email}`]);
  });

  it('a book that an import takes out of a package stays with those who have it', async () => {
    const { bookId } = await publish();
    const packageId = await idOf('packages', `set-${slugs}`);
    const reader = await app.person();
    await buildSubscription(app.deps.db, { userId: reader.id, packageId });
    app.clock.advance(1000);
    change((manifest) => {
      manifest.packages = [];
    });
    await publish();
    const shown = await app.call(catalogueCalls.getBook, { as: reader, params: { id: bookId } });
    expect(shown.body.has_access).toBe(true);
  });
});

describe('the library identifiers of a book', () => {
  const bibliography = (number: number) => ({
    isbn: { print: `0-306-40615-2`, electronic: '978-3-16-148410-0' },
    doi: `https://doi.org/10.1000/Heart.${number}`,
    publisher: { slug: `press-${number}`, name: 'Fabrica Press' },
    subjects: [
      { scheme: 'mesh', code: 'D006333', name: 'Heart Failure' },
      { scheme: 'bisac', code: 'MED010000', name: 'MEDICAL / Cardiology' },
    ],
  });

  it('are on its profile and find it, with and without hyphens', async () => {
    change((manifest) => Object.assign(manifest, bibliography(slugs)));
    const { bookId: id } = await publish();
    const publisherId = await idOf('publishers', `press-${slugs}`);
    await desk('updatePublisher', {
      params: { id: publisherId },
      body: {
        ...{ name: 'Fabrica Press Ltd', imprint: 'Fabrica', logo_url: null },
        ...{ website: 'https://fabrica.example', contact_email: null, changed_at: null },
      },
    });
    app.clock.advance(61_000);
    const { body } = await app.call(catalogueCalls.getBook, { params: { id } });
    expect(body).toMatchObject({
      ...{ isbn_print: '0-306-40615-2', isbn_electronic: '978-3-16-148410-0', doi: `10.1000/Heart.${slugs}` },
      publisher: { name: 'Fabrica Press Ltd', imprint: 'Fabrica', website: 'https://fabrica.example' },
      subjects: bibliography(slugs).subjects,
    });
    for (const search_term of [
      ...['0306406152', '978-0-306-40615-7', '9783161484100', '978 3 16 148410 0'],
      ...[`10.1000/heart.${slugs}`, `https://doi.org/10.1000/HEART.${slugs}`],
    ]) {
      const listed = await app.call(catalogueCalls.listBooks, { query: { search_term } });
      expect(listed.body.data.map((each: { id: string }) => each.id)).toEqual([id]);
      const typed = await app.call(catalogueCalls.searchCatalogue, { query: { search_term } });
      expect(typed.body.books.map((each: { id: string }) => each.id)).toEqual([id]);
    }
    expect(await notes()).toContain(
      'publisher.name stays "Fabrica Press Ltd", as set in the administration; the folder says "Fabrica Press"',
    );
    const none = await app.call(catalogueCalls.listBooks, { query: { search_term: '978-0-306-40615-8' } });
    expect(none.body.data.map((each: { id: string }) => each.id)).not.toContain(id);
    // Another edition has its own numbers.
    change((manifest) => {
      manifest.edition = '2';
    });
    await expect(publish()).rejects.toThrow(
      /isbn\.print: is that of "A Small Book", edition 1; each edition has its own/,
    );
  });

  it.each([
    [
      { isbn: { print: '978-0-306-40615-8' } },
      /isbn\.print: is "978-0-306-40615-8"; check the digits: this is no ISBN/,
    ],
    [
      { isbn: { print: '0306406152', electronic: '9780306406157' } },
      /isbn: .*give print and electronic each/,
    ],
    [{ doi: 'heart' }, /doi: is "heart"; write the DOI as 10\.1234\/abcd/],
    [
      { publisher: { slug: 'unheard-of' } },
      /publisher: names the publisher "unheard-of", which is new; give it a name/,
    ],
    [
      { subjects: [{ scheme: 'mesh', code: 'Heart', name: 'Heart' }] },
      /subjects\[0\]\.code: is "Heart"; write a MeSH code as D006333/,
    ],
  ])('is checked: %j', async (fields, message) => {
    change((manifest) => Object.assign(manifest, fields));
    await expect(publish({ dryRun: true })).rejects.toThrow(message);
  });
});
