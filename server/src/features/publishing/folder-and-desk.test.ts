import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { commerceAdminCalls } from '@vesalius/contract/commerce-admin-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { one } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { runDueJobs } from '../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { bookFolder, picture, type TestFolder } from '../../testing/book-folder.ts';
import { bundleForNode } from '../../testing/bundle.ts';
import { type ImportOptions, importBook } from './import-book.ts';
import { publishingJobHandlers } from './job-handlers.ts';
import { publishingJobs } from './jobs.ts';
import { exportWorkingCopy } from './releases/export-book.ts';
import { ChangesOnDesk } from './works/unpublished-changes.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let staff: Person;
let book: TestFolder;
let out: string;
let slugs = 0;

beforeAll(async () => {
  t = await testApp();
  staff = await t.person({ role: 'staff', firstName: 'Ada', secondName: 'Desk' });
  child = await bundleForNode(join(import.meta.dirname, 'pages/page-child.ts'));
  out = mkdtempSync(join(tmpdir(), 'vesalius-desk-'));
});
afterAll(async () => {
  await t.close();
  child.remove();
  rmSync(out, { recursive: true, force: true });
});
beforeEach(async () => {
  book = await bookFolder();
  slugs += 1;
  book.manifest((manifest) => {
    manifest.slug = `desk-${slugs}`;
  });
  return () => book.remove();
});

const take = (options: ImportOptions = {}) =>
  importBook(t.deps, book.folder, { ...options, pageWork: { childProgram: child.file } });
const work = async (id: string) => (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body;
const edit = async (id: string, field: string, value: unknown) => {
  const { version } = await work(id);
  const operations = [{ op: 'set', path: [field], value }];
  const body = { base_version: version, changes: [{ id: newId(), operations }] };
  const answer = await t.call(studioCalls.changeWork, { as: staff, params: { id }, body });
  expect(answer.body.outcomes).toMatchObject([{ state: 'applied' }]);
};
const readersSee = async (id: string) => t.call(catalogueCalls.getBook, { params: { id } });

it('a draft fills the working copy, which readers do not see, and its pages are prepared for the desk', async () => {
  const { bookId, isNew, revision } = await take({ draft: true });
  expect({ isNew, revision }).toEqual({ isNew: true, revision: 0 });
  expect((await readersSee(bookId)).status).toBe(404);
  expect((await work(bookId)).manifest).toMatchObject({ slug: `desk-${slugs}`, title: 'A Small Book' });
  const checks = await t.call(workReleasesCalls.getWorkCheckList, { as: staff, params: { id: bookId } });
  expect(checks.body.findings.filter(({ kind }: { kind: string }) => kind !== 'warning')).toMatchObject([
    { kind: 'waiting', path: ['pdf'] },
    { kind: 'waiting', path: expect.arrayContaining(['#scan']) },
  ]);
  // The same folder makes the same draft: nothing changes, and it is published unchanged.
  const { version } = await work(bookId);
  expect((await take({ draft: true })).isNew).toBe(false);
  expect((await work(bookId)).version).toBe(version);
  expect(await take()).toMatchObject({ bookId, isNew: true });
  expect((await readersSee(bookId)).body.title).toBe('A Small Book');
});

it('a new book with a future release date is not sold before a user publishes it', async () => {
  const ahead = (day: string) =>
    book.manifest((manifest) => {
      manifest.release_date = day;
    });
  ahead('2030-01-01');
  expect(await take({ draft: 'before-release', dryRun: true })).toMatchObject({ revision: 0, waits: true });
  const { bookId, revision, waits } = await take({ draft: 'before-release' });
  expect({ revision, waits }).toEqual({ revision: 0, waits: true });
  expect((await readersSee(bookId)).status).toBe(404);
  expect((await work(bookId)).manifest.release_date).toBe('2030-01-01');
  // On the release day the import publishes as usual, and the log says so.
  const today = t.clock.now().toISOString().slice(0, 10);
  ahead(today);
  expect(await take({ draft: 'before-release' })).toMatchObject({ bookId, revision: 1, waits: false });
  expect((await readersSee(bookId)).body.release_date).toBe(today);
  const { body: log } = await t.call(adminCalls.listAuditLog, { as: staff, query: { subject_id: bookId } });
  expect(log.data.map(({ action }: { action: string }) => action)).toContain('book.publish');
  // Readers keep the book, whatever release date an edition states later.
  ahead('2030-01-01');
  expect(await take({ draft: 'before-release' })).toMatchObject({ bookId, revision: 2 });
});

it('a draft of a published book changes nothing for readers', async () => {
  const { bookId } = await take();
  book.manifest((manifest) => {
    manifest.title = 'A Better Book';
  });
  await take({ draft: true });
  expect((await work(bookId)).manifest.title).toBe('A Better Book');
  expect((await readersSee(bookId)).body.title).toBe('A Small Book');
});

it('a folder replaces unpublished changes of the desk only if told to; other changes do not conflict with it', async () => {
  const { bookId } = await take();
  await edit(bookId, 'title', 'The Title of the Desk');
  for (const options of [{}, { draft: true }, { dryRun: true }]) {
    const refused = await take(options).catch((error) => error);
    expect(refused).toBeInstanceOf(ChangesOnDesk);
    expect(refused.message).toContain('title: changed by Ada Desk on');
    expect(refused.message).toContain('--replace-changes');
  }
  expect((await work(bookId)).manifest.title).toBe('The Title of the Desk');
  expect((await readersSee(bookId)).body.title).toBe('A Small Book');
  // A folder may be imported if it agrees with the desk, or changes only other fields.
  book.manifest((manifest) => {
    manifest.title = 'The Title of the Desk';
    manifest.brief = 'Another one.';
  });
  await take();
  expect((await readersSee(bookId)).body).toMatchObject({ title: 'The Title of the Desk' });
  // Once published, it is no longer an unpublished change of the desk.
  book.manifest((manifest) => {
    manifest.title = 'A Small Book';
  });
  await take();
  await edit(bookId, 'title', 'Once more');
  await take({ replaceChanges: true });
  expect((await work(bookId)).manifest.title).toBe('A Small Book');
  // Once replaced, it is none either.
  book.manifest((manifest) => {
    manifest.title = 'A Third Title';
  });
  await take({ draft: true });
});

it('a working copy is written as a folder with what the desk changed, and imports to it', async () => {
  const { bookId } = await take();
  await edit(bookId, 'title', 'The Title of the Desk');
  const folder = join(out, 'copy');
  await exportWorkingCopy(t.deps, bookId, folder);
  expect(readFileSync(join(folder, 'book.yaml'), 'utf8')).toContain('The Title of the Desk');
  await importBook(t.deps, folder, { pageWork: { childProgram: child.file } });
  expect((await readersSee(bookId)).body.title).toBe('The Title of the Desk');
});

describe('a price', () => {
  const publish = async (id: string, as = staff) => {
    const { version } = await work(id);
    expect(
      (await t.call(workReleasesCalls.publishWork, { as, params: { id }, body: { version } })).status,
    ).toBe(202);
    await runJobs();
  };
  const runJobs = () =>
    runDueJobs({
      ...{ db: t.deps.db, clock: t.deps.clock, log: t.deps.log },
      handlers: Object.fromEntries(
        Object.entries(publishingJobHandlers(t.deps)).filter(
          ([kind]) => kind === publishingJobs.publishFrozen.kind,
        ),
      ),
    });
  const shopPrice = async (id: string) => (await work(id)).publication.price;
  const folderSays = (price: number) =>
    book.manifest((manifest) => {
      manifest.price = price;
    });
  const notes = async (options: ImportOptions = {}) => {
    const { warnings } = await take(options);
    return warnings.flatMap(({ path, text }) => (String(path).includes('price') ? [`${path} ${text}`] : []));
  };
  const byAda = { set_in: 'desk', set_by: 'Ada Desk', set_at: expect.any(String) };
  const byFolder = { set_in: null, set_by: null, set_at: null };

  it('that was set on the desk is changed by the desk alone; a folder reports that', async () => {
    const { bookId } = await take();
    expect(await shopPrice(bookId)).toEqual({ dollars: 49.5, ...byFolder });
    await edit(bookId, 'price', 60);
    await publish(bookId);
    expect(await shopPrice(bookId)).toEqual({ dollars: 60, ...byAda });
    const stays = ['price stays $60, as set on the desk; the folder says $49.50'];
    for (const options of [{ dryRun: true }, { draft: true }, {}, { replaceChanges: true }]) {
      expect(await notes(options)).toEqual(stays);
      expect((await work(bookId)).manifest.price).toBe(60);
      expect((await readersSee(bookId)).body.price).toBe(60);
    }
    // Publishing another change on the desk afterwards does not bring in the folder's price.
    await edit(bookId, 'title', 'Another Title');
    await publish(bookId);
    expect((await readersSee(bookId)).body).toMatchObject({ title: 'Another Title', price: 60 });
    await edit(bookId, 'price', 65);
    await publish(bookId);
    expect(await shopPrice(bookId)).toEqual({ dollars: 65, ...byAda });
  });

  it('from a folder’s draft remains the folder’s, whoever publishes it', async () => {
    const { bookId } = await take();
    folderSays(51);
    await take({ draft: true });
    await edit(bookId, 'title', 'A Title of the Desk');
    await publish(bookId);
    expect(await shopPrice(bookId)).toEqual({ dollars: 51, ...byFolder });
    folderSays(52);
    expect(await notes({ replaceChanges: true })).toEqual([
      'price changes from $51 to $52 for new subscriptions',
    ]);
    expect((await readersSee(bookId)).body.price).toBe(52);
  });

  it('that was set in the administration is changed neither by a folder nor by the desk', async () => {
    const { bookId } = await take();
    const body = { price: 70, previous_price: 49.5 };
    await t.call(commerceAdminCalls.updatePrice, { as: staff, params: { id: bookId }, body });
    await edit(bookId, 'price', 60);
    const { findings } = (
      await t.call(workReleasesCalls.getWorkCheckList, { as: staff, params: { id: bookId } })
    ).body;
    expect(findings.map(({ text }: { text: string }) => text)).toContain(
      'stays $70, as set in the administration; the desk says $60',
    );
    await publish(bookId);
    const administration = { ...byAda, set_in: 'administration' };
    expect(await shopPrice(bookId)).toEqual({ dollars: 70, ...administration });
    expect(await notes({ replaceChanges: true })).toEqual([
      'price stays $70, as set in the administration; the folder says $49.50',
    ]);
    // From now on the desk shows the price of the shop.
    expect((await work(bookId)).manifest.price).toBe(70);
  });

  it('from a restored release counts as set on the desk by the user who restored it', async () => {
    const { bookId } = await take();
    folderSays(55);
    await take();
    const params = { id: bookId, revision: '1' };
    await t.call(workReleasesCalls.restoreRelease, { as: staff, params, body: {} });
    await runJobs();
    expect(await shopPrice(bookId)).toEqual({ dollars: 49.5, ...byAda });
    expect(await notes()).toEqual(['price stays $49.50, as set on the desk; the folder says $55']);
  });

  it('of a package, set on the desk, is not changed by a folder', async () => {
    const slug = `shelf-${slugs}`;
    book.manifest((manifest) => {
      manifest.packages = [{ slug, name: 'A Shelf', price: 80 }];
    });
    const { bookId } = await take();
    const listed = async () => {
      const { id } = await one(t.deps.db, sql<{ id: string }>`select id from packages where slug = ${slug}`);
      return (await t.call(catalogueCalls.getPackage, { params: { id } })).body.price;
    };
    const [entry] = (await work(bookId)).manifest.packages;
    await edit(bookId, 'packages', [{ ...entry, price: 90 }]);
    await publish(bookId);
    expect(await listed()).toBe(90);
    expect(await notes()).toEqual(['packages[0].price stays $90, as set on the desk; the folder says $80']);
    expect(await listed()).toBe(90);
  });
});

it('a failure leaves no working copy', async () => {
  book.file('cover.png', await picture(640, 900, '#123'));
  const deps = {
    ...t.deps,
    storage: {
      ...t.deps.storage,
      putFile: () => Promise.reject(new Error('the disk is full')),
    },
  };
  const failed = importBook(deps, book.folder, { draft: true, pageWork: { childProgram: child.file } });
  await expect(failed).rejects.toThrow('the disk is full');
  const works = await t.call(studioCalls.listWorks, { as: staff, query: {} });
  expect(works.body.data.filter((each: { slug: string }) => each.slug === `desk-${slugs}`)).toEqual([]);
});
