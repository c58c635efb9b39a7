import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importBook } from '../features/publishing/import-book.ts';
import { publishingJobHandlers } from '../features/publishing/job-handlers.ts';
import { publishingJobs } from '../features/publishing/jobs.ts';
import { many } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/ids.ts';
import { runDueJobs } from '../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../testing/app.ts';
import { bookFolder, type TestFolder } from '../testing/book-folder.ts';
import { bundleForNode } from '../testing/bundle.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { loadDemo } from './demo.ts';

let app: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let book: TestFolder;
let library: string;
beforeAll(async () => {
  app = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../features/publishing/pages/page-child.ts'));
  book = await bookFolder();
  library = mkdtempSync(join(tmpdir(), 'vesalius-library-'));
  cpSync(book.folder, join(library, 'small-book'), { recursive: true, preserveTimestamps: true });
  cpSync(book.folder, join(library, 'tools'), { recursive: true, filter: (path) => !path.endsWith('.yaml') });
});
afterAll(async () => {
  await app.close();
  child.remove();
  book.remove();
  rmSync(library, { recursive: true, force: true });
});

/** Its output is for people at a terminal. */
function load(overrides: Partial<Deps> = {}) {
  const said: string[] = [];
  const listen = (text: unknown) => {
    said.push(String(text));
    return true;
  };
  const spies = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
  for (const spy of spies) spy.mockImplementation(listen as never);
  const options = { folder: library, pageWork: { childProgram: child.file }, storeDelaysMs: [] };
  return loadDemo({ ...app.deps, ...overrides }, options)
    .finally(() => {
      for (const spy of spies) spy.mockRestore();
    })
    .then((accounts) => ({ accounts, said: said.join('') }));
}

it('starts without the books while the file store is away, with one sentence', async () => {
  const store = await startS3Server();
  store.failWith(() => 'reset');
  const { accounts, said } = await load({ storage: store.storage });
  expect(accounts).toHaveLength(5);
  expect(said).toMatch(/^The file store does not answer: .+\. The demo library is incomplete; .+$/m);
  expect(said).not.toContain('    at ');
  expect(await many(app.deps.db, sql`select 1 from books`)).toEqual([]);
  await store.close();
});

it('makes accounts that can sign in, imports the books, and gives the director a program', async () => {
  const { accounts, said } = await load();
  expect(said).toContain('Demo library: small-book (1 of 1)');
  expect(accounts.map(({ role }) => role)).toEqual([
    'reader',
    'author',
    'editor',
    'program director',
    'staff',
  ]);
  for (const { email, password } of accounts) {
    expect((await app.call(accountsCalls.signIn, { body: { email, password } })).status).toBe(200);
  }
  const { db } = app.deps;
  expect(await many(db, sql`select title, revision from books`)).toEqual([
    { title: 'A Small Book', revision: 1 },
  ]);
  expect(
    await many(
      db,
      sql`select p.slug, u.email from program_directors d join programs p on p.id = d.program_id
        join users u on u.id = d.user_id`,
    ),
  ).toEqual([{ slug: 'internal-medicine-residency', email: 'director@vesalius.example' }]);
  // Nobody has completed a book whose final test nobody has passed.
  expect(
    await many(
      db,
      sql`select bp.page from book_progress bp join final_tests f on f.book_id = bp.book_id
        where bp.status = 'completed' and not exists (select 1 from attempts a where a.user_id = bp.user_id
          and a.kind = 'final' and a.subject_id = f.id)`,
    ),
  ).toEqual([]);
  expect(await many(db, sql`select name, kind, value from promo_codes order by value`)).toEqual([
    { name: 'STUDENT20', kind: 'percentage', value: 20 },
    { name: 'WELCOME100', kind: 'percentage', value: 100 },
  ]);
});

it('does nothing at the second start, and imports again what changed', async () => {
  expect((await load()).said).toBe('');
  // Another clone of the same release has other times.
  const later = new Date('2030-01-01');
  for (const name of readdirSync(join(library, 'small-book')))
    utimesSync(join(library, 'small-book', name), later, later);
  expect((await load()).said).toBe('');
  book.manifest((manifest) => {
    manifest.title = 'A Small Book, Corrected';
  });
  cpSync(join(book.folder, 'book.yaml'), join(library, 'small-book/book.yaml'));
  expect((await load()).said).toContain('small-book');
  expect(await many(app.deps.db, sql`select title, revision from books`)).toEqual([
    { title: 'A Small Book, Corrected', revision: 2 },
  ]);
});

it('leaves what an operator imported over a book of the demo', async () => {
  const own = await bookFolder();
  own.manifest((manifest) => {
    manifest.title = 'A Small Book of the Operator';
  });
  await importBook(app.deps, own.folder, { pageWork: { childProgram: child.file } });
  own.remove();
  expect((await load()).said).toBe('');
  expect(await many(app.deps.db, sql`select title, revision from books`)).toEqual([
    { title: 'A Small Book of the Operator', revision: 3 },
  ]);
});

it('goes on without a book that has mistakes, and says them', async () => {
  book.manifest((manifest) => {
    manifest.price = -1;
  });
  cpSync(join(book.folder, 'book.yaml'), join(library, 'small-book/book.yaml'));
  const { accounts, said } = await load();
  expect(accounts).toHaveLength(5);
  expect(said).toContain('price: is -1; at least 0 is right');
});

describe('a book that was changed in the studio', () => {
  let staff: Person;
  let id: string;
  const title = async () => (await app.call(catalogueCalls.getBook, { params: { id } })).body.title;
  const version = async () =>
    (await app.call(studioCalls.getWork, { as: staff, params: { id } })).body.version;
  const changeTitle = async (value: string) => {
    const operations = [{ op: 'set', path: ['title'], value }];
    const body = { base_version: await version(), changes: [{ id: newId(), operations }] };
    const answer = await app.call(studioCalls.changeWork, { as: staff, params: { id }, body });
    expect(answer.body.outcomes).toMatchObject([{ state: 'applied' }]);
  };
  const changeFolder = (name: string) => {
    book.manifest((manifest) => {
      manifest.price = 50;
      manifest.title = name;
    });
    cpSync(join(book.folder, 'book.yaml'), join(library, 'small-book/book.yaml'));
  };
  beforeAll(async () => {
    staff = await app.person({ role: 'staff' });
    id = (await many(app.deps.db, sql<{ id: string }>`select id from books`))[0]?.id ?? '';
  });

  it('keeps its unpublished changes, and the server starts', async () => {
    await changeTitle('A Title of the Studio');
    changeFolder('A Title of the Folder');
    expect((await load()).said).toContain('left as it is: it was changed in the studio');
    expect(await title()).toBe('A Small Book of the Operator');
  });

  it('keeps what is to be published, and what was', async () => {
    const publish_at = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const body = { version: await version(), publish_at };
    const asked = await app.call(workReleasesCalls.scheduleRelease, { as: staff, params: { id }, body });
    expect(asked.status).toBe(200);
    await load();
    expect(await title()).toBe('A Small Book of the Operator');
    app.clock.advance(120_000);
    await runDueJobs({
      ...{ db: app.deps.db, clock: app.clock, log: app.deps.log },
      handlers: Object.fromEntries(
        Object.entries(publishingJobHandlers(app.deps)).filter(
          ([kind]) => kind === publishingJobs.publishFrozen.kind,
        ),
      ),
    });
    expect(await title()).toBe('A Title of the Studio');
    expect((await load()).said).toContain('left as it is');
    expect(await title()).toBe('A Title of the Studio');
    await changeTitle('Another Title of the Studio');
    expect((await load()).said).toContain('left as it is');
    expect(await title()).toBe('A Title of the Studio');
  });
});

it('offers its accounts on the sign-in page, and none of a shop without them', async () => {
  const { body } = await app.call(accountsCalls.getSignInOptions, {});
  expect(body.demo_accounts.map(({ role }: { role: string }) => role)).toEqual(
    expect.arrayContaining(['reader', 'author', 'editor', 'director', 'staff']),
  );
  for (const { email, password } of body.demo_accounts)
    expect((await app.call(accountsCalls.signIn, { body: { email, password } })).status).toBe(200);
  const other = await testApp();
  expect((await other.call(accountsCalls.getSignInOptions, {})).body.demo_accounts).toEqual([]);
  await other.close();
});
