import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { assessmentsCalls } from '@vesalius/contract/assessments-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { commerceCalls } from '@vesalius/contract/commerce-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { buildSubscription } from '../../../testing/factories.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs, releaseLetters } from '../jobs.ts';
import type { Manifest } from '../manifest.ts';
import {
  deleteUnpublished,
  type Frozen,
  findReleaseRow,
  listReleaseFiles,
} from '../store/release-queries.ts';
import { OvertakenImport } from '../store/store-book.ts';
import { beginRelease } from './begin-release.ts';
import { makeRelease, withStoredAssets } from './make-release.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let bookId: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  staff = await t.person({ role: 'staff' });
  bookId = await publishFolder();
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

const takeFolder = () =>
  importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file }, replaceChanges: true });
const publishFolder = async () => (await takeFolder()).bookId;
const call = (name: keyof typeof workReleasesCalls, options: Record<string, unknown> = {}) =>
  t.call(workReleasesCalls[name], { as: staff, params: { id: bookId }, ...options });
const work = async (id = bookId) => (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body;
const publication = async () => (await call('listReleases')).body.publication;
async function change(operation: Record<string, unknown>): Promise<number> {
  const { version } = await work();
  const changes = [{ id: newId(), operations: [operation] }];
  const { body } = await t.call(studioCalls.changeWork, {
    ...{ as: staff, params: { id: bookId }, body: { base_version: version, changes } },
  });
  expect(body.outcomes).toMatchObject([{ state: 'applied' }]);
  return body.version;
}
const set = (path: string[], value: unknown) => change({ op: 'set', path, value });
const runJobs = () =>
  runDueJobs({
    ...{ db: t.deps.db, clock: t.deps.clock, log: t.deps.log },
    handlers: Object.fromEntries(
      Object.entries(publishingJobHandlers(t.deps)).filter(
        ([kind]) => kind === publishingJobs.publishFrozen.kind,
      ),
    ),
  });

/** A scheduled release, and what a release of the same content is made of. */
async function waiting() {
  const version = (await work()).version;
  const publish_at = new Date(t.clock.now().getTime() + HOUR_MS).toISOString();
  expect((await call('scheduleRelease', { body: { version, publish_at } })).status).toBe(200);
  const [row] = await many(
    t.deps.db,
    sql<Frozen>`select book_id as "bookId", revision, publish_at as "publishAt" from releases
      where published_at is null and publish_at is not null`,
  );
  const frozen = row as Frozen;
  const manifest = (await findReleaseRow(t.deps.db, frozen))?.manifest as Manifest;
  return { frozen, release: { bookId, manifest, contentHash: null } };
}

describe('a release that is asked for', () => {
  it('is refused if the shop has changed, gives the reason at its field, and stays until it is canceled', async () => {
    const version = await set(['packages'], [{ _id: 'p1', slug: 'bundle' }]);
    expect((await call('publishWork', { body: { version } })).status).toBe(202);
    await sql`update packages set slug = 'renamed' where slug = 'bundle'`.execute(t.deps.db);
    await runJobs();
    expect((await publication()).pending).toMatchObject({
      state: 'refused',
      findings: [
        { kind: 'mistake', path: ['packages'], text: expect.stringContaining('"bundle", which is new') },
      ],
    });
    expect((await work()).state).toBe('changed');
    await sql`update packages set slug = 'bundle' where slug = 'renamed'`.execute(t.deps.db);
    expect((await call('cancelSchedule')).body.publication.pending).toBeNull();
  });

  it('does not replace a release that was published after it was requested', async () => {
    const version = await set(['title'], 'A Slower Title');
    await call('publishWork', { body: { version } });
    await publishFolder();
    await runJobs();
    expect((await publication()).pending).toMatchObject({
      state: 'refused',
      findings: [{ text: expect.stringContaining('another release was published meanwhile') }],
    });
  });

  it('is refused at once by an import that overtakes it, which says so', async () => {
    const { frozen } = await waiting();
    const { warnings } = await takeFolder();
    const { pending } = await publication();
    expect(warnings.map(({ text }) => text)).toContain(
      `takes the place of the release that waits for ${frozen.publishAt.toISOString()}`,
    );
    expect(pending).toMatchObject({
      ...{ state: 'refused', publish_at: frozen.publishAt.toISOString() },
      findings: [{ text: expect.stringContaining('another release was published meanwhile') }],
    });
    const letters = await many(
      t.deps.db,
      sql`select payload from jobs where kind = ${releaseLetters.tellRefused.kind} and payload ->> 'user_id' = ${staff.id}`,
    );
    expect(letters).toMatchObject([{ payload: { book_id: bookId, revision: frozen.revision } }]);
    await call('cancelSchedule');
  });

  it('replaces a refused or waiting release, and is published once however often its job runs', async () => {
    const version = await set(['title'], 'A Small Book, Again');
    const publish_at = new Date(t.clock.now().getTime() + HOUR_MS).toISOString();
    await call('scheduleRelease', { body: { version, publish_at } });
    await call('publishWork', { body: { version } });
    await sql`update jobs set run_at = ${t.clock.now()} where kind = ${publishingJobs.publishFrozen.kind}`.execute(
      t.deps.db,
    );
    await runJobs();
    const { data, publication } = (await call('listReleases')).body;
    expect(publication).toMatchObject({ state: 'published', pending: null, revision: data[0].revision });
    expect(data[0].previous).toBe(data[1].revision);
    t.clock.advance(2 * HOUR_MS);
    await runJobs();
    expect((await call('listReleases')).body.data).toHaveLength(data.length);
  });

  it('deletes no release that got its number when it was called off', async () => {
    const { frozen, release } = await waiting();
    const published = makeRelease(
      t.deps,
      { ...release, frozen },
      async () => {
        await call('cancelSchedule');
        expect((await beginRelease(t.deps, release)).revision).toBe(frozen.revision);
        throw new OvertakenImport();
      },
      { store: {} },
    );
    await expect(published).rejects.toThrow(OvertakenImport);
    expect(await findReleaseRow(t.deps.db, frozen)).toMatchObject({ publishAt: null });
    await deleteUnpublished(t.deps.db, { ...frozen, startedUntil: t.clock.now() });
  });

  it('writes no file of a release that got its number when it was called off', async () => {
    const { frozen, release } = await waiting();
    const files = await listReleaseFiles(t.deps.db, frozen);
    await sql`delete from renditions where purpose = 'captions'`.execute(t.deps.db);
    const published = withStoredAssets(t.deps, (pathOf) =>
      makeRelease(
        t.deps,
        { ...release, frozen },
        async () => {
          await call('cancelSchedule');
          folder.file('lectures/one.vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nOther words\n');
          await publishFolder();
          return { files, pathOf };
        },
        { store: {}, pageWork: { childProgram: child.file } },
      ),
    );
    await expect(published).rejects.toThrow(OvertakenImport);
    expect((await publication()).revision).toBe(frozen.revision);
    const keys = await many(
      t.deps.db,
      sql<{ key: string }>`select content -> 'captions' -> 0 ->> 'file' as key from materials
        where book_id = ${bookId} and content -> 'captions' -> 0 is not null`,
    );
    for (const { key } of keys) expect(await textOf(t.deps.storage.read(key))).toContain('Other words');
    expect(keys).toHaveLength(1);
  });

  it('records in the price log who changed the price', async () => {
    const version = await set(['price'], 55);
    await call('publishWork', { body: { version } });
    await runJobs();
    const log = await many(
      t.deps.db,
      sql`select actor_id as by, detail from audit_log where action = 'price.change' and subject_id = ${bookId}`,
    );
    expect(log).toEqual([{ by: staff.id, detail: { before: 49.5, after: 55, source: 'release' } }]);
  });
});

describe('a release date that is to come', () => {
  const warningOf = (text: string) => expect.objectContaining({ text: expect.stringContaining(text) });
  const dayIn = (days: number) =>
    new Date(t.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const seen = async (id: string) => (await t.call(catalogueCalls.getBook, { params: { id } })).status;
  const buy = async (id: string) =>
    (await t.call(commerceCalls.getCheckout, { as: await t.person(), query: { book_id: id } })).status;

  it('limits the book to its people until that day, imported or published on the desk', async () => {
    const other = await bookFolder();
    const take = () =>
      importBook(t.deps, other.folder, { pageWork: { childProgram: child.file }, replaceChanges: true });
    other.manifest((manifest) => {
      manifest.slug = 'a-book-to-come';
      manifest.release_date = dayIn(3);
    });
    const { bookId: id, warnings } = await take();
    const params = { id };
    expect(warnings).toContainEqual(warningOf('readers see the book from then on'));
    expect([await seen(id), await buy(id)]).toEqual([404, 404]);
    const { state, version: base_version } = await work(id);
    expect(state).toBe('scheduled');

    const operations = [{ op: 'set', path: ['title'], value: 'A Book That Came' }];
    const changes = [{ id: newId(), operations }];
    await t.call(studioCalls.changeWork, { as: staff, params, body: { base_version, changes } });
    const publish = async (name: 'publishWork' | 'scheduleRelease', more = {}) => {
      const body = { version: (await work(id)).version, ...more };
      return (await t.call(workReleasesCalls[name], { as: staff, params, body })).body.publication;
    };
    const waits = { state: 'scheduled', pending: { publish_at: `${dayIn(3)}T00:00:00.000Z` } };
    const publish_at = new Date(t.clock.now().getTime() + DAY_MS).toISOString();
    expect(await publish('scheduleRelease', { publish_at })).toMatchObject(waits);
    expect(await publish('publishWork')).toMatchObject(waits);
    await runJobs();
    expect([await seen(id), await buy(id)]).toEqual([404, 404]);
    t.clock.advance(3 * DAY_MS);
    await runJobs();
    expect([await seen(id), await buy(id)]).toEqual([200, 200]);
    expect((await t.call(catalogueCalls.getBook, { params })).body.title).toBe('A Book That Came');

    other.manifest((manifest) => {
      manifest.release_date = dayIn(9);
    });
    expect((await take()).warnings).toContainEqual(warningOf('it stays in the shop'));
    expect(await seen(id)).toBe(200);
    other.manifest((manifest) => {
      manifest.edition = '2';
      manifest.replaces = { edition: '1', readable_until: '2030-01-01' };
    });
    await expect(take()).rejects.toThrow('import it with --draft');
    t.clock.advance(-3 * DAY_MS);
    other.remove();
  });
});

describe('what changes', () => {
  const compare = async (query: Record<string, number> = {}) => (await call('compareWork', { query })).body;

  it('names pages by their printed numbers, and questions with the number of affected attempts', async () => {
    const reader = await t.person();
    await buildSubscription(t.deps.db, { userId: reader.id, bookId });
    const [quiz] = await many(
      t.deps.db,
      sql<{ id: string }>`select id from quizzes where book_id = ${bookId} and key = 'quiz'`,
    );
    const id = quiz?.id ?? '';
    const { body } = await t.call(assessmentsCalls.getQuiz, { as: reader, params: { id } });
    const answers = body.questions.map((each: { id: string; answer_choices: { id: string }[] }) => ({
      question_id: each.id,
      answer_choice_id: each.answer_choices[0]?.id,
    }));
    await t.call(assessmentsCalls.submitQuiz, { as: reader, body: { book_quiz_id: id, answers } });
    await set(['quizzes', '#quiz', 'questions', '#q1', 'question'], 'Which of them all?');
    await set(['page_labels'], [{ _id: 'l1', from_page: 1, style: 'roman', first: 1 }]);
    const changes = await compare();
    expect(changes).toMatchObject({
      pages: { before: 6, after: 6, added: [], removed: [], changed: [], moved: [] },
      fields: [{ path: ['page_labels'], before: null, after: '1' }],
    });
    expect(changes.things).toMatchObject([
      { kind: 'question', change: 'changed', title: 'Which of them all?', within: 'A quiz', attempts: 1 },
    ]);
    const first = await compare({ from: 0 });
    expect(first).toMatchObject({ from: null, pages: { added: [{ first: 'i', last: 'vi', count: 6 }] } });
  });

  it('compares release with release, as they were', async () => {
    const { data } = (await call('listReleases')).body;
    const [last, before] = data;
    expect(await compare({ from: before.revision, to: last.revision })).toMatchObject({
      ...{ version: null, to: last.revision, things: [] },
      fields: [{ path: ['price'], before: '49.5', after: '55' }],
    });
    expect((await call('compareWork', { query: { to: 4711 } })).status).toBe(404);
  });

  it('tells what a scheduled release will change, as it was frozen, until it is called off', async () => {
    const { title } = (await work()).manifest;
    const version = await set(['title'], 'The Frozen Title');
    const publish_at = new Date(t.clock.now().getTime() + DAY_MS).toISOString();
    const { pending } = (await call('scheduleRelease', { body: { version, publish_at } })).body.publication;
    await set(['title'], 'A Later Title');
    const compared = () => call('compareWork', { query: { to: pending.revision } });
    const frozen = { path: ['title'], before: title, after: 'The Frozen Title' };
    expect((await compared()).body.fields).toContainEqual(frozen);
    await call('cancelSchedule');
    expect((await compared()).status).toBe(404);
    await set(['title'], title);
  });
});

describe('a new edition', () => {
  it('starts from the release, with its people, and without what belongs to the earlier one', async () => {
    await t.call(studioCalls.addWorkPerson, {
      ...{
        as: staff,
        params: { id: bookId },
        body: { email: 'maker@people.example', work_role: 'producer' },
      },
    });
    const body = { id: newId(), edition: '2', readable_until: '2028-01-01' };
    for (const made of await Promise.all([1, 2, 3].map(() => call('createEdition', { body }))))
      expect([made.status, made.body]).toEqual([201, { id: body.id }]);
    const made = sql`select 1 from audit_log where action = 'work.create' and subject_id = ${body.id}`;
    expect(await many(t.deps.db, made)).toHaveLength(1);
    expect((await call('createEdition', { body })).body).toEqual({ id: body.id });
    const edition = await work(body.id);
    expect(edition).toMatchObject({
      ...{ slug: 'small-book', edition: '2', state: 'draft', publication: { revision: null } },
      manifest: { replaces: { edition: '1', readable_until: '2028-01-01' }, title: 'A Small Book' },
    });
    expect(edition.manifest.release_date).toBeUndefined();
    expect(edition.people.map(({ role, email }: Record<string, string>) => [role, email])).toContainEqual([
      'producer',
      'maker@people.example',
    ]);
    expect(edition.files.length).toBe((await work()).files.length);
    const past = await call('createEdition', { body: { edition: '3', readable_until: '2025-12-31' } });
    expect([past.status, past.body.fields]).toEqual([
      422,
      { readable_until: 'Choose today or a later day.' },
    ]);
    expect((await call('createEdition', { body: { edition: '2' } })).body.code).toBe('slug_taken');
    expect((await call('createEdition', { body: { edition: '1' } })).body.code).toBe('slug_taken');
    const jobs = await many(
      t.deps.db,
      sql`select 1 from jobs where kind = ${publishingJobs.prepareWorkPdf.kind} and payload ->> 'work_id' = ${body.id}`,
    );
    expect(jobs).toHaveLength(1);
  });
});
