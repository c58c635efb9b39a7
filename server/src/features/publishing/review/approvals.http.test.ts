import { join } from 'node:path';
import { adminCalls } from '@vesalius/contract/admin-calls';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { whileHeld } from '../../../testing/held-row.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs } from '../jobs.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let producer: Person;
let author: Person;
let editor: Person;
let workId: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  folder.manifest((manifest) => Object.assign(manifest, { publisher: { slug: 'fabrica', name: 'Fabrica' } }));
  staff = await t.person({ role: 'staff' });
  [producer, author] = [await t.person({ role: 'author' }), await t.person({ role: 'author' })];
  editor = await t.person({ role: 'editor' });
  workId = await importFolder();
  await name(producer, 'producer');
  await name(author, 'author');
  await name(editor, 'editor');
  await demandOf(2);
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

const importFolder = async (options: object = {}) =>
  (await importBook(t.deps, folder.folder, { pageWork: { childProgram: child.file }, ...options })).bookId;
const demandOf = (count: number) =>
  sql`update publishers set required_approvals = ${count} where slug = 'fabrica'`.execute(t.deps.db);
const name = ({ email }: Person, role: string) =>
  t.call(studioCalls.addWorkPerson, {
    ...{ as: staff, params: { id: workId }, body: { email, work_role: role } },
  });
const takeOff = ({ email }: Person, role: string) =>
  t.call(studioCalls.removeWorkPerson, {
    ...{ as: staff, params: { id: workId }, query: { email, work_role: role } },
  });
const work = async () => (await t.call(studioCalls.getWork, { as: staff, params: { id: workId } })).body;
const change = async (
  value: string | readonly string[],
  as = producer,
  path: readonly string[] = ['title'],
) => {
  const { version } = await work();
  return t.call(studioCalls.changeWork, {
    ...{ as, params: { id: workId } },
    body: {
      base_version: version,
      changes: [{ id: newId(), operations: [{ op: 'set', path, value }] }],
    },
  });
};
const approve = async (as: Person, version?: number) =>
  t.call(workReviewCalls.approveWork, {
    ...{ as, params: { id: workId }, body: { version: version ?? (await work()).version } },
  });
const takeBack = (as: Person) => t.call(workReviewCalls.withdrawApproval, { as, params: { id: workId } });
const review = async (as = staff) =>
  (await t.call(workReviewCalls.getWorkReview, { as, params: { id: workId } })).body;
const release = (name: keyof typeof workReleasesCalls, options: Record<string, unknown> = {}) =>
  t.call(workReleasesCalls[name], { as: producer, params: { id: workId }, ...options });
const publish = async (more: object = {}) =>
  release('publishWork', { body: { version: (await work()).version, ...more } });
const missing = async () =>
  (await release('getWorkCheckList')).body.findings.filter(
    ({ path }: { path: string[] }) => path[0] === 'approvals',
  );
/** As the list of works has it. */
const lacking = async () =>
  (await t.call(studioCalls.listWorks, { as: staff })).body.data.find(
    ({ id }: { id: string }) => id === workId,
  ).missing_approvals;
const publication = async () => (await release('listReleases')).body.publication;
const runJobs = () =>
  runDueJobs({
    ...{ db: t.deps.db, clock: t.deps.clock, log: t.deps.log },
    handlers: Object.fromEntries(
      Object.entries(publishingJobHandlers(t.deps)).filter(
        ([kind]) => kind === publishingJobs.publishFrozen.kind,
      ),
    ),
  });
const voidLetters = async (person: Person) =>
  (await mailsTo(t, person.email)).filter(({ subject }) => subject.startsWith('Changed after your approval'));

/** Uploads a file as the producer and adds it to the work. */
const addFile = async (fileName: string, folder?: string, otherThan = '') => {
  const id = newId();
  const now = t.clock.now();
  await sql`insert into resumable_uploads (id, user_id, name, declared_bytes, received_bytes, state, hash, media_type,
      created_at, changed_at, expires_at)
    select ${id}, ${producer.id}, ${fileName}, a.bytes, a.bytes, 'finished', a.hash, a.media_type, ${now}, ${now}, ${now}
    from assets a where a.media_type like 'image/%' and a.hash <> ${otherThan} limit 1`.execute(t.deps.db);
  const added = await t.call(workFilesCalls.addWorkFile, {
    ...{ as: producer, params: { id: workId } },
    body: { upload_id: id, ...(folder ? { folder } : {}) },
  });
  expect(added.status).toBe(201);
};
/** Other content under the name of the cover: the version stays. */
const swapCover = async () => {
  const { rows } = await sql<{ hash: string }>`select asset_hash as hash from work_files
    where work_id = ${workId} and path = 'cover.png'`.execute(t.deps.db);
  const removed = await t.call(workFilesCalls.removeWorkFiles, {
    ...{ as: producer, params: { id: workId } },
    body: { id: newId(), path: 'cover.png', even_if_used: true },
  });
  expect(removed.status).toBe(200);
  t.clock.advance(1000);
  await addFile('cover.png', undefined, rows[0]?.hash);
  t.clock.advance(1000);
};

describe('an approval', () => {
  it('is given once by an author or editor, for the version that they saw', async () => {
    await change('A New Title');
    const { version } = await work();
    expect(await missing()).toMatchObject([
      { kind: 'mistake', text: expect.stringMatching(/^0 of 2 approvals/) },
    ]);
    expect(await lacking()).toBe(2);
    expect((await publish()).body.code).toBe('approvals_missing');
    for (let sent = 0; sent < 2; sent += 1) expect((await approve(author)).status).toBe(200);
    expect((await review()).approvals).toEqual({ needed: 2, given: 1 });
    expect(await lacking()).toBe(1);
    expect((await approve(editor, version - 1)).body.code).toBe('edited_meanwhile');
    expect((await missing())[0].text).toMatch(/^1 of 2 approvals/);
    const own = (await review()).people.find(({ user_id: id }: { user_id: string }) => id === author.id);
    expect(own).toMatchObject({
      approval: { version, given_at: t.clock.now().toISOString(), counts: true },
    });
    const { body } = await t.call(adminCalls.listAuditLog, { as: staff, query: { items: 50 } });
    const log = body.data.filter(({ action }: { action: string }) => action === 'work.approve');
    expect(log).toHaveLength(1);
    expect(log[0].detail).toMatchObject({ version, role: 'author' });
  });

  it('cannot be given by staff, producers and strangers', async () => {
    expect((await approve(staff)).status).toBe(403);
    expect((await approve(producer)).status).toBe(403);
    await name(producer, 'author');
    expect((await approve(producer)).status).toBe(403);
    expect((await review(producer)).may_approve).toBe(false);
    await takeOff(producer, 'author');
    expect((await approve(await t.person({ role: 'author' }))).status).toBe(404);
  });

  it('stops counting when its giver loses the role, or becomes a producer of the book', async () => {
    await approve(editor);
    expect(await missing()).toEqual([]);
    await takeOff(editor, 'editor');
    expect((await review()).approvals.given).toBe(1);
    expect((await publish()).body.code).toBe('approvals_missing');
    await name(editor, 'editor');
    await name(author, 'producer');
    expect((await review()).approvals.given).toBe(1);
    await takeOff(author, 'producer');
    await sql`update users set role = 'customer' where id = ${author.id}`.execute(t.deps.db);
    expect((await publish()).body.code).toBe('approvals_missing');
    await sql`update users set role = 'author' where id = ${author.id}`.execute(t.deps.db);
    expect((await review()).approvals.given).toBe(2);
  });

  it('is void after a change, and its giver is told once, after the changes have ended', async () => {
    await change('Another Title');
    await change('Yet Another Title');
    expect((await review()).approvals).toEqual({ needed: 2, given: 0 });
    const own = (await review(author)).people.find(
      ({ user_id: id }: { user_id: string }) => id === author.id,
    );
    expect(own.approval).toMatchObject({ counts: false });
    expect((await publish()).body.code).toBe('approvals_missing');
    expect(await voidLetters(author)).toHaveLength(0);
    await approve(editor);
    t.clock.advance(2 * HOUR_MS);
    expect(await voidLetters(author)).toHaveLength(1);
    expect(await voidLetters(editor)).toHaveLength(0);
  });

  it('is void after a file that the version names is added, until it is given again', async () => {
    await change('cover-to-come.png', producer, ['cover']);
    const { version } = await work();
    for (const each of [author, editor]) await approve(each);
    expect((await review()).approvals).toEqual({ needed: 2, given: 2 });
    t.clock.advance(1000);
    await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
      select work_id, 'cover-to-come.png', asset_hash, 'cover.png', ${t.clock.now()} from work_files
      where work_id = ${workId} limit 1`.execute(t.deps.db);
    expect((await work()).version).toBe(version);
    expect((await review()).approvals).toEqual({ needed: 2, given: 0 });
    await approve(author);
    expect((await review()).approvals).toEqual({ needed: 2, given: 1 });
    await change('cover.png', producer, ['cover']);
  });

  it('stays in the history with its files when it is given again, and when it is taken back', async () => {
    await change('Swapped Files');
    const { version } = await work();
    const earlier = async (givenAt: string) =>
      (await review()).earlier_approvals.find((each: { given_at: string }) => each.given_at === givenAt);
    t.clock.advance(1000);
    const first = t.clock.now().toISOString();
    await approve(author);
    expect(await earlier(first)).toBeUndefined();
    t.clock.advance(1000);
    await swapCover();
    t.clock.advance(1000);
    const second = t.clock.now().toISOString();
    await approve(author);
    expect(await earlier(first)).toMatchObject({
      ...{ role: 'author', version, withdrawn_at: null, changed_files: ['cover.png'] },
    });
    expect(await earlier(second)).toBeUndefined();
    const shown = (await review(author)).people.find(
      ({ user_id: id }: { user_id: string }) => id === author.id,
    );
    expect(shown.approval).toEqual({ version, given_at: second, counts: true });
    t.clock.advance(1000);
    await takeBack(author);
    expect(await earlier(second)).toMatchObject({
      withdrawn_at: t.clock.now().toISOString(),
      changed_files: [],
    });
    expect(await earlier(first)).toMatchObject({ withdrawn_at: null });
  });

  it('is not called withdrawn when a later version is taken back: a change ended it', async () => {
    const earlier = async (givenAt: string) =>
      (await review()).earlier_approvals.find((each: { given_at: string }) => each.given_at === givenAt);
    const times: string[] = [];
    for (const title of ['The First Wording', 'The Second Wording']) {
      await change(title);
      t.clock.advance(1000);
      times.push(t.clock.now().toISOString());
      await approve(author);
    }
    t.clock.advance(1000);
    await takeBack(author);
    const [first = '', second = ''] = times;
    expect(await earlier(first)).toMatchObject({ withdrawn_at: null });
    expect(await earlier(second)).toMatchObject({ withdrawn_at: t.clock.now().toISOString() });
  });

  it('stays when an unnamed file is added, and ends with a named one', async () => {
    await change('Files To Come');
    for (const each of [author, editor]) await approve(each);
    t.clock.advance(1000);
    await addFile('of-no-use.png');
    await addFile('of-no-use.png', 'drafts');
    // The kind of a material names no folder.
    await addFile('of-no-use.png', 'dicom/loose');
    expect((await review()).approvals.given).toBe(2);
    await change('later.png', producer, ['cover']);
    for (const each of [author, editor]) await approve(each);
    const before = (await voidLetters(author)).length;
    t.clock.advance(1000);
    await addFile('later.png');
    expect((await review()).approvals.given).toBe(0);
    // The approver is told after the uploads have ended.
    t.clock.advance(2 * HOUR_MS);
    expect(await voidLetters(author)).toHaveLength(before + 1);
    await change('cover.png', producer, ['cover']);
  });

  it('is reported each time that a file ends it, also for the same version, but not while it is valid again', async () => {
    const named = ['cover.png', 'one.png', 'two.png', 'three.png'];
    await change(named, producer, ['samples']);
    await approve(author);
    const before = (await voidLetters(author)).length;
    t.clock.advance(1000);
    await addFile('one.png');
    t.clock.advance(1000);
    await approve(author);
    t.clock.advance(2 * HOUR_MS);
    expect(await voidLetters(author)).toHaveLength(before);
    for (const [index, fileName] of ['two.png', 'three.png'].entries()) {
      await addFile(fileName);
      t.clock.advance(2 * HOUR_MS);
      expect(await voidLetters(author)).toHaveLength(before + index + 1);
      await approve(author);
      t.clock.advance(1000);
    }
    await change(['cover.png'], producer, ['samples']);
  });

  it('is requested again on the day before, if a file was added since', async () => {
    await change('asked.png', producer, ['cover']);
    const day = (days: number) =>
      new Date(t.clock.now().getTime() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
    const asked = await t.call(workReviewCalls.askForReview, {
      ...{ as: staff, params: { id: workId } },
      body: { people: [author.id, editor.id], due_on: day(5), note: '' },
    });
    expect(asked.status).toBe(200);
    for (const each of [author, editor]) await approve(each);
    t.clock.advance(1000);
    await addFile('asked.png');
    await approve(editor);
    t.clock.advance(6 * 24 * HOUR_MS);
    const reminders = async (person: Person) =>
      (await mailsTo(t, person.email)).filter(({ subject }) => subject.startsWith('Review until tomorrow'));
    expect(await reminders(author)).toHaveLength(1);
    expect(await reminders(editor)).toHaveLength(0);
    await change('cover.png', producer, ['cover']);
  });

  it('is void when a folder replaces a file under the same name', async () => {
    await approve(author);
    await approve(editor);
    const before = (await review()).version;
    await sql`update work_files set asset_hash = (select asset_hash from work_files
      where work_id = ${workId} and path <> 'book.pdf' limit 1) where work_id = ${workId} and path = 'book.pdf'`.execute(
      t.deps.db,
    );
    await sql`update works set manifest = manifest || '{"title": "A Small Book"}' where id = ${workId}`.execute(
      t.deps.db,
    );
    await importFolder({ draft: true, replaceChanges: true });
    const after = await review();
    // One step in the history, of the field that names the file.
    expect(after.version).toBe(before + 1);
    expect(after.approvals.given).toBe(0);
  });
});

describe('a release of a publisher that demands approvals', () => {
  it('is published with them, and not from a folder without them', async () => {
    await change('An Approved Title');
    await approve(author);
    await approve(editor);
    expect((await publish()).status).toBe(202);
    await runJobs();
    expect(await publication()).toMatchObject({ revision: 2, pending: null });
    expect((await work()).title).toBe('An Approved Title');
    await expect(importFolder({ replaceChanges: true })).rejects.toThrow(/0 of 2 approvals/);
    expect((await publication()).revision).toBe(2);
  });

  it('needs them again after a file changes under the same name, and they can be withdrawn', async () => {
    const { version } = await work();
    expect((await takeBack(editor)).body.code).toBe('published_meanwhile');
    await swapCover();
    expect((await work()).version).toBe(version);
    expect((await publication()).state).toBe('changed');
    expect(await lacking()).toBe(2);
    for (const each of [author, editor]) await approve(each);
    expect(await lacking()).toBe(0);
    for (let sent = 0; sent < 2; sent += 1) expect((await takeBack(editor)).status).toBe(200);
    expect((await review()).approvals.given).toBe(1);
    expect(await lacking()).toBe(1);
    expect((await publish()).body.code).toBe('approvals_missing');
    const before = (await voidLetters(author)).length;
    await swapCover();
    t.clock.advance(2 * HOUR_MS);
    expect(await voidLetters(author)).toHaveLength(before + 1);
  });

  it('is not published concurrently with a change', async () => {
    await change('Almost There');
    const { version } = await work();
    await approve(author);
    await approve(editor);
    const [published] = await Promise.all([publish({ version }), change('Overtaken')]);
    expect([published.status, published.body.code]).toSatisfy(
      ([status, code]) => status === 202 || code === 'edited_meanwhile',
    );
    await runJobs();
    const shown = await sql<{ title: string }>`select title from books where id = ${workId}`.execute(
      t.deps.db,
    );
    expect(shown.rows[0]?.title).toBe(published.status === 202 ? 'Almost There' : 'An Approved Title');
  });

  it('is refused at its time if an approval was withdrawn, or more are demanded by then', async () => {
    const schedule = async () =>
      release('scheduleRelease', {
        body: {
          version: (await work()).version,
          publish_at: new Date(t.clock.now().getTime() + HOUR_MS).toISOString(),
        },
      });
    await change('On Monday');
    await approve(author);
    expect((await schedule()).body.code).toBe('approvals_missing');
    await approve(editor);
    expect((await schedule()).status).toBe(200);
    for (let sent = 0; sent < 2; sent += 1) expect((await takeBack(editor)).status).toBe(200);
    t.clock.advance(2 * HOUR_MS);
    await runJobs();
    expect((await publication()).pending).toMatchObject({
      state: 'refused',
      findings: [{ path: ['approvals'], text: expect.stringMatching(/^1 of 2 approvals/) }],
    });
    await release('cancelSchedule');
    await approve(editor);
    expect((await schedule()).status).toBe(200);
    // The frozen release was approved: a later change on the desk does not affect it.
    await change('Later');
    await demandOf(3);
    t.clock.advance(2 * HOUR_MS);
    await runJobs();
    expect((await publication()).pending.findings[0].text).toMatch(/^2 of 3 approvals/);
    await demandOf(2);
  });

  it('keeps the approvals of a frozen release when a file is added later, for the same version', async () => {
    await release('cancelSchedule');
    await change('On Tuesday');
    for (const each of [author, editor]) await approve(each);
    const scheduled = await release('scheduleRelease', {
      body: {
        version: (await work()).version,
        publish_at: new Date(t.clock.now().getTime() + HOUR_MS).toISOString(),
      },
    });
    expect(scheduled.status).toBe(200);
    t.clock.advance(1000);
    await sql`update work_files set added_at = ${t.clock.now()}
      where work_id = ${workId} and path = 'cover.png'`.execute(t.deps.db);
    expect((await review()).approvals.given).toBe(0);
    t.clock.advance(2 * HOUR_MS);
    await runJobs();
    expect((await publication()).pending).toBeNull();
    expect((await t.call(catalogueCalls.getBook, { params: { id: workId } })).body.title).toBe('On Tuesday');
  });

  it('is not published with files that changed while they were checked', async () => {
    await change('Under Check');
    const { version } = await work();
    const cover = sql`work_id = ${workId} and path = 'cover.png'`;
    const [published] = await whileHeld(
      t.deps.db,
      sql`select 1 from works where id = ${workId} for no key update`,
      [() => publish({ version })],
      sql`with swapped as (update work_files set added_at = ${t.clock.now()}, asset_hash = (
            select a.hash from assets a where a.media_type like 'image/%'
              and a.hash <> (select asset_hash from work_files where ${cover}) limit 1) where ${cover})
        insert into work_approvals (work_id, user_id, version, role, given_at)
        select ${workId}, u.id, ${version}, u.role, ${t.clock.now()} from users u
        where u.id = any(${[author.id, editor.id]}::uuid[])`,
    );
    expect(published?.body.code).toBe('edited_meanwhile');
    expect((await publish()).status).toBe(202);
    await runJobs();
    const shown = await sql<{ isShown: boolean }>`select r.asset_hash = f.asset_hash as "isShown"
      from books b join release_files r on r.book_id = b.id and r.revision = b.revision
      join work_files f on f.work_id = b.id and f.path = r.path
      where b.id = ${workId} and r.path = 'cover.png'`.execute(t.deps.db);
    expect(shown.rows).toEqual([{ isShown: true }]);
  });

  it('is refused at its time if an approval was withdrawn and given again for other files', async () => {
    await change('On Wednesday');
    for (const each of [author, editor]) await approve(each);
    const scheduled = await release('scheduleRelease', {
      body: {
        version: (await work()).version,
        publish_at: new Date(t.clock.now().getTime() + HOUR_MS).toISOString(),
      },
    });
    expect(scheduled.status).toBe(200);
    t.clock.advance(1000);
    await takeBack(editor);
    await swapCover();
    await approve(editor);
    t.clock.advance(2 * HOUR_MS);
    await runJobs();
    expect((await publication()).pending.findings[0].text).toMatch(/^1 of 2 approvals/);
    await release('cancelSchedule');
  });

  it('still needs them when the book does not name a publisher any more', async () => {
    const { version } = await work();
    await t.call(studioCalls.changeWork, {
      ...{ as: staff, params: { id: workId } },
      body: {
        base_version: version,
        changes: [{ id: newId(), operations: [{ op: 'set', path: ['publisher'] }] }],
      },
    });
    expect((await work()).manifest.publisher).toBeUndefined();
    expect((await publish()).body.code).toBe('approvals_missing');
  });

  it('is restored without new approvals, because it was public before', async () => {
    await release('cancelSchedule');
    expect(
      (await release('restoreRelease', { params: { id: workId, revision: '1' }, body: {} })).status,
    ).toBe(202);
    const before = (await publication()).revision;
    await runJobs();
    expect((await publication()).revision).toBeGreaterThan(before);
  });
});
