import { createHash } from 'node:crypto';
import { studioCalls } from '@vesalius/contract/studio-calls';
import { workFilesCalls } from '@vesalius/contract/work-files-calls';
import { workReleasesCalls } from '@vesalius/contract/work-releases-calls';
import { workReviewCalls } from '@vesalius/contract/work-review-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildWork } from '../../../testing/factories.ts';
import { collectUnused } from '../assets/collect-unused.ts';
import { insertWorkFile } from './file-queries.ts';

let t: TestApp;
let producer: Person;
let author: Person;
beforeAll(async () => {
  t = await testApp();
  producer = await t.person({ role: 'author', firstName: 'Pia', secondName: 'Desk' });
  author = await t.person({ role: 'author' });
});
afterAll(() => t.close());

async function put(workId: string, path: string, text: string): Promise<string> {
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(content).digest('hex');
  await t.deps.storage.put(`assets/${hash}`, content);
  await sql`insert into assets (hash, bytes, media_type, stored_at)
    values (${hash}, ${content.length}, 'image/png', ${t.clock.now()}) on conflict do nothing`.execute(
    t.deps.db,
  );
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${workId}, ${path}, ${hash}, ${path}, ${t.clock.now()})`.execute(t.deps.db);
  return hash;
}
async function workWith(manifest: Record<string, unknown>, files: Record<string, string>) {
  const { id } = await buildWork(t.deps.db, { producers: [producer.email], manifest });
  for (const [path, text] of Object.entries(files)) await put(id, path, text);
  return id;
}
const remove = (workId: string, body: object, as = producer) =>
  t.call(workFilesCalls.removeWorkFiles, { as, params: { id: workId }, body: { id: newId(), ...body } });
const restore = (workId: string, removalId: string, as = producer) =>
  t.call(workFilesCalls.restoreWorkFiles, { as, params: { id: workId, removalId } });
const SAME = `the same ${newId()}`;
/** As a file that is uploaded to the work. */
const addAgain = (workId: string) =>
  inTransaction(t.deps.db, (tx) =>
    insertWorkFile(tx, {
      ...{ workId, path: 'a.png', originalName: 'a.png', addedBy: null, now: t.clock.now() },
      assetHash: createHash('sha256').update(SAME).digest('hex'),
    }),
  );
const pathsOf = async (workId: string): Promise<string[]> =>
  (await t.call(studioCalls.getWork, { as: producer, params: { id: workId } })).body.files.map(
    ({ path }: { path: string }) => path,
  );

it('a file that nothing names is removed, listed with who removed it, and put back', async () => {
  const id = await workWith({}, { 'a.png': `a ${newId()}`, 'b.png': `b ${newId()}` });
  const removalId = newId();
  const { status, body } = await remove(id, { id: removalId, path: 'a.png' });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { removals: [{ id: removalId, path: 'a.png', files: 1, removed_by: 'Pia Desk' }] },
  });
  expect(await pathsOf(id)).toEqual(['b.png']);
  // The same removal sent again, after its answer was lost.
  expect((await remove(id, { id: removalId, path: 'a.png' })).status).toBe(200);
  expect((await restore(id, removalId)).body).toMatchObject({ removals: [], restored: [{ path: 'a.png' }] });
  expect(await pathsOf(id)).toEqual(['a.png', 'b.png']);
});

it.each([
  ['put back', (workId: string, removalId: string) => restore(workId, removalId)],
  // The same content under the same name: the removed file is there again.
  ['uploaded again', (workId: string) => addAgain(workId)],
])('a removal sent once more after its file was %s removes nothing', async (_, bringBack) => {
  const id = await workWith({}, { 'a.png': SAME });
  const removalId = newId();
  await remove(id, { id: removalId, path: 'a.png' });
  await bringBack(id, removalId);
  expect(await pathsOf(id)).toEqual(['a.png']);
  const repeated = await remove(id, { id: removalId, path: 'a.png' });
  expect(repeated).toMatchObject({ status: 200, body: { removals: [] } });
  expect(await pathsOf(id)).toEqual(['a.png']);
  // Another removal is another id, also of a caller whose first answer was lost.
  expect((await remove(id, { path: 'a.png' })).body.removals).toHaveLength(1);
});

it('is a step of its user: undone, done again, and listed in the history', async () => {
  const id = await workWith({ title: 'Before' }, { 'a.png': `step ${newId()}` });
  const undo = (body: object = {}, as = producer) =>
    t.call(studioCalls.undoWorkChange, { as, params: { id }, body: { id: newId(), since: 0, ...body } });
  const removalId = newId();
  const { body } = await remove(id, { id: removalId, path: 'a.png' });
  expect(body.steps).toEqual({ can_undo: true, can_redo: false });
  const undone = (await undo()).body;
  expect(undone).toMatchObject({
    ...{ target: removalId, files_changed: true, outcome: { state: 'applied' } },
    steps: { can_undo: false, can_redo: true },
  });
  expect(await pathsOf(id)).toEqual(['a.png']);
  expect((await undo({ redo: true })).body.steps).toEqual({ can_undo: true, can_redo: false });
  expect(await pathsOf(id)).toEqual([]);
  const history = (await t.call(studioCalls.listWorkHistory, { as: producer, params: { id } })).body;
  expect(history.data.map(({ op, files }: { op: string; files: unknown }) => [op, files])).toEqual(
    ['remove_files', 'restore_files', 'remove_files'].map((op) => [op, { path: 'a.png', count: 1 }]),
  );
  expect(history.metadata.count).toBe(3);
});

it('what somebody else has put back is no step any more, and a step that fails is passed over', async () => {
  const id = await workWith({}, { 'a.png': `other ${newId()}`, 'b.png': `b ${newId()}` });
  const undo = (skip: string[] = []) =>
    t.call(studioCalls.undoWorkChange, {
      as: producer,
      params: { id },
      body: { id: newId(), since: 0, skip },
    });
  const removalId = newId();
  await remove(id, { id: removalId, path: 'a.png' });
  const staff = await t.person({ role: 'staff' });
  await restore(id, removalId, staff);
  expect((await undo()).body).toMatchObject({ outcome: null, files_changed: false });
  await remove(id, { path: 'b.png' });
  await put(id, 'b.png', `another ${newId()}`);
  const refused = (await undo()).body;
  expect(refused).toMatchObject({ outcome: { state: 'refused' }, files_changed: false });
  expect((await undo([refused.target])).body.outcome).toBeNull();
});

it('putting back sent once more, after its answer was lost, changes nothing', async () => {
  const id = await workWith({}, { 'a.png': `back ${newId()}` });
  const removalId = newId();
  await remove(id, { id: removalId, path: 'a.png' });
  await restore(id, removalId);
  expect(await restore(id, removalId)).toMatchObject({ status: 200, body: { removals: [] } });
  await remove(id, { path: 'a.png' });
  expect((await restore(id, removalId)).status).toBe(200);
  expect(await pathsOf(id)).toEqual([]);
});

it('the same removal sent twice at once, and while it is undone, removes one file once', async () => {
  const id = await workWith({}, { 'a.png': `twice ${newId()}`, 'b.png': `other ${newId()}` });
  const removalId = newId();
  const both = await Promise.all([1, 2].map(() => remove(id, { id: removalId, path: 'a.png' })));
  expect(both.map(({ status, body }) => [status, body.removals.length])).toEqual([
    [200, 1],
    [200, 1],
  ]);
  const [undone, repeated] = await Promise.all([
    restore(id, removalId),
    remove(id, { id: removalId, path: 'a.png' }),
  ]);
  expect([undone.status, repeated.status]).toEqual([200, 200]);
  expect(await pathsOf(id)).toEqual(['a.png', 'b.png']);
});

it('a file that the book names is removed only if that is accepted, and the check list reports its field', async () => {
  const id = await workWith({ cover: 'cover.png' }, { 'cover.png': `cover ${newId()}` });
  expect((await remove(id, { path: 'cover.png' })).body.code).toBe('file_used');
  expect(await pathsOf(id)).toEqual(['cover.png']);
  expect((await remove(id, { path: 'cover.png', even_if_used: true })).status).toBe(200);
  const list = await t.call(workReleasesCalls.getWorkCheckList, { as: producer, params: { id } });
  expect(list.body.findings).toContainEqual(expect.objectContaining({ kind: 'mistake', path: ['cover'] }));
});

it('a folder is removed and put back as one', async () => {
  const id = await workWith(
    {},
    {
      'dicom/one/1.dcm': `1 ${newId()}`,
      'dicom/one/2.dcm': `2 ${newId()}`,
      'dicom/onefold.png': `3 ${newId()}`,
    },
  );
  const removalId = newId();
  const { body } = await remove(id, { id: removalId, path: 'dicom/one' });
  expect(body.removals).toMatchObject([{ path: 'dicom/one', files: 2 }]);
  expect(await pathsOf(id)).toEqual(['dicom/onefold.png']);
  await restore(id, removalId);
  expect(await pathsOf(id)).toHaveLength(3);
});

it('is not put back over another file of the same name', async () => {
  const id = await workWith({}, { 'a.png': `first ${newId()}` });
  const removalId = newId();
  await remove(id, { id: removalId, path: 'a.png' });
  await put(id, 'a.png', `second ${newId()}`);
  expect((await restore(id, removalId)).body.code).toBe('file_name_taken');
});

it('is gone for good once its bytes are collected, a day after nothing names them', async () => {
  const id = await workWith({}, { 'a.png': `collected ${newId()}` });
  const removalId = newId();
  await remove(id, { id: removalId, path: 'a.png' });
  await collectUnused(t.deps);
  t.clock.advance(DAY_MS + 1000);
  await collectUnused(t.deps);
  const { body } = await t.call(workFilesCalls.listFileRemovals, { as: producer, params: { id } });
  expect(body.removals).toEqual([]);
  expect((await restore(id, removalId)).body.code).toBe('file_gone');
});

it('only those who edit the book remove files, and what is not there is not found', async () => {
  const id = await workWith({}, { 'a.png': `kept ${newId()}` });
  expect((await remove(id, { path: 'a.png' }, author)).status).toBe(404);
  expect((await remove(id, { path: 'other.png' })).status).toBe(404);
  expect(await pathsOf(id)).toEqual(['a.png']);
});

it('voids approvals when a named file is removed or put back, until they are given again', async () => {
  const id = await workWith({ cover: 'cover.png' }, { 'cover.png': `approved ${newId()}` });
  await sql`insert into book_assignments (book_id, email, role) values (${id}, ${author.email}, 'author')`.execute(
    t.deps.db,
  );
  const approve = { as: author, params: { id }, body: { version: 0 } };
  expect((await t.call(workReviewCalls.approveWork, approve)).status).toBe(200);
  const given = async () =>
    (await t.call(workReviewCalls.getWorkReview, { as: producer, params: { id } })).body.approvals.given;
  expect(await given()).toBe(1);
  t.clock.advance(1000);
  const removalId = newId();
  await remove(id, { id: removalId, path: 'cover.png', even_if_used: true });
  expect(await given()).toBe(0);
  t.clock.advance(1000);
  expect((await t.call(workReviewCalls.approveWork, approve)).status).toBe(200);
  expect(await given()).toBe(1);
  t.clock.advance(1000);
  // Who approved the book without the file has not seen it with the file.
  await restore(id, removalId);
  expect(await given()).toBe(0);
  t.clock.advance(1000);
  expect((await t.call(workReviewCalls.approveWork, approve)).status).toBe(200);
  expect(await given()).toBe(1);
});

it('keeps an approval void when the removed file is collected', async () => {
  const id = await workWith({ cover: 'cover.png' }, { 'cover.png': `approved ${newId()}` });
  await sql`insert into book_assignments (book_id, email, role) values (${id}, ${author.email}, 'author')`.execute(
    t.deps.db,
  );
  const approve = { as: author, params: { id }, body: { version: 0 } };
  expect((await t.call(workReviewCalls.approveWork, approve)).status).toBe(200);
  t.clock.advance(1000);
  await remove(id, { id: newId(), path: 'cover.png', even_if_used: true });
  await sql`delete from removed_work_files where work_id = ${id}`.execute(t.deps.db);
  const { body } = await t.call(workReviewCalls.getWorkReview, { as: producer, params: { id } });
  expect(body.approvals.given).toBe(0);
});
