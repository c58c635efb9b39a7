import { studioCalls } from '@vesalius/contract/studio-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { many } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildBook, buildWork } from '../../../testing/factories.ts';
import { mailsTo } from '../../../testing/mails.ts';

let t: TestApp;
let staff: Person;
let producer: Person;
let author: Person;
let stranger: Person;
beforeAll(async () => {
  t = await testApp();
  staff = await t.person({ role: 'staff', firstName: 'Sam', secondName: 'Desk' });
  producer = await t.person({ role: 'author' });
  author = await t.person({ role: 'author', firstName: 'Ann', secondName: 'Author' });
  stranger = await t.person({ role: 'author' });
});
afterAll(() => t.close());

const create = (slug: string, more: Record<string, unknown> = {}) =>
  t.call(studioCalls.createWork, { as: staff, body: { slug, title: 'Atlas', ...more } });
const read = (id: string, as: Person) => t.call(studioCalls.getWork, { as, params: { id } });
const name = (id: string, role: string, email: string) =>
  t.call(studioCalls.addWorkPerson, { as: staff, params: { id }, body: { email, work_role: role } });
const dismiss = (id: string, role: string, email: string) =>
  t.call(studioCalls.removeWorkPerson, { as: staff, params: { id }, query: { email, work_role: role } });
const listed = async (as: Person, query = {}) =>
  (await t.call(studioCalls.listWorks, { as, query })).body.data.map((row: { id: string }) => row.id);

it('tells who is taken off a work by letter what ended and what remains', async () => {
  const maker = await t.person({ role: 'author' });
  const [gone, stays] = [
    await create('atlas-that-ends'),
    await create('atlas-that-stays', { title: 'Stays' }),
  ];
  for (const { body } of [gone, stays]) await name(body.id, 'producer', maker.email);
  const [added] = await mailsTo(t, maker.email);
  expect(added?.text).toMatch(/You now work on: “(Atlas|Stays)”\./);
  expect((await dismiss(gone.body.id, 'producer', maker.email)).status).toBe(204);
  // The request is sent again.
  await dismiss(gone.body.id, 'producer', maker.email);
  const letters = (await mailsTo(t, maker.email)).filter(({ subject }) => /assignments/.test(subject));
  expect(letters).toHaveLength(3);
  expect(letters[0]?.text).toMatch(/no longer a producer, .*: Atlas.*\n[\s\S]*still have: Stays\./);
});

describe('a work', () => {
  it('begins with a short name and a title', async () => {
    const { status, body } = await create('atlas-of-beginnings');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      slug: 'atlas-of-beginnings',
      state: 'draft',
      version: 0,
      may_edit: true,
      manifest: { slug: 'atlas-of-beginnings', title: 'Atlas' },
      files: [],
      people: [],
      steps: { can_undo: false, can_redo: false },
    });
  });

  it('is created once, however often the request is sent', async () => {
    const id = newId();
    const answers = await Promise.all([1, 2, 3].map(() => create('atlas-sent-often', { id })));
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual([201, 201, 201].map((s) => [s, id]));
  });

  it('has a unique short name, among books too, and when two are created concurrently', async () => {
    await buildBook(t.deps.db, { slug: 'atlas-for-sale' });
    expect((await create('atlas-for-sale')).body.code).toBe('slug_taken');
    const both = await Promise.all([create('atlas-at-once'), create('atlas-at-once')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('lists its files with what they are', async () => {
    const { id } = await buildWork(t.deps.db);
    const hash = 'a'.repeat(64);
    await sql`insert into assets (hash, bytes, media_type, stored_at) values (${hash}, 5000000000, 'application/pdf', now())`.execute(
      t.deps.db,
    );
    await sql`insert into work_files (work_id, path, asset_hash, original_name, added_at)
      values (${id}, 'book.pdf', ${hash}, 'Final FINAL.pdf', now())`.execute(t.deps.db);
    expect((await read(id, staff)).body.files).toMatchObject([
      {
        path: 'book.pdf',
        asset: hash,
        bytes: 5_000_000_000,
        media_type: 'application/pdf',
        original_name: 'Final FINAL.pdf',
      },
    ]);
  });

  it('is listed by title, last changed first', async () => {
    const one = await buildWork(t.deps.db, { manifest: { title: 'Zebra stripes' } });
    const other = await buildWork(t.deps.db, { manifest: { title: 'Zebra hooves' } });
    await t.call(studioCalls.changeWork, {
      as: staff,
      params: { id: one.id },
      body: {
        base_version: 0,
        changes: [{ id: newId(), operations: [{ op: 'set', path: ['brief'], value: 'x' }] }],
      },
    });
    expect(await listed(staff, { search_term: 'zebra' })).toEqual([one.id, other.id]);
    const { body } = await t.call(studioCalls.listWorks, {
      as: staff,
      query: { search_term: 'zebra', items: 1 },
    });
    expect(body).toMatchObject({ data: [{ changed_by: 'Sam Desk' }], metadata: { count: 2, pages: 2 } });
  });
});

describe('the people of a work', () => {
  it('edit or review it from when they are assigned until they are removed', async () => {
    const { id } = await buildWork(t.deps.db);
    for (const each of [producer, author]) expect((await read(id, each)).status).toBe(404);
    expect((await name(id, 'producer', producer.email.toUpperCase())).status).toBe(201);
    const named = await name(id, 'author', author.email);
    expect(named.body.people).toMatchObject([
      { role: 'producer', user_id: producer.id },
      { role: 'author', user_id: author.id, name: 'Ann Author', email: author.email },
    ]);
    expect((await read(id, producer)).body).toMatchObject({ may_edit: true });
    expect((await read(id, author)).body).toMatchObject({
      may_edit: false,
      people: [{ email: null }, { email: null }],
    });
    expect(await listed(producer)).toContain(id);
    expect(await listed(author)).toContain(id);
    expect(await listed(stranger)).not.toContain(id);
    await dismiss(id, 'producer', producer.email);
    expect((await read(id, producer)).status).toBe(404);
    expect(await listed(producer)).not.toContain(id);
  });

  it('may be an address that has no account yet', async () => {
    const { id } = await buildWork(t.deps.db);
    await name(id, 'producer', 'later@press.example');
    expect((await read(id, staff)).body.people).toEqual([
      { role: 'producer', user_id: null, name: null, email: 'later@press.example' },
    ]);
    const later = await t.person({ role: 'editor', email: 'later@press.example' });
    expect((await read(id, later)).body.may_edit).toBe(true);
  });

  it('have no access before the address is verified', async () => {
    const { id } = await buildWork(t.deps.db, { producers: ['unverified@press.example'] });
    const person = await t.person({ role: 'author', email: 'unverified@press.example', verified: false });
    expect((await read(id, person)).status).toBe(403);
    expect(await listed(staff)).toContain(id);
  });

  it('are accounts with access to the desk', async () => {
    const { id } = await buildWork(t.deps.db);
    const reader = await t.person();
    expect((await name(id, 'producer', reader.email)).body.fields?.email).toMatch(
      /not of an author or editor/,
    );
    expect((await name(id, 'editor', author.email)).body.fields?.email).toMatch(/another role/);
    expect((await read(id, staff)).body.people).toEqual([]);
  });

  it('are in the audit log once', async () => {
    const { id } = await buildWork(t.deps.db);
    for (let turn = 0; turn < 2; turn += 1) await name(id, 'author', author.email);
    for (let turn = 0; turn < 2; turn += 1) await dismiss(id, 'author', author.email);
    const log = await many(
      t.deps.db,
      sql<{
        action: string;
        detail: unknown;
      }>`select action, detail from audit_log where subject_id = ${id} order by id`,
    );
    const detail = { role: 'author', user_id: author.id };
    expect(log).toEqual([
      { action: 'book.assign', detail },
      { action: 'book.unassign', detail },
    ]);
  });

  it('lose a work with their role', async () => {
    const { id } = await buildWork(t.deps.db);
    const person = await t.person({ role: 'editor' });
    await name(id, 'producer', person.email);
    await sql`update users set role = 'customer' where id = ${person.id}`.execute(t.deps.db);
    expect((await read(id, person)).status).toBe(403);
    const demoted = await t.person({ role: 'staff' });
    await sql`update users set role = 'author' where id = ${demoted.id}`.execute(t.deps.db);
    expect((await read(id, { ...demoted, role: 'author' })).status).toBe(404);
  });
});

it('of a replaced edition says by which one, and since when it is', async () => {
  const { db } = t.deps;
  const earlier = await buildBook(db, { title: 'Quill' });
  await buildWork(db, { id: earlier.id });
  await sql`update works set manifest = manifest || '{"title": "Quill"}', released_version = version, released_revision = 1
    where id = ${earlier.id}`.execute(db);
  const row = async () =>
    (await t.call(studioCalls.listWorks, { as: staff, query: { search_term: 'quill' } })).body.data[0];
  expect(await row()).toMatchObject({ state: 'published', replaced_by: null });
  const newer = await buildBook(db, { title: 'Quill' });
  const at = new Date(t.clock.now().getTime() + 60_000);
  await sql`update books set edition = '2nd edition', old_version_book_id = ${earlier.id}, readable_until = '2030-01-01',
    published_at = ${at} where id = ${newer.id}`.execute(db);
  expect(await row()).toMatchObject({ state: 'published', replaced_by: null });
  t.clock.advance(60_000);
  const replaced = { state: 'replaced', replaced_by: { edition: '2nd edition', since: at.toISOString() } };
  expect(await row()).toMatchObject(replaced);
  const { body } = await read(earlier.id, staff);
  expect(body.publication).toMatchObject(replaced);
});
