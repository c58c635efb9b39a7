import { studioCalls } from '@vesalius/contract/studio-calls';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { claimPageSet, insertPdfPages, updatePrepared } from '../page-sets/page-set-queries.ts';
import { findWork, type WorkRow } from '../works/work-queries.ts';
import { PageComparisons, readPageMoves } from './read-page-moves.ts';

let t: TestApp;
let ann: Person;
let ben: Person;
let author: Person;
beforeAll(async () => {
  t = await testApp();
  ann = await t.person({ role: 'author' });
  ben = await t.person({ role: 'editor' });
  author = await t.person({ role: 'author' });
});
afterAll(() => t.close());

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const FORTY = range(1, 40);
const LONGER = [...range(1, 20), ...range(101, 110), ...range(21, 40)];

let files = 0;
/** A PDF of a work whose pages are prepared, each with the text of its number. */
async function addPdf(workId: string, path: string, pages: readonly number[], isReady = true): Promise<void> {
  files += 1;
  const hash = String(files).padStart(64, 'e');
  const now = t.clock.now();
  await t.deps.storage.put(`assets/${hash}`, Buffer.from(path));
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, 1000, 'application/pdf', ${now})`.execute(
    t.deps.db,
  );
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${workId}, ${path}, ${hash}, ${path}, ${now})`.execute(t.deps.db);
  if (!isReady) return;
  const set = await claimPageSet(t.deps.db, { workId, assetHash: hash }, { claim: newId(), now });
  await insertPdfPages(
    t.deps.db,
    set,
    pages.map((content, index) => ({
      ...{ page: index + 1, width: 400, height: 600, missingFonts: [], confidence: 1, stored: true },
      ...{ hasTextOutside: false, tookMs: 1 },
      text: range(1, 12)
        .map((word) => `word${content}x${word}`)
        .join(' '),
      contentHash: `content ${content}`,
    })),
  );
  const runs = [{ first: 1, last: pages.length, set: `${workId}/${set.number}`, from: 1 }];
  await inTransaction(t.deps.db, (tx) =>
    updatePrepared(tx, set, { labels: [], outline: [], pageCount: pages.length, runs, textVersion: 2, now }),
  );
}

const BOOK = {
  pdf: 'first.pdf',
  chapters: [
    { key: 'one', title: 'The heart', first_page: 1, last_page: 20 },
    { key: 'two', title: 'The lung', first_page: 21, last_page: 40 },
  ],
  quizzes: [
    { key: 'quiz', title: 'Lobes', page: 30, questions: [{ key: 'q', question: 'Which?', page: 29 }] },
  ],
  supplementaries: [{ _id: 'g', page: 25, materials: [{ key: 'film', type: 'video', title: 'Breath' }] }],
};
async function work(pdfs: Record<string, readonly number[]> = { 'longer.pdf': LONGER }) {
  const { id } = await buildWork(t.deps.db, { manifest: BOOK, producers: [ann.email, ben.email] });
  await sql`insert into book_assignments (book_id, email, role) values (${id}, ${author.email}, 'author')`.execute(
    t.deps.db,
  );
  await addPdf(id, 'first.pdf', FORTY);
  for (const [path, pages] of Object.entries(pdfs)) await addPdf(id, path, pages);
  return id;
}
const read = async (id: string) => (await t.call(studioCalls.getWork, { as: ann, params: { id } })).body;
const set = async (as: Person, id: string, path: string[], value: unknown) => {
  const { version } = await read(id);
  const body = {
    base_version: version,
    changes: [{ id: newId(), operations: [{ op: 'set', path, value }] }],
  };
  const answer = await t.call(studioCalls.changeWork, { as, params: { id }, body });
  expect(answer.body.outcomes).toMatchObject([{ state: 'applied' }]);
};
const setPdf = (id: string, path: string) => set(ann, id, ['pdf'], path);
const movesOf = async (id: string, as = ann) =>
  (await t.call(workFilesCalls.getPageMoves, { as, params: { id } })).body;
const move = (as: Person, id: string, pdf: string, changeId = newId()) =>
  t.call(workFilesCalls.moveWithPages, { as, params: { id }, body: { id: changeId, pdf } });
const MOVED = {
  chapters: [
    { first_page: 1, last_page: 30 },
    { first_page: 31, last_page: 50 },
  ],
  quizzes: [{ page: 40, questions: [{ page: 39 }] }],
  supplementaries: [{ page: 35 }],
};

it('everything moves with its page, as one step that its producer takes back', async () => {
  const id = await work();
  expect(await movesOf(id)).toMatchObject({ state: 'none', things: [] });
  await setPdf(id, 'longer.pdf');
  const told = await movesOf(id, author);
  expect(told).toMatchObject({
    ...{ state: 'ready', pdf: 'longer.pdf', page_count: { before: 40, after: 50 }, removed: [] },
    added: [{ first_page: 21, count: 10 }],
  });
  expect(told.things).toHaveLength(6);
  expect(told.things).toContainEqual({
    ...{ path: ['quizzes', '#quiz', 'questions', '#q', 'page'], from: 29, to: 39, state: 'moves' },
  });
  const changeId = newId();
  expect((await move(ann, id, 'longer.pdf', changeId)).body).toEqual({ moved: 6 });
  expect((await read(id)).manifest).toMatchObject(MOVED);
  expect(await movesOf(id)).toMatchObject({ things: [], page_count: null });

  const undo = { id: newId(), since: 0, change_id: changeId };
  await t.call(studioCalls.undoWorkChange, { as: ann, params: { id }, body: undo });
  expect((await read(id)).manifest).toMatchObject({ ...BOOK, pdf: 'longer.pdf' });
  expect((await movesOf(id)).things).toHaveLength(6);
});

it('two producers move everything once, also at the same time and when an answer was lost', async () => {
  const id = await work();
  await setPdf(id, 'longer.pdf');
  const changeId = newId();
  const answers = await Promise.all([move(ann, id, 'longer.pdf', changeId), move(ben, id, 'longer.pdf')]);
  expect(answers.map(({ body }) => body.moved).toSorted()).toEqual([0, 6]);
  const { version } = await read(id);
  const again = await move(ann, id, 'longer.pdf', changeId);
  expect(again.body.moved).toBe(answers[0]?.body.moved);
  expect(await read(id)).toMatchObject({ version, manifest: MOVED });
});

it('what was moved by hand since stays where it is', async () => {
  const id = await work();
  await setPdf(id, 'longer.pdf');
  await set(ben, id, ['quizzes', '#quiz', 'page'], 33);
  expect((await move(ann, id, 'longer.pdf')).body.moved).toBe(5);
  const { manifest } = await read(id);
  expect(manifest).toMatchObject({ ...MOVED, quizzes: [{ page: 33, questions: [{ page: 39 }] }] });
});

it('numbers that were written for an earlier PDF follow from that one, and back', async () => {
  const id = await work({ 'wrong.pdf': range(5, 40), 'longer.pdf': LONGER });
  await setPdf(id, 'wrong.pdf');
  await setPdf(id, 'longer.pdf');
  expect((await move(ann, id, 'longer.pdf')).body.moved).toBe(6);
  expect((await read(id)).manifest).toMatchObject(MOVED);
  await setPdf(id, 'first.pdf');
  expect((await move(ben, id, 'first.pdf')).body.moved).toBe(6);
  expect((await read(id)).manifest).toMatchObject({ ...BOOK, pdf: 'first.pdf' });
});

it('a page that is gone is named with its thing, on the check list too', async () => {
  const id = await work({ 'shorter.pdf': FORTY.filter((page) => page !== 25) });
  await setPdf(id, 'shorter.pdf');
  const material = ['supplementaries', '#g', 'materials', '#film'];
  expect((await movesOf(id)).things).toContainEqual({ path: material, from: 25, to: null, state: 'gone' });
  const findings = async () =>
    (await t.call(workReleasesCalls.getWorkCheckList, { as: ann, params: { id } })).body.findings
      .filter(({ text }: { text: string }) => text.includes('PDF before'))
      .map(({ kind, path }: { kind: string; path: string[] }) => [kind, path.join('/')]);
  const lost = ['warning', material.join('/')];
  expect(await findings()).toEqual([['warning', 'pdf'], lost]);
  await move(ann, id, 'shorter.pdf');
  expect(await findings()).toEqual([lost]);
  await set(ann, id, ['supplementaries', '#g', 'page'], 26);
  expect(await findings()).toEqual([]);
});

it('waits for the pages, and refuses a PDF that is not the present one, and those who only read', async () => {
  const id = await work();
  await addPdf(id, 'new.pdf', [], false);
  await setPdf(id, 'new.pdf');
  expect(await movesOf(id)).toMatchObject({ state: 'preparing', things: [] });
  expect((await move(ann, id, 'new.pdf')).body).toEqual({ moved: 0 });
  await setPdf(id, 'longer.pdf');
  expect((await move(ann, id, 'first.pdf')).body.code).toBe('edited_meanwhile');
  expect((await move(author, id, 'longer.pdf')).status).toBe(403);
  expect((await read(id)).manifest).toMatchObject({ ...BOOK, pdf: 'longer.pdf' });
});

it('tells the moves of the version that was read, whatever is made meanwhile', async () => {
  const id = await work();
  const remembered = new PageComparisons();
  const before = (await findWork(t.deps.db, id)) as WorkRow;
  await setPdf(id, 'longer.pdf');
  const row = (await findWork(t.deps.db, id)) as WorkRow;
  const removal = [{ id: newId(), operations: [{ op: 'remove', path: ['quizzes', '#quiz'] }] }];
  await t.call(studioCalls.changeWork, {
    ...{ as: ben, params: { id } },
    body: { base_version: row.version, changes: removal },
  });
  expect(await readPageMoves(t.deps.db, before, remembered)).toMatchObject({ state: 'none' });
  expect((await readPageMoves(t.deps.db, row, remembered)).things).toHaveLength(6);
  const now = (await findWork(t.deps.db, id)) as WorkRow;
  expect((await readPageMoves(t.deps.db, now, remembered)).things).toHaveLength(4);
});

it('a folder brings its page numbers with its PDF', async () => {
  const id = await work();
  await setPdf(id, 'longer.pdf');
  // Operations of an import have no user.
  await sql`update work_operations set user_id = null where work_id = ${id}`.execute(t.deps.db);
  expect(await movesOf(id)).toMatchObject({ state: 'none', things: [] });
});

it('a release with the present PDF settles where things are', async () => {
  const id = await work();
  await setPdf(id, 'longer.pdf');
  await sql`update works set released_version = version, released_revision = 1 where id = ${id}`.execute(
    t.deps.db,
  );
  expect(await movesOf(id)).toMatchObject({ state: 'none', things: [] });
});
