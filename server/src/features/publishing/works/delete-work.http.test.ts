import { studioCalls } from '@vesalius/contract/studio-calls';
import { workPreviewCalls } from '@vesalius/contract/work-preview-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many, one } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildBook, buildWork } from '../../../testing/factories.ts';
import { mailsTo } from '../../../testing/mails.ts';
import { collectUnused } from '../assets/collect-unused.ts';
import { isConversionAsked, requestConversion } from '../media/conversion-queries.ts';
import { makePreview } from '../preview/make-preview.ts';
import { removePreviews } from '../preview/remove-previews.ts';
import { prepareWorkPdf } from './prepare-work-pdf.ts';

let t: TestApp;
let staff: Person;
let producer: Person;
let author: Person;
beforeAll(async () => {
  t = await testApp();
  staff = await t.person({ role: 'staff' });
  [producer, author] = [await t.person({ role: 'author' }), await t.person({ role: 'author' })];
});
afterAll(() => t.close());

const remove = (id: string, as = staff) => t.call(studioCalls.deleteWork, { as, params: { id } });
const read = (id: string, as: Person) => t.call(studioCalls.getWork, { as, params: { id } });
let files = 0;
/** A stored file of the work; the same hash is the same file. */
async function addFile(workId: string, path: string, hash = `${++files}`.padStart(64, 'd')) {
  const now = t.clock.now();
  await t.deps.storage.put(`assets/${hash}`, Buffer.from('bytes'));
  await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, 5, 'video/mp4', ${now})
    on conflict do nothing`.execute(t.deps.db);
  await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
    values (${workId}, ${path}, ${hash}, ${path}, ${now})`.execute(t.deps.db);
  return hash;
}
const isStored = (hash: string) => t.deps.storage.find(`assets/${hash}`).then((found) => found !== null);

describe('a draft', () => {
  it('is deleted by staff, and its people and staff are told so where it is open', async () => {
    const { id, manifest } = await buildWork(t.deps.db, { producers: [producer.email] });
    expect((await remove(id, producer)).status).toBe(403);
    expect((await remove(id)).status).toBe(204);
    for (const each of [producer, staff]) {
      expect((await read(id, each)).body).toMatchObject({ code: 'work_deleted' });
      const { body } = await t.call(studioCalls.listWorkChanges, {
        as: each,
        params: { id },
        query: { since: 0 },
      });
      expect(body.code).toBe('work_deleted');
    }
    expect((await read(id, author)).status).toBe(404);
    const listed = await t.call(studioCalls.listWorks, { as: staff, query: {} });
    expect(listed.body.data.map((row: { id: string }) => row.id)).not.toContain(id);
    const { slug } = manifest;
    expect((await t.call(studioCalls.createWork, { as: staff, body: { slug, title: 'Anew' } })).status).toBe(
      201,
    );
  });

  it('is deleted once, however often the request is sent', async () => {
    const { id } = await buildWork(t.deps.db);
    const answers = await Promise.all([remove(id), remove(id)]);
    expect([...answers, await remove(id)].map(({ status }) => status)).toEqual([204, 204, 204]);
    const log = await many(
      t.deps.db,
      sql`select 1 from audit_log where subject_id = ${id} and action = 'work.delete'`,
    );
    expect(log).toHaveLength(1);
  });

  it('takes the files with it that nothing else names, after a day', async () => {
    const [work, other] = [await buildWork(t.deps.db), await buildWork(t.deps.db)];
    const own = await addFile(work.id, 'own.mp4');
    const shared = await addFile(work.id, 'shared.mp4');
    await addFile(other.id, 'shared.mp4', shared);
    for (const hash of [own, shared])
      await requestConversion(t.deps.db as never, { hash, sender: staff.id }, t.clock.now());
    await remove(work.id);
    expect(await isConversionAsked(t.deps.db, own)).toBe(false);
    expect(await isConversionAsked(t.deps.db, shared)).toBe(true);
    await collectUnused(t.deps);
    t.clock.advance(DAY_MS + 1);
    await collectUnused(t.deps);
    expect([await isStored(own), await isStored(shared)]).toEqual([false, true]);
  });

  it('does not trouble the jobs that run for it', async () => {
    const { id } = await buildWork(t.deps.db, { producers: [producer.email] });
    await t.call(workPreviewCalls.makeWorkPreview, { as: producer, params: { id } });
    await remove(id);
    await prepareWorkPdf(t.deps, { workId: id, assetHash: 'd'.repeat(64) });
    const job = { attempts: 1, maxAttempts: 3 } as never;
    await makePreview(t.deps as never, id, { job, signal: new AbortController().signal });
    const left = await one(
      t.deps.db,
      sql<{ count: number }>`select (select count(*) from page_sets where work_id = ${id})::int
        + (select count(*) from work_previews where work_id = ${id})::int as count`,
    );
    expect(left.count).toBe(0);
    expect(await mailsTo(t, producer.email)).toEqual([]);
  });

  it('leaves no hidden book of a preview that was made meanwhile', async () => {
    const { id } = await buildWork(t.deps.db);
    const hidden = await buildBook(t.deps.db, { slug: `preview-${id}` });
    await sql`update books set preview_of = ${id}, published_at = null where id = ${hidden.id}`.execute(
      t.deps.db,
    );
    await removePreviews(t.deps);
    expect(await many(t.deps.db, sql`select 1 from books where id = ${hidden.id}`)).toHaveLength(1);
    await remove(id);
    await removePreviews(t.deps);
    expect(await many(t.deps.db, sql`select 1 from books where id = ${hidden.id}`)).toHaveLength(0);
  });
});

describe('a book that is no draft', () => {
  it('is not deleted once it was published, also when it is withdrawn', async () => {
    const book = await buildBook(t.deps.db);
    await buildWork(t.deps.db, { id: book.id });
    expect((await remove(book.id)).body.code).toBe('not_a_draft');
    await sql`update books set withdrawn_at = now() where id = ${book.id}`.execute(t.deps.db);
    expect((await remove(book.id)).body.code).toBe('not_a_draft');
    expect((await read(book.id, staff)).status).toBe(200);
  });

  it('is not deleted while a release of it waits for its time', async () => {
    const { id } = await buildWork(t.deps.db);
    await sql`insert into releases (book_id, revision, slug, edition, started_at, publish_at)
      values (${id}, 1, 'waits', '1', ${t.clock.now()}, ${new Date(t.clock.now().getTime() + DAY_MS)})`.execute(
      t.deps.db,
    );
    expect((await remove(id)).body.code).toBe('not_a_draft');
    await sql`update releases set refused_because = '[]' where book_id = ${id}`.execute(t.deps.db);
    expect((await remove(id)).status).toBe(204);
  });

  it('at the same moment as somebody is named: no right to it stays', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await buildWork(t.deps.db, { producers: [producer.email] });
      const named = { email: author.email, work_role: 'producer' as const };
      const [, , added] = await Promise.all([
        t.call(workPreviewCalls.makeWorkPreview, { as: staff, params: { id } }),
        remove(id),
        t.call(studioCalls.addWorkPerson, { as: staff, params: { id }, body: named }),
      ]);
      expect([201, 204, 410]).toContain(added.status);
      const rights = await many(t.deps.db, sql`select 1 from book_assignments where book_id = ${id}`);
      expect(rights).toEqual([]);
    }
  });
});
