import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { publishingAdminCalls } from '@vesalius/contract/publishing-admin-calls';
import { readerCalls } from '@vesalius/contract/reader-calls';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many, one } from '../../../platform/database/database.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { runDueJobs } from '../../../platform/jobs.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { bookFolder, type TestFolder } from '../../../testing/book-folder.ts';
import { bundleForNode } from '../../../testing/bundle.ts';
import { checkout } from '../../../testing/checkout.ts';
import { buildPackage, buildSubscription, buildWork } from '../../../testing/factories.ts';
import { whileHeld } from '../../../testing/held-row.ts';
import { linkIn, mailsTo } from '../../../testing/mails.ts';
import { importBook } from '../import-book.ts';
import { publishingJobHandlers } from '../job-handlers.ts';
import { publishingJobs } from '../jobs.ts';
import { pricePublisher } from '../store/price-publisher.ts';
import { listReleaseFiles } from '../store/release-queries.ts';
import { exportBook } from './export-book.ts';

let t: TestApp;
let child: Awaited<ReturnType<typeof bundleForNode>>;
let folder: TestFolder;
let staff: Person;
let reader: Person;
let bookId: string;
beforeAll(async () => {
  t = await testApp();
  child = await bundleForNode(join(import.meta.dirname, '../pages/page-child.ts'));
  folder = await bookFolder();
  staff = await t.person({ role: 'staff', firstName: 'Ada', secondName: 'Desk' });
  reader = await t.person();
  ({ bookId } = await publishFolder(folder.folder));
  await buildSubscription(t.deps.db, { userId: reader.id, bookId });
});
afterAll(async () => {
  await t.close();
  child.remove();
  folder.remove();
});

const publishFolder = (path: string, options: { replaceChanges?: boolean } = {}) =>
  importBook(t.deps, path, { ...options, pageWork: { childProgram: child.file } });
const call = (name: keyof typeof workReleasesCalls, options: Record<string, unknown> = {}) =>
  t.call(workReleasesCalls[name], { as: staff, params: { id: bookId }, ...options });
const work = async () => (await t.call(studioCalls.getWork, { as: staff, params: { id: bookId } })).body;
async function set(path: string[], value: unknown): Promise<number> {
  const { version } = await work();
  const changes = [{ id: newId(), operations: [{ op: 'set', path, value }] }];
  const { body } = await t.call(studioCalls.changeWork, {
    ...{ as: staff, params: { id: bookId }, body: { base_version: version, changes } },
  });
  expect(body.outcomes).toMatchObject([{ state: 'applied' }]);
  return body.version;
}
const profile = (as: Person | null = null) => t.call(catalogueCalls.getBook, { as, params: { id: bookId } });
const pagesOf = (as: Person | null) => t.call(readerCalls.getBookPages, { as, params: { id: bookId } });
const runJobs = () =>
  runDueJobs({
    ...{ db: t.deps.db, clock: t.deps.clock, log: t.deps.log },
    handlers: Object.fromEntries(
      Object.entries(publishingJobHandlers(t.deps)).filter(
        ([kind]) => kind === publishingJobs.publishFrozen.kind,
      ),
    ),
  });
const releases = async () => (await call('listReleases')).body;

describe('a working copy', () => {
  it('is published with its changes, and no page is prepared again', async () => {
    const before = (await pagesOf(reader)).body;
    const version = await set(['quizzes', '#quiz', 'questions', '#q1', 'question'], 'Which one of them?');
    expect((await work()).state).toBe('changed');
    const checked = (await call('getWorkCheckList')).body;
    expect(checked).toMatchObject({ version, can_publish: true });
    const { status, body } = await call('publishWork', { body: { version, note: 'One question', over: 1 } });
    expect([status, body.publication.pending]).toMatchObject([202, { state: 'publishing', version }]);
    const others = await t.call(studioCalls.listWorkChanges, {
      ...{ as: staff, params: { id: bookId }, query: { since: version } },
    });
    expect(others.body.publication.pending).toMatchObject({ state: 'publishing', note: 'One question' });
    expect((await call('publishWork', { body: { version } })).body.code).toBe('published_meanwhile');
    await runJobs();
    const questions = await many(
      t.deps.db,
      sql<{ question: string }>`select question from questions where book_id = ${bookId} and key = 'q1'`,
    );
    expect(questions).toEqual([{ question: 'Which one of them?' }]);
    const after = (await pagesOf(reader)).body;
    expect([after.revision, after.files.runs]).toEqual([2, before.files.runs]);
    expect((await work()).state).toBe('published');
    expect((await releases()).data).toMatchObject([
      { revision: 2, note: 'One question', is_current: true, restored_from: null },
      { revision: 1, is_current: false, can_restore: true },
    ]);
  });

  it('is not published with an error, which is reported at its field in the words of the import', async () => {
    const version = await set(['chapters', '#one', 'last_page'], 400);
    const { body } = await call('getWorkCheckList');
    expect(body.can_publish).toBe(false);
    expect(body.findings).toContainEqual({
      ...{ kind: 'mistake', path: ['chapters', '#one', 'last_page'], file: null },
      text: 'is 400, but book.pdf has 6 pages; give a page from 1 to 6',
    });
    expect((await call('publishWork', { body: { version } })).body.code).toBe('work_incomplete');
    expect((await pagesOf(reader)).body.revision).toBe(2);
    await set(['chapters', '#one', 'last_page'], 3);
  });

  it('is published as the user saw it, and not after another change', async () => {
    const { version } = await work();
    await set(['title'], 'A Renamed Book');
    expect((await call('publishWork', { body: { version } })).body.code).toBe('edited_meanwhile');
    expect((await profile()).body.title).toBe('A Small Book');
  });

  it('waits for pages that are not prepared', async () => {
    const { id } = await buildWork(t.deps.db, { manifest: { slug: 'unprepared' } });
    const files = await many(
      t.deps.db,
      sql<{ path: string }>`insert into work_files (work_id, path, asset_hash, original_name, added_at)
        select ${id}::uuid, path, asset_hash, original_name, added_at from work_files where work_id = ${bookId}
        returning path`,
    );
    expect(files.length).toBeGreaterThan(5);
    await sql`update works set manifest = (select manifest || '{"slug": "unprepared"}' from works where id = ${bookId})
      where id = ${id}`.execute(t.deps.db);
    const { body } = await call('getWorkCheckList', { params: { id } });
    expect(body.findings.filter(({ kind }: { kind: string }) => kind !== 'warning')).toMatchObject([
      { kind: 'waiting', path: ['pdf'], file: 'book.pdf' },
      { kind: 'waiting', path: expect.arrayContaining(['#scan']), file: null },
    ]);
    const { version } = body;
    const answer = await call('publishWork', { params: { id }, body: { version } });
    expect(answer.body.code).toBe('work_not_prepared');
  });
});

describe('an earlier release', () => {
  it('is published again by a producer, and the working copy stays', async () => {
    const producer = await t.person({ role: 'author', firstName: 'Ben', secondName: 'Maker' });
    await t.call(studioCalls.addWorkPerson, {
      ...{ as: staff, params: { id: bookId }, body: { email: producer.email, work_role: 'producer' } },
    });
    const restore = (over: number) =>
      call('restoreRelease', {
        ...{ as: producer, params: { id: bookId, revision: '1' }, body: { note: 'Back', over } },
      });
    expect((await restore(1)).body.code).toBe('published_meanwhile');
    expect((await restore(2)).body.publication.pending).toMatchObject({ restored_from: 1, version: null });
    await runJobs();
    expect((await releases()).data[0]).toMatchObject({ revision: 3, restored_from: 1, note: 'Back' });
    expect(await work()).toMatchObject({ title: 'A Renamed Book', state: 'changed' });
    const log = await many(
      t.deps.db,
      sql<{ detail: unknown }>`select detail from audit_log
        where subject_id = ${bookId} and action = 'book.restore' and actor_id = ${producer.id}`,
    );
    expect(log).toEqual([{ detail: { revision: 3, pages: 6, from: 1 } }]);
  });
});

describe('a scheduled release', () => {
  const at = (hours: number) => new Date(t.clock.now().getTime() + hours * HOUR_MS).toISOString();

  it('shows readers at its time what was frozen, and not later changes', async () => {
    const { version } = await work();
    const body = { version, publish_at: at(2), note: 'On Monday' };
    expect((await call('scheduleRelease', { body })).body.publication.pending).toMatchObject({
      ...{ state: 'waiting', version },
      note: 'On Monday',
    });
    await set(['title'], 'A Later Name');
    await runJobs();
    expect((await profile()).body.title).toBe('A Small Book');
    t.clock.advance(3 * HOUR_MS);
    await runJobs();
    expect((await profile()).body.title).toBe('A Renamed Book');
    expect(await releases()).toMatchObject({
      publication: { pending: null },
      data: [{ note: 'On Monday', is_current: true }, {}, {}, {}],
    });
    expect((await work()).state).toBe('changed');
    // The earlier ones were published at once.
    const told = (await mailsTo(t, staff.email)).filter(({ subject }) => subject.startsWith('Published:'));
    expect(told.map(({ subject }) => subject)).toEqual(['Published: A Renamed Book']);
    expect(linkIn(told[0]).pathname).toBe(`/studio/${bookId}/publish`);
  });

  it('is told to who requested it if it took longer than a minute', async () => {
    const { version } = await work();
    expect((await call('publishWork', { body: { version } })).status).toBe(202);
    t.clock.advance(5 * 60_000);
    await runJobs();
    const told = (await mailsTo(t, staff.email)).filter(
      ({ subject }) => subject === 'Published: A Later Name',
    );
    expect(told).toHaveLength(1);
    await set(['title'], 'A Renamed Book');
    expect((await call('publishWork', { body: { version: version + 1 } })).status).toBe(202);
    await runJobs();
    await set(['title'], 'A Later Name');
  });

  it('is not published when it was canceled, or when its time has passed', async () => {
    const { version } = await work();
    const past = await call('scheduleRelease', { body: { version, publish_at: at(-1) } });
    expect(past.body.fields).toEqual({ publish_at: 'Choose a time in the future.' });
    await call('scheduleRelease', { body: { version, publish_at: at(1) } });
    expect((await call('cancelSchedule')).body.publication.pending).toBeNull();
    t.clock.advance(2 * HOUR_MS);
    await runJobs();
    expect((await profile()).body.title).toBe('A Renamed Book');
  });

  it('is published at the time that was set last, by moving it or by calling it off and scheduling it again', async () => {
    const { version } = await work();
    for (const again of [false, true]) {
      await call('scheduleRelease', { body: { version, publish_at: at(1) } });
      if (again) await call('cancelSchedule');
      const moved = await call('scheduleRelease', { body: { version, publish_at: at(48) } });
      t.clock.advance(2 * HOUR_MS);
      await runJobs();
      expect((await profile()).body.title).toBe('A Renamed Book');
      expect((await releases()).publication.pending).toEqual(moved.body.publication.pending);
    }
    await call('cancelSchedule');
  });

  it('is called off only by somebody who has seen it', async () => {
    const { version } = await work();
    const seen = at(1);
    await call('scheduleRelease', { body: { version, publish_at: seen } });
    const later = await call('scheduleRelease', { body: { version, publish_at: at(2) } });
    const cancel = (publish_at: string) => call('cancelSchedule', { query: { publish_at } });
    expect(await cancel(seen)).toMatchObject({ status: 409, body: { code: 'edited_meanwhile' } });
    expect((await releases()).publication.pending).toEqual(later.body.publication.pending);
    expect((await cancel(later.body.publication.pending.publish_at)).body.publication.pending).toBeNull();
  });

  it('is not published for a producer who was taken off the book meanwhile, and its other producers are told', async () => {
    const [gone, stays] = [await t.person({ role: 'author' }), await t.person({ role: 'author' })];
    const people = (name: 'addWorkPerson' | 'removeWorkPerson', { email }: Person) => {
      const person = { email, work_role: 'producer' };
      const sent = name === 'addWorkPerson' ? { body: person } : { query: person };
      return t.call(studioCalls[name], { as: staff, params: { id: bookId }, ...sent });
    };
    for (const each of [gone, stays]) await people('addWorkPerson', each);
    const { version } = await work();
    const body = { version, publish_at: at(2) };
    expect((await call('scheduleRelease', { as: gone, body })).status).toBe(200);
    await people('removeWorkPerson', gone);
    t.clock.advance(3 * HOUR_MS);
    await runJobs();
    expect((await profile()).body.title).toBe('A Renamed Book');
    expect((await releases()).publication.pending).toMatchObject({
      ...{ state: 'refused', version },
      findings: [{ text: expect.stringContaining('may no longer edit this book') }],
    });
    const letters = async ({ email }: Person) => (await mailsTo(t, email)).map(({ subject }) => subject);
    expect(await letters(stays)).toContain('Not published on time: A Later Name');
    expect(await letters(gone)).not.toContain('Not published on time: A Later Name');
    await people('removeWorkPerson', stays);
    await call('cancelSchedule');
  });

  it('is not published for a producer who is taken off the book while it is being published', async () => {
    const producer = await producerOf(bookId);
    const { version } = await work();
    const held = sql`delete from book_assignments where book_id = ${bookId} and lower(email) = lower(${producer.email})`;
    expect((await call('publishWork', { as: producer, body: { version } })).status).toBe(202);
    await whileHeld(t.deps.db, held, [runJobs]);
    expect((await releases()).publication.pending).toMatchObject({
      ...{ state: 'refused', version },
      findings: [{ text: expect.stringContaining('may no longer edit this book') }],
    });
    await call('cancelSchedule');
  });
});

describe('a withdrawn book', () => {
  it('cannot be bought or found, stays with users who have it, and comes back', async () => {
    const other = (await publishFolderOf('other-book')).bookId;
    // The bundle is cheaper than each of its books; it stays in the shop with one of them.
    const bundle = await buildPackage(t.deps.db, { priceCents: 1000, bookIds: [bookId, other] });
    const listed = async () => {
      const books = await t.call(catalogueCalls.listBooks, { query: { items: 100 } });
      const found = await t.call(catalogueCalls.listBooks, { query: { search_term: 'renamed' } });
      const sold = await t.call(catalogueCalls.getPackage, { params: { id: bundle.id } });
      return [books, found, sold].map(({ body }) =>
        (body.data ?? body.items).some(({ id }: { id: string }) => id === bookId),
      );
    };
    const shop = checkout(t);
    const visitor = await t.person();
    const buy = async (as: Person) => (await shop.pay({ as, bookId, amount: 49.5 })).status;
    expect([await listed(), await buy(await t.person())]).toEqual([[true, true, true], 200]);

    for (let turn = 0; turn < 2; turn += 1)
      expect((await call('withdrawBook')).body.publication.withdrawn_at).toBe(t.clock.now().toISOString());
    expect([await listed(), await buy(visitor)]).toEqual([[false, false, false], 409]);
    expect((await profile()).body).toMatchObject({ is_withdrawn: true, has_access: false });
    expect((await pagesOf(visitor)).status).toBe(404);
    expect((await pagesOf(reader)).body.access).toMatchObject({ granted: true, last_page: 6 });
    expect((await work()).state).toBe('withdrawn');
    const late = await t.person();
    const { id } = await buildSubscription(t.deps.db, { userId: late.id, packageId: bundle.id });
    await sql`update subscriptions set started_at = ${t.clock.now()} where id = ${id}`.execute(t.deps.db);
    expect((await pagesOf(late)).status).toBe(404);

    expect((await call('bringBackBook')).body.publication.withdrawn_at).toBeNull();
    expect([await listed(), await buy(visitor)]).toEqual([[true, true, true], 200]);
    expect((await pagesOf(late)).body.access.granted).toBe(true);
  });
});

describe('who withdrew a book', () => {
  const as = async (person: Person, name: 'withdrawBook' | 'bringBackBook') => {
    const { status, body } = await call(name, { as: person });
    return status === 200 ? body.publication.withdrawn_by : body.code;
  };

  it('withdrawn by staff: staff can bring it back, a producer cannot', async () => {
    const producer = await producerOf(bookId);
    expect(await as(staff, 'withdrawBook')).toEqual({ name: 'Ada Desk', is_staff: true });
    expect(await as(producer, 'bringBackBook')).toBe('withdrawn_by_staff');
    // A producer who then withdraws it as well does not take over the staff's withdrawal.
    expect(await as(producer, 'withdrawBook')).toMatchObject({ is_staff: true });
    expect(await as(producer, 'bringBackBook')).toBe('withdrawn_by_staff');
    expect((await profile()).body.is_withdrawn).toBe(true);
    expect(await as(staff, 'bringBackBook')).toBeNull();
    expect((await profile()).body.is_withdrawn).toBe(false);
    // The book is in the shop already: the same answer, and no refusal.
    expect(await as(producer, 'bringBackBook')).toBeNull();
  });

  it('withdrawn by a producer: producers and staff can bring it back', async () => {
    const producer = await producerOf(bookId);
    const withdrawn = { name: 'Ben Maker', is_staff: false };
    for (const person of [await producerOf(bookId), staff]) {
      expect(await as(producer, 'withdrawBook')).toEqual(withdrawn);
      expect(await as(person, 'bringBackBook')).toBeNull();
    }
  });

  it('withdrawn by a producer and then by staff: only staff can bring it back', async () => {
    const producer = await producerOf(bookId);
    expect(await as(producer, 'withdrawBook')).toMatchObject({ is_staff: false });
    const { withdrawn_at: since } = (await work()).publication;
    t.clock.advance(1000);
    expect(await as(staff, 'withdrawBook')).toMatchObject({ is_staff: true });
    expect((await work()).publication.withdrawn_at).toBe(since);
    expect(await as(producer, 'bringBackBook')).toBe('withdrawn_by_staff');
    expect(await as(staff, 'bringBackBook')).toBeNull();
  });

  it('withdrawn by a producer and by staff concurrently: a producer cannot bring it back', async () => {
    const producer = await producerOf(bookId);
    await Promise.all([as(staff, 'withdrawBook'), as(producer, 'withdrawBook')]);
    const { is_staff: isStaff } = (await work()).publication.withdrawn_by;
    expect(await as(producer, 'bringBackBook')).toBe(isStaff ? 'withdrawn_by_staff' : null);
    expect(await as(staff, 'bringBackBook')).toBeNull();
  });
});

async function producerOf(id: string): Promise<Person> {
  const producer = await t.person({ role: 'author', firstName: 'Ben', secondName: 'Maker' });
  const body = { email: producer.email, work_role: 'producer' };
  expect((await t.call(studioCalls.addWorkPerson, { as: staff, params: { id }, body })).status).toBeLessThan(
    300,
  );
  return producer;
}
it('stays in its packages when a producer brings an earlier release back', async () => {
  const bundle = (price: number) => [{ slug: 'shared', name: 'Shared', price }];
  const { bookId: id } = await publishFolderOf('in-a-package', { packages: bundle(10) });
  await publishFolderOf('beside-it', { packages: bundle(300) });
  await publishFolderOf('in-a-package', { packages: [], title: 'In no package' });
  await publishFolderOf('in-a-package', { packages: bundle(300), title: 'In it again' });
  const producer = await producerOf(id);
  const restore = (as: Person, revision: string) =>
    call('restoreRelease', { as, params: { id, revision }, body: { note: '' } });
  const shown = async () => {
    await runJobs();
    const { body } = await t.call(catalogueCalls.listPackages, { query: { items: 100 } });
    const sold = body.data.find((each: { name: string }) => each.name === 'Shared');
    return [sold?.price, sold?.items.length];
  };
  const before = await shown();
  expect(before[1]).toBe(2);
  for (const revision of ['1', '2']) {
    expect((await restore(producer, revision)).status).toBe(202);
    expect(await shown()).toEqual(before);
  }
  await restore(staff, '2');
  expect((await shown())[1]).toBe(1);
});

it('is not given back by the next release to people whom staff took off it', async () => {
  const editor = await t.person({ role: 'editor' });
  const assigned = { authors: [], editors: [editor.email] };
  const { bookId: id } = await publishFolderOf('taken-off', { assigned });
  const isOpen = async () =>
    (await t.call(readerCalls.getBookPages, { as: editor, params: { id } })).body.access.granted;
  expect(await isOpen()).toBe(true);
  const person = { email: editor.email, work_role: 'editor' };
  // Staff assigned the person too, and then removed them.
  await t.call(studioCalls.addWorkPerson, { as: staff, params: { id }, body: person });
  await t.call(studioCalls.removeWorkPerson, { as: staff, params: { id }, query: person });
  expect(await isOpen()).toBe(false);
  const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body;
  await t.call(studioCalls.changeWork, {
    ...{ as: staff, params: { id } },
    body: {
      base_version: version,
      changes: [{ id: newId(), operations: [{ op: 'set', path: ['title'], value: 'Taken off' }] }],
    },
  });
  const body = { version: version + 1 };
  expect((await call('publishWork', { as: staff, params: { id }, body })).status).toBe(202);
  await runJobs();
  expect((await t.call(catalogueCalls.getBook, { params: { id } })).body.title).toBe('Taken off');
  expect(await isOpen()).toBe(false);
  await publishFolderOf('taken-off', { assigned, title: 'From the folder' });
  expect(await isOpen()).toBe(false);
});

it('does not replace its earlier edition in programs', async () => {
  const program = { slug: 'of-the-first', name: 'Of the first' };
  const { bookId: id } = await publishFolderOf('in-a-program', { programs: [program] });
  const made = await call('createEdition', { params: { id }, body: { edition: '2' } });
  expect(made.status).toBe(201);
  const edition = (await t.call(studioCalls.getWork, { as: staff, params: { id: made.body.id } })).body;
  expect(edition.manifest.programs ?? []).toEqual([]);
  const { id: programId } = await one<{ id: string }>(
    t.deps.db,
    sql`select id from programs where slug = ${program.slug}`,
  );
  // Published as it is on the desk.
  const programs = edition.manifest.programs ?? [];
  await publishFolderOf('in-a-program', { edition: '2', programs }, { replaceChanges: true });
  const shown = await t.call(publishingAdminCalls.getProgram, { as: staff, params: { id: programId } });
  expect(shown.body.books.map((book: { id: string }) => book.id)).toEqual([id]);
});

it('keeps its price when a producer restores a release in which it was free', async () => {
  const { bookId: id } = await publishFolderOf('once-free', { price: 0 });
  await publishFolderOf('once-free', { price: 189 });
  const producer = await producerOf(id);
  const priceAfter = async (as: Person) => {
    const restored = await call('restoreRelease', { as, params: { id, revision: '1' }, body: { note: '' } });
    expect(restored.status).toBe(202);
    await runJobs();
    return (await t.call(catalogueCalls.getBook, { params: { id } })).body.price;
  };
  expect(await priceAfter(producer)).toBe(189);
  expect(await priceAfter(staff)).toBe(0);
});

const editionOf = async (bookId: string, edition: Record<string, unknown>) => {
  const body = { id: newId(), ...edition };
  const made = await call('createEdition', { params: { id: bookId }, body });
  expect(made.body).toEqual({ id: body.id });
  return body.id;
};
it('a new edition has nothing to undo, and its beginning is one entry of the history', async () => {
  const { bookId } = await publishFolderOf('begun', {});
  const id = await editionOf(bookId, { edition: '2' });
  const history = async () =>
    (await t.call(studioCalls.listWorkHistory, { as: staff, params: { id }, query: {} })).body;
  const undo = (more = {}) =>
    t.call(studioCalls.undoWorkChange, {
      as: staff,
      params: { id },
      body: { id: newId(), since: 0, ...more },
    });
  const steps = async () => (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body.steps;
  expect(await steps()).toEqual({ can_undo: false, can_redo: false });
  expect((await undo()).body.outcome).toBe(null);
  const { data, metadata } = await history();
  expect(metadata.count).toBe(1);
  expect(data).toMatchObject([{ version: 1, user_id: staff.id, began_from: { edition: '1' } }]);
  expect((await undo({ change_id: data[0].change_id })).status).toBe(404);
  const { version, began_from } = (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body;
  expect(began_from).toEqual({ edition: '1' });
  const operations = [{ op: 'set', path: ['title'], value: 'Anew' }];
  await t.call(studioCalls.changeWork, {
    ...{ as: staff, params: { id }, body: { base_version: version, changes: [{ id: newId(), operations }] } },
  });
  expect(await steps()).toEqual({ can_undo: true, can_redo: false });
  expect((await history()).data.map((each: { began_from: unknown }) => each.began_from)).toEqual([
    null,
    { edition: '1' },
  ]);
  expect((await undo()).body.outcome.state).toBe('applied');
});

it('asks for no decision about a study that readers of the earlier edition see, but about a changed one', async () => {
  const { bookId } = await publishFolderOf('with-a-study', {});
  const id = await editionOf(bookId, { edition: '2' });
  const ofStudy = async () =>
    (await call('getWorkCheckList', { params: { id } })).body.findings.filter(
      ({ kind, path }: { kind: string; path: readonly string[] }) =>
        kind !== 'warning' && path.includes('#scan'),
    );
  expect(await ofStudy()).toEqual([]);
  await sql`update work_files set asset_hash = (select asset_hash from work_files where work_id = ${id}
      and path not like '%.dcm' order by path limit 1)
    where work_id = ${id} and path like '%.dcm'`.execute(t.deps.db);
  expect(await ofStudy()).not.toEqual([]);
});

describe('a new edition of a book that costs something', () => {
  const priceOf = async (id: string) =>
    (await t.call(studioCalls.getWork, { as: staff, params: { id } })).body.manifest.price;

  it('starts with the price of the shop, also from an earlier release', async () => {
    const { bookId: id } = await publishFolderOf('dearer', { price: 0 });
    await publishFolderOf('dearer', { price: 189 });
    expect(await priceOf(await editionOf(id, { edition: '2', revision: 1 }))).toBe(189);
  });

  it('cannot be made free by its producer, and then costs as much as the earlier edition', async () => {
    const { bookId: id } = await publishFolderOf('dear', { price: 189 });
    const next = await editionOf(id, { edition: '2' });
    const producer = await producerOf(next);
    const { version } = (await t.call(studioCalls.getWork, { as: staff, params: { id: next } })).body;
    const setPrice = async (as: Person, value: number, base_version = version) => {
      const changes = [{ id: newId(), operations: [{ op: 'set', path: ['price'], value }] }];
      const body = { base_version, changes };
      return (await t.call(studioCalls.changeWork, { as, params: { id: next }, body })).body;
    };
    const setByProducer = (await setPrice(producer, 150)).version;
    for (const nothing of [0, 0.004, 1e-9, 1e-300])
      expect((await setPrice(producer, nothing)).outcomes).toMatchObject([{ refusal: {} }]);
    const setByStaff = (await setPrice(staff, 0, setByProducer)).version;
    // A price of zero from before this was refused.
    const published = (workVersion: number) =>
      inTransaction(t.deps.db, async (tx) => {
        const publication = { bookId: next, slug: 'dear', actorId: producer.id, workVersion };
        return (await pricePublisher(tx, publication, t.clock.now()))('price', null, 0).cents;
      });
    expect(await published(setByProducer)).toBe(18_900);
    expect(await published(setByStaff)).toBe(0);
  });
});

it('replaces an edition only if a producer of that edition publishes it', async () => {
  const { bookId: first } = await publishFolderOf('heart');
  const { bookId: second } = await publishFolderOf('heart', { edition: '2' });
  const producer = await producerOf(second);
  const params = { id: second };
  const versionOf = async () => (await t.call(studioCalls.getWork, { as: staff, params })).body.version;
  const replaces = { edition: '1', readable_until: '2030-01-01' };
  const changes = [{ id: newId(), operations: [{ op: 'set', path: ['replaces'], value: replaces }] }];
  await t.call(studioCalls.changeWork, {
    ...{ as: producer, params, body: { base_version: await versionOf(), changes } },
  });
  const publish = async (as: Person) =>
    (await call('publishWork', { as, params, body: { version: await versionOf() } })).body;
  expect((await publish(producer)).code).toBe('replaces_of_others');
  const isInShop = async () => {
    const { body } = await t.call(catalogueCalls.listBooks, { query: { items: 100 } });
    return body.data.some(({ id }: { id: string }) => id === first);
  };
  await runJobs();
  expect(await isInShop()).toBe(true);

  // The producer is taken off that edition between the request and its time.
  const person = { email: producer.email, work_role: 'producer' };
  await t.call(studioCalls.addWorkPerson, { as: staff, params: { id: first }, body: person });
  const publish_at = new Date(t.clock.now().getTime() + HOUR_MS).toISOString();
  const body = { version: await versionOf(), publish_at };
  expect((await call('scheduleRelease', { as: producer, params, body })).status).toBe(200);
  await t.call(studioCalls.removeWorkPerson, { as: staff, params: { id: first }, query: person });
  t.clock.advance(2 * HOUR_MS);
  await runJobs();
  expect(await isInShop()).toBe(true);
  expect((await call('listReleases', { params })).body.publication.pending).toMatchObject({
    ...{ state: 'refused', findings: [{ text: expect.stringContaining('the edition that it replaces') }] },
  });

  expect(await publish(staff)).toMatchObject({ publication: { pending: { state: 'publishing' } } });
  await runJobs();
  expect(await isInShop()).toBe(false);
  // The edition left the shop already: the next release names it again.
  expect(await publish(producer)).toMatchObject({ publication: { pending: { state: 'publishing' } } });
  await runJobs();

  // Its producer alone brings it back as little, and moves its last day as little.
  const setReplaces = async (value: object | null) =>
    t.call(studioCalls.changeWork, {
      ...{ as: producer, params },
      body: {
        base_version: await versionOf(),
        changes: [{ id: newId(), operations: [{ op: 'set', path: ['replaces'], ...(value && { value }) }] }],
      },
    });
  for (const other of [null, { ...replaces, readable_until: '2026-11-25' }]) {
    await setReplaces(other);
    expect((await publish(producer)).code).toBe('replaces_of_others');
  }
  await runJobs();
  expect(await isInShop()).toBe(false);
  await setReplaces(null);
  expect(await publish(staff)).toMatchObject({ publication: { pending: { state: 'publishing' } } });
  await runJobs();
  expect(await isInShop()).toBe(true);
});

async function publishFolderOf(
  slug: string,
  fields: Record<string, unknown> = {},
  options: { replaceChanges?: boolean } = {},
) {
  const own = await bookFolder();
  own.manifest((manifest) => Object.assign(manifest, { slug, packages: [], programs: [], ...fields }));
  try {
    return await publishFolder(own.folder, options);
  } finally {
    own.remove();
  }
}

it('is not exported, nor half of it, if a stored file is damaged', async () => {
  const path = mkdtempSync(join(tmpdir(), 'vesalius-export-'));
  const { bookId: id } = await publishFolderOf('damaged-book', { title: 'Damaged' });
  const hash = (await listReleaseFiles(t.deps.db, { bookId: id, revision: 1 })).get('book.pdf');
  const stored = join(t.deps.config.dataDir, 'files/assets', hash ?? '');
  const content = readFileSync(stored);
  writeFileSync(stored, content.subarray(0, 100));
  const damaged = exportBook(t.deps, { bookId: id, revision: 1 }, path);
  await expect(damaged).rejects.toThrow(/^book\.pdf cannot be exported: .* is damaged/);
  expect(readdirSync(path)).toEqual([]);
  rmSync(stored);
  const missing = exportBook(t.deps, { bookId: id, revision: 1 }, path);
  await expect(missing).rejects.toThrow(/^book\.pdf cannot be exported: .* is missing/);
  expect(readdirSync(path)).toEqual([]);
  rmSync(path, { recursive: true });
  writeFileSync(stored, content);
});

it('is exported as a folder that imports to the same release', async () => {
  const path = mkdtempSync(join(tmpdir(), 'vesalius-export-'));
  const { bookId: id } = await publishFolderOf('exported-book');
  await exportBook(t.deps, { bookId: id, revision: 1 }, path);
  const { revision } = await publishFolder(path);
  rmSync(path, { recursive: true });
  const rows = await many(
    t.deps.db,
    sql<{ manifest: unknown; runs: unknown }>`select manifest, page_runs as runs from releases
      where book_id = ${id} order by revision`,
  );
  expect(rows[1]).toEqual(rows[0]);
  expect(await listReleaseFiles(t.deps.db, { bookId: id, revision })).toEqual(
    await listReleaseFiles(t.deps.db, { bookId: id, revision: 1 }),
  );
});
