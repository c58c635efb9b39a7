import { join } from 'node:path';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { certificatesCalls } from '@vesalius/contract/certificates-calls';
import { discussionsCalls } from '@vesalius/contract/discussions-calls';
import { lecturesCalls } from '@vesalius/contract/lectures-calls';
import { publishingAdminCalls } from '@vesalius/contract/publishing-admin-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import type { PreviewReader } from '@vesalius/contract/studio-limits';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { importBook } from '../import-book.ts';
import { makePreview } from './make-preview.ts';
import { removePreviews } from './remove-previews.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let producer: Person;
let stranger: Person;
let workId: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  staff = await t.person({ role: 'staff' });
  producer = await t.person({ role: 'author' });
  stranger = await t.person({ role: 'author' });
  ({ bookId: workId } = await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file } }));
  await t.call(studioCalls.addWorkPerson, {
    ...{ as: staff, params: { id: workId }, body: { email: producer.email, work_role: 'producer' } },
  });
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

const call = (name: keyof typeof workPreviewCalls, options: Record<string, unknown> = {}) =>
  t.call(workPreviewCalls[name], { as: producer, params: { id: workId }, ...options });
const job = { attempts: 1, maxAttempts: 3 } as never;
async function make() {
  const asked = await call('makeWorkPreview');
  expect(asked.status).toBe(202);
  await makePreview(t.deps, workId, { job, signal: new AbortController().signal }, {
    childProgram: child.file,
  } as never);
  return (await call('getWorkPreview')).body;
}
async function set(path: string[], value?: unknown): Promise<void> {
  const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id: workId } })).body;
  const changes = [{ id: newId(), operations: [{ op: 'set', path, value }] }];
  const { body } = await t.call(studioCalls.changeWork, {
    ...{ as: staff, params: { id: workId }, body: { base_version: version, changes } },
  });
  expect(body.outcomes).toMatchObject([{ state: 'applied' }]);
}
/** Opens the preview as a reader of this kind. */
async function open(as: PreviewReader, by = producer): Promise<Person & { bookId: string }> {
  const { status, body } = await call('openWorkPreview', { as: by, body: { as } });
  expect(status).toBe(201);
  return { id: body.user_id, token: body.token, role: 'customer', bookId: body.book_id } as never;
}
const profile = (as: Person | null, id: string) => t.call(catalogueCalls.getBook, { as, params: { id } });
const pages = (as: Person | null, id: string) => t.call(readerCalls.getBookPages, { as, params: { id } });

describe('the preview of a work', () => {
  it('shows its readers what the working copy says, each as they would see it', async () => {
    await set(['title'], 'A title that nobody has seen');
    expect(await make()).toMatchObject({ state: 'ready', findings: [] });
    const visitor = await open('visitor');
    const { bookId } = visitor;
    expect(bookId).not.toBe(workId);
    for (const [as, granted] of [
      [visitor, false],
      [await open('subscriber'), true],
      [await open('student'), true],
    ] as const) {
      const { body } = await pages(as, bookId);
      expect(body).toMatchObject({
        book: { title: 'A title that nobody has seen' },
        access: { granted, records: false, annotates: false },
      });
      expect((await profile(as, bookId)).body.title).toBe('A title that nobody has seen');
    }
    const list = await t.call(lecturesCalls.listBookSupplementaryMaterials, {
      ...{ as: await open('subscriber'), query: { book_id: bookId } },
    });
    expect(list.status).toBe(200);
    expect((await profile(null, workId)).body.title).not.toBe('A title that nobody has seen');
  });

  it('does not exist for others, even with its id', async () => {
    const { bookId } = await open('visitor');
    const reader = await t.person();
    const beta = await t.person({ isBeta: true });
    for (const as of [null, reader, beta, producer, stranger]) {
      expect((await profile(as, bookId)).status).toBe(404);
      expect((await pages(as, bookId)).status).toBe(404);
    }
    expect(
      (
        await t.call(workPreviewCalls.openWorkPreview, {
          ...{ as: stranger, params: { id: workId }, body: { as: 'visitor' } },
        })
      ).status,
    ).toBe(404);
  });

  it('is in no list, no search and no count', async () => {
    const { bookId } = await open('visitor');
    const seen = async (as: Person | null) => {
      const list = await t.call(catalogueCalls.listBooks, { as });
      const found = await t.call(catalogueCalls.searchCatalogue, {
        ...{ as, query: { search_term: 'A title that nobody has seen' } },
      });
      return JSON.stringify([list.body, found.body]);
    };
    for (const as of [null, producer]) expect(await seen(as)).not.toContain(bookId);
    const books = await t.call(publishingAdminCalls.listCatalogueBooks, { as: staff });
    expect(books.body.data.map(({ id }: { id: string }) => id)).not.toContain(bookId);
    expect(books.body.data).toHaveLength(1);
    const sitemap = await t.app.inject({ url: '/sitemap.xml' });
    expect(sitemap.body).not.toContain(bookId);
  });

  it('allows no writing, and no reading of other books beyond their free pages', async () => {
    const subscriber = await open('subscriber');
    const { bookId } = subscriber;
    const progress = await t.call(readerCalls.updateCurrentProgress, {
      ...{ as: subscriber, query: { book_id: bookId, page: 2 } },
    });
    expect([progress.status, progress.body.code]).toEqual([403, 'preview_only']);
    const note = await t.call(readerCalls.createAnnotation, { as: subscriber, body: {} });
    expect(note.body.code).toBe('preview_only');
    for (const ofAccount of [
      certificatesCalls.listCertificates,
      certificatesCalls.getTranscript,
      certificatesCalls.downloadTranscriptCsv,
      discussionsCalls.getDigestChoice,
    ])
      expect((await t.call(ofAccount, { as: subscriber })).status).toBe(403);
    const related = await t.call(catalogueCalls.listRelatedBooks, { query: { book_id: bookId } });
    expect(related.body.data).toEqual([]);
    expect((await pages(subscriber, workId)).body.access.granted).toBe(false);
    const tests = await t.call(assessmentsCalls.listTests, { as: subscriber, query: { book_id: bookId } });
    expect(tests.status).toBe(200);
    expect(await many(t.deps.db, sql`select 1 from book_progress`)).toEqual([]);
  });

  it('is outdated, and not approved, after a file that the book names was added', async () => {
    const editor = await t.person({ role: 'editor' });
    await t.call(studioCalls.addWorkPerson, {
      ...{ as: staff, params: { id: workId }, body: { email: editor.email, work_role: 'editor' } },
    });
    const addFile = (path: string) => {
      t.clock.advance(1000);
      return sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
        select work_id, ${path}, asset_hash, ${path}, ${t.clock.now()} from work_files
        where work_id = ${workId} and path = 'cover.png'`.execute(t.deps.db);
    };
    const approve = ({ version, made_at: madeAt }: { version: number; made_at?: string }) =>
      t.call(workReviewCalls.approveWork, {
        ...{ as: editor, params: { id: workId }, body: { version, preview_made_at: madeAt } },
      });
    await set(['cover'], 'later.png');
    const without = await make();
    await addFile('of-no-use.png');
    expect((await call('getWorkPreview')).body.is_current).toBe(without.state === 'ready');
    await addFile('later.png');
    const behind = (await call('getWorkPreview')).body;
    expect(behind.is_current).toBe(false);
    expect((await approve(behind)).body.code).toBe('edited_meanwhile');
    const made = await make();
    expect(made).toMatchObject({ state: 'ready', is_current: true, version: behind.version });
    expect((await approve({ version: made.version })).body.code).toBe('edited_meanwhile');
    expect((await approve(made)).status).toBe(200);
    await set(['cover'], 'cover.png');
    await make();
  });

  it('leaves out what is wrong, says so, and shows the rest', async () => {
    await set(['title'], 'Shown all the same');
    await set(['samples'], ['gone.png']);
    const made = await make();
    expect(made).toMatchObject({ state: 'ready', is_current: true });
    expect(made.findings).toMatchObject([{ kind: 'mistake', path: ['samples'] }]);
    const { bookId } = await open('subscriber');
    expect((await profile(await open('subscriber'), bookId)).body.title).toBe('Shown all the same');
    await set(['samples']);
    expect(await make()).toMatchObject({ state: 'ready', findings: [] });
  });

  it('is refused with its errors, and the previous one stays', async () => {
    await set(['chapters'], []);
    const refused = await make();
    expect(refused).toMatchObject({ state: 'refused', findings: [{ kind: 'mistake' }] });
    const { bookId } = await open('subscriber');
    expect((await pages(await open('subscriber'), bookId)).status).toBe(200);
    await t.call(studioCalls.undoWorkChange, {
      ...{ as: staff, params: { id: workId }, body: { id: newId(), since: 0 } },
    });
    expect(await make()).toMatchObject({ state: 'ready' });
  });

  it('ends at once for a user who is taken off the book, and with the session', async () => {
    const reviewer = await t.person({ role: 'editor' });
    const person = { email: reviewer.email, work_role: 'editor' };
    await t.call(studioCalls.addWorkPerson, { as: staff, params: { id: workId }, body: person });
    const reading = await open('subscriber', reviewer);
    expect((await pages(reading, reading.bookId)).status).toBe(200);
    await t.call(studioCalls.removeWorkPerson, { as: staff, params: { id: workId }, query: person });
    expect((await pages(reading, reading.bookId)).body.code).toBe('session_ended');
    const changed = { ...reading, token: reading.token.replace('subscriber', 'student') };
    expect((await pages(changed, reading.bookId)).body.code).toBe('session_ended');
  });

  it('is deleted when it was unused for a day', async () => {
    const subscriber = await open('subscriber');
    await removePreviews(t.deps);
    expect((await pages(subscriber, subscriber.bookId)).status).toBe(200);
    t.clock.advance(25 * HOUR_MS);
    await removePreviews(t.deps);
    expect(await many(t.deps.db, sql`select id from books where preview_of is not null`)).toEqual([]);
    expect((await call('getWorkPreview')).body.state).toBe('none');
    expect((await profile(null, workId)).status).toBe(200);
    expect(await make()).toMatchObject({ state: 'ready' });
  });
});
