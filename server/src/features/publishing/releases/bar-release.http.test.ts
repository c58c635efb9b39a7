import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../../app/app.ts';
import { many } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { fileUrl } from '../../../platform/grants.ts';
import { newId } from '../../../platform/ids.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, pdfOf, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { buildSubscription } from '../../../testing/factories.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs } from '../jobs.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let producer: Person;
let reader: Person;
let bookId: string;
let withPatient: Buffer;
/** A lecture and an image that only release 1 has, and one that release 2 has too. */
let barredLecture: Buffer;
let barredUrls: string[];
let keptUrl: string;
/** Page addresses of release 1, whose page 3 names a patient: by the grant of the page set, and of the release. */
let bySet: (page: number) => string;
let byRelease: (page: number) => string;

beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  staff = await t.person({ role: 'staff', firstName: 'Ada', secondName: 'Desk' });
  producer = await t.person({ role: 'author', firstName: 'Ben', secondName: 'Maker' });
  reader = await t.person();
  withPatient = Buffer.from(await pdfWith('Jane Doe, born 1950'));
  folder.file('book.pdf', withPatient);
  const lecture = readFileSync(join(folder.folder, 'lectures/one.mp4'));
  barredLecture = Buffer.concat([lecture, box('free', 'Jane Doe')]);
  folder.file('lectures/one.mp4', barredLecture);
  ({ bookId } = await publishFolder());
  await buildSubscription(t.deps.db, { userId: reader.id, bookId });
  await t.call(studioCalls.addWorkPerson, {
    ...{ as: staff, params: { id: bookId }, body: { email: producer.email, work_role: 'producer' } },
  });
  const { files } = (await pagesOf(reader)).body;
  const [{ set }] = files.runs;
  bySet = (page) => `/page-files/${set}/${page}/text.json?grant=${files.grants[set]}`;
  byRelease = (page) => `/page-files/${bookId}/1/${page}/text.json?grant=${files.grant}`;
  const first = await filesOf();
  folder.file('book.pdf', await pdfWith('A patient'));
  folder.file('lectures/one.mp4', lecture);
  await publishFolder();
  const second = new Set((await filesOf()).map((url) => url.split('?')[0]));
  barredUrls = first.filter((url) => !second.has(url.split('?')[0]));
  keptUrl = first.find((url) => second.has(url.split('?')[0])) as string;
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

const pdfWith = (patient: string) => pdfOf(6, (page) => (page === 3 ? patient : `This is page ${page}.`));
const box = (type: string, content: string) => {
  const bytes = Buffer.alloc(8 + content.length);
  bytes.writeUInt32BE(bytes.length);
  bytes.write(type + content, 4, 'latin1');
  return bytes;
};
/** The addresses of lectures, images and studies that a subscriber gets. */
async function filesOf(): Promise<string[]> {
  const rows = await many(
    t.deps.db,
    sql<{
      key: string;
    }>`select distinct unnest(regexp_matches(content::text, '"(books/[^"]+|made/[^"]+)"', 'g')) as key
      from materials where book_id = ${bookId}`,
  );
  return rows.map(({ key }) => fileUrl(t.deps.config.secretKey, key, t.clock.now()));
}
const publishFolder = () => importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file } });
const call = (name: keyof typeof workReleasesCalls, options: Record<string, unknown> = {}) =>
  t.call(workReleasesCalls[name], { as: staff, params: { id: bookId }, ...options });
const pagesOf = (as: Person) => t.call(readerCalls.getBookPages, { as, params: { id: bookId } });
const runJobs = () =>
  runDueJobs({
    ...{ db: t.deps.db, clock: t.deps.clock, log: t.deps.log },
    handlers: Object.fromEntries(
      Object.entries(publishingJobHandlers(t.deps)).filter(
        ([kind]) => kind === publishingJobs.publishFrozen.kind,
      ),
    ),
  });
const statusOf = async (url: string) => (await t.app.inject({ url })).statusCode;
const bar = (as: Person, revision: number, reason = 'Page 3 names a patient') =>
  call('barRelease', { as, params: { id: bookId, revision: String(revision) }, body: { reason } });
const restore = (as: Person, revision: number) =>
  call('restoreRelease', { as, params: { id: bookId, revision: String(revision) }, body: {} });
const lift = (as: Person, revision: number) =>
  call('liftBar', { as, params: { id: bookId, revision: String(revision) } });
const stateOf = async () => {
  const { body } = await call('listReleases');
  return body.data.map(({ revision, can_restore, barred }: Record<string, unknown>) => ({
    ...{ revision, can_restore, barred },
  }));
};

it('bars nothing that readers see, nothing without a reason, and nothing for a reader of the desk', async () => {
  expect((await bar(producer, 2)).body.code).toBe('release_is_current');
  expect((await bar(producer, 1, '  ')).body.fields).toHaveProperty('reason');
  expect((await bar(producer, 7)).status).toBe(404);
  expect((await bar(reader, 1)).status).toBe(403);
});

it('keeps a barred release from being published again, and says by whom, when and why', async () => {
  expect([await statusOf(bySet(3)), await statusOf(byRelease(3))]).toEqual([200, 200]);
  expect((await bar(producer, 1)).status).toBe(200);
  expect((await bar(staff, 1, 'Another reason')).status).toBe(200);
  const barred = { by: 'Ben Maker', reason: 'Page 3 names a patient', at: t.deps.clock.now().toISOString() };
  expect(await stateOf()).toEqual([
    { revision: 2, can_restore: true, barred: null },
    { revision: 1, can_restore: false, barred },
  ]);
  for (const person of [producer, staff]) {
    const { status, body } = await restore(person, 1);
    expect([status, body.code, body.message]).toEqual([
      ...[409, 'release_barred', expect.stringMatching(/^Release 1 is barred .* “Page 3 names a patient”\./)],
    ]);
  }
  const edition = { edition: '9', id: newId(), revision: 1 };
  expect((await call('createEdition', { body: edition })).body.code).toBe('release_barred');
});

it('sends no pages of it to a reader who had it open, and goes on sending the others', async () => {
  await expect.poll(() => statusOf(bySet(3)), { timeout: 10_000 }).toBe(404);
  expect(await statusOf(byRelease(3))).toBe(404);
  // The corrected PDF shares it.
  expect(await statusOf(bySet(2))).toBe(200);
});

it('sends no lecture and study of it alone any more', async () => {
  expect(barredUrls.length).toBeGreaterThan(0);
  for (const url of barredUrls) expect(await statusOf(url)).toBe(404);
  expect(await statusOf(keptUrl)).toBe(200);
});

it('sends no page or file while a new process cannot ask the database', async () => {
  const db = t.deps.db.withPlugin({
    transformQuery: () => {
      throw new Error('away');
    },
    transformResult: async ({ result }) => result,
  });
  const app = await buildApp({ ...t.deps, db }, { web: false });
  for (const url of [bySet(3), bySet(2), ...barredUrls, keptUrl])
    expect((await app.inject({ url })).statusCode).toBe(503);
  await app.close();
});

it('does not publish the same content by another way', async () => {
  folder.file('book.pdf', withPatient);
  folder.file('lectures/one.mp4', barredLecture);
  await expect(publishFolder()).rejects.toThrow('must not be published again');
  expect((await pagesOf(reader)).body.revision).toBe(2);
});

it('is lifted by staff alone, and both are on the record', async () => {
  expect((await lift(producer, 1)).status).toBe(403);
  expect((await restore(producer, 1)).body.code).toBe('release_barred');
  expect((await lift(staff, 1)).status).toBe(200);
  expect((await lift(staff, 1)).status).toBe(200);
  await expect.poll(() => statusOf(bySet(3)), { timeout: 10_000 }).toBe(200);
  for (const url of barredUrls) await expect.poll(() => statusOf(url), { timeout: 10_000 }).toBe(200);
  const log = await many(
    t.deps.db,
    sql<{ actorId: string; action: string; detail: unknown }>`
      select actor_id as "actorId", action, detail from audit_log where subject_id = ${bookId}
        and action in ('book.bar-release', 'book.lift-bar') order by action`,
  );
  expect(log).toMatchObject([
    {
      ...{ actorId: producer.id, action: 'book.bar-release' },
      detail: { revision: 1, reason: 'Page 3 names a patient' },
    },
    { actorId: staff.id, action: 'book.lift-bar', detail: { revision: 1 } },
  ]);
});

it('also bars the releases that were made from it, and not one that is being published', async () => {
  const first = await restore(producer, 1);
  expect(first.status).toBe(202);
  expect((await bar(producer, 1)).body.code).toBe('published_meanwhile');
  await runJobs();
  const again = (await pagesOf(reader)).body.revision;
  expect((await bar(producer, 1)).body.code).toBe('release_is_current');
  await restore(producer, 2);
  await runJobs();
  expect((await bar(producer, 1)).status).toBe(200);
  expect((await restore(producer, again)).body.code).toBe('release_barred');
});

it('means all releases of equal content, also those that were published from an unchanged working copy', async () => {
  const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id: bookId } })).body;
  expect((await call('publishWork', { body: { version } })).status).toBe(202);
  await runJobs();
  const equal = (await pagesOf(reader)).body.revision;
  expect((await bar(producer, 2)).body.code).toBe('release_is_current');
  await lift(staff, 1);
  await restore(producer, 1);
  await runJobs();
  expect((await bar(producer, 2)).status).toBe(200);
  expect(await stateOf()).toContainEqual({
    ...{ revision: equal, can_restore: false },
    barred: expect.objectContaining({ by: 'Ben Maker' }),
  });
  expect((await restore(producer, equal)).body.code).toBe('release_barred');
  // As it was before bars meant equal releases.
  await sql`update releases set barred_at = null, barred_by = null, bar_reason = ''
    where book_id = ${bookId} and revision = ${equal}`.execute(t.deps.db);
  const edition = { edition: '8', id: newId(), revision: equal };
  expect((await call('createEdition', { body: edition })).body.code).toBe('release_barred');
  expect((await restore(producer, equal)).body.code).toBe('release_barred');
  expect((await lift(staff, equal)).status).toBe(200);
  expect((await call('createEdition', { body: edition })).status).toBe(201);
});

it('bars content that waits for its day, which is refused when that comes', async () => {
  const current = (await pagesOf(reader)).body.revision;
  const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id: bookId } })).body;
  const publish_at = new Date(t.clock.now().getTime() + HOUR_MS).toISOString();
  expect((await call('scheduleRelease', { body: { version, publish_at } })).status).toBe(200);
  expect((await bar(producer, 2)).status).toBe(200);
  t.clock.advance(2 * HOUR_MS);
  await runJobs();
  expect((await pagesOf(reader)).body.revision).toBe(current);
  expect((await call('listReleases')).body.publication.pending).toMatchObject({
    ...{ state: 'refused' },
    findings: [{ text: expect.stringMatching(/same content is barred: "Page 3 names a patient"/) }],
  });
});
