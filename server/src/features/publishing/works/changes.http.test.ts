import { studioCalls } from '@vesalius/contract/studio-calls';
import { MAX_MANIFEST_BYTES, MAX_VERSIONS_BEHIND, PRESENCE_MS } from '@vesalius/contract/studio-limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { type Person, type TestApp, testApp } from '../../../testing/app.ts';
import { buildBook, buildWork } from '../../../testing/factories.ts';
import { whileHeld } from '../../../testing/held-row.ts';

let t: TestApp;
let ada: Person;
let ben: Person;
let reviewer: Person;
let id: string;
beforeAll(async () => {
  t = await testApp();
  ada = await t.person({ role: 'author', firstName: 'Ada', secondName: 'One' });
  ben = await t.person({ role: 'staff', firstName: 'Ben', secondName: 'Two' });
  reviewer = await t.person({ role: 'editor' });
});
afterAll(() => t.close());
beforeEach(async () => {
  const chapters = [
    { key: 'one', title: 'First' },
    { key: 'two', title: 'Second' },
  ];
  ({ id } = await buildWork(t.deps.db, { manifest: { title: 'Atlas', chapters }, producers: [ada.email] }));
});

const setTitle = (value: unknown) => ({ op: 'set', path: ['title'], value });
const change = (...operations: unknown[]) => ({ id: newId(), operations });
const send = (as: Person, base: number, changes: unknown[], more = {}) =>
  t.call(studioCalls.changeWork, { as, params: { id }, body: { base_version: base, changes, ...more } });
const set = (as: Person, base: number, value: string) => send(as, base, [change(setTitle(value))]);
const undo = (as: Person, more = {}) =>
  t.call(studioCalls.undoWorkChange, { as, params: { id }, body: { id: newId(), since: 0, ...more } });
const redo = (as: Person) => undo(as, { redo: true });
const poll = (as: Person, since = 0) =>
  t.call(studioCalls.listWorkChanges, { as, params: { id }, query: { since } });
const work = async () => (await t.call(studioCalls.getWork, { as: ben, params: { id } })).body;
const title = async () => (await work()).manifest.title;

describe('a change', () => {
  it('is refused when its sender is taken off the book meanwhile, and so is an undo', async () => {
    await set(ada, 0, 'Heart');
    const takenOff = sql`delete from book_assignments where book_id = ${id} and email = lower(${ada.email})`;
    const answers = await whileHeld(t.deps.db, takenOff, [() => set(ada, 1, 'Too late'), () => undo(ada)]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await title()).toBe('Heart');
  });

  it('is followed by a reviewer, who is told that the book may only be read', async () => {
    const assigned = (role: string) =>
      sql`insert into book_assignments (book_id, email, role)
      values (${id}, lower(${ada.email}), ${role}) on conflict do nothing`.execute(t.deps.db);
    await assigned('author');
    expect((await poll(ada)).body.may_edit).toBe(true);
    await sql`delete from book_assignments where book_id = ${id} and role = 'producer'`.execute(t.deps.db);
    expect((await set(ada, 0, 'Too late')).status).toBe(403);
    expect((await poll(ada)).body.may_edit).toBe(false);
  });

  it('makes versions that other users receive', async () => {
    const sent = await send(ada, 0, [
      change(setTitle('Heart'), { op: 'remove', path: ['chapters', '#two'] }),
    ]);
    expect(sent.body).toMatchObject({
      version: 2,
      outcomes: [{ state: 'applied', version: 2 }],
      steps: { can_undo: true },
    });
    expect(await work()).toMatchObject({
      version: 2,
      manifest: { title: 'Heart', chapters: [{ key: 'one' }] },
    });
    const told = await poll(ben, 1);
    expect(told.body).toMatchObject({
      version: 2,
      more: false,
      operations: [{ version: 2, user_id: ada.id, user_name: 'Ada One', operation: { op: 'remove' } }],
      steps: { can_undo: false },
    });
    expect((await poll(ben, 2)).body).toMatchObject({ operations: [], steps: null });
  });

  it('is applied once when its answer was lost, also concurrently', async () => {
    const insert = change({ op: 'insert', path: ['chapters'], entry: { key: 'new' }, after: 'one' });
    const answers = await Promise.all([1, 2, 3].map(() => send(ada, 0, [insert])));
    for (const { body } of answers)
      expect(body.outcomes).toEqual([{ id: insert.id, state: 'applied', version: 1 }]);
    expect((await work()).manifest.chapters.map((each: { key: string }) => each.key)).toEqual([
      'one',
      'new',
      'two',
    ]);
  });

  it('is refused with both values if another user changed the same, and other changes beside it are applied', async () => {
    await set(ada, 0, 'Of Ada');
    const { body } = await send(ben, 0, [
      change(setTitle('Of Ben')),
      change({ op: 'set', path: ['brief'], value: 'Of Ben' }),
    ]);
    expect(body.outcomes).toMatchObject([
      {
        state: 'conflict',
        conflict: {
          path: ['title'],
          mine: 'Of Ben',
          theirs: 'Of Ada',
          user_id: ada.id,
          user_name: 'Ada One',
        },
      },
      { state: 'applied', version: 2 },
    ]);
    expect((await work()).manifest).toMatchObject({ title: 'Of Ada', brief: 'Of Ben' });
  });

  it.each([
    ['malformed', setTitle('x'.repeat(301)), 'malformed'],
    [
      'of an entry that is not there',
      { op: 'set', path: ['chapters', '#nine', 'title'], value: 'x' },
      'no_entry',
    ],
    ['nested without end', setTitle(JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`)), 'bad_value'],
  ])('that is %s is refused alone', async (_, operation, code) => {
    const good = change({ op: 'set', path: ['brief'], value: 'Good' });
    const { body } = await send(ada, 0, [change(operation), good]);
    expect(body.outcomes).toMatchObject([{ state: 'refused', refusal: { code } }, { state: 'applied' }]);
    expect((await work()).manifest).toMatchObject({ title: 'Atlas', brief: 'Good' });
  });

  it('does not grow a book without limit', async () => {
    const large = await buildWork(t.deps.db, { manifest: { brief: 'x'.repeat(MAX_MANIFEST_BYTES) } });
    const { body } = await t.call(studioCalls.changeWork, {
      as: ben,
      params: { id: large.id },
      body: { base_version: 0, changes: [change(setTitle('A longer title than before'))] },
    });
    expect(body.outcomes).toMatchObject([{ state: 'refused', refusal: { code: 'too_large' } }]);
  });

  it('does not make a book another book', async () => {
    const other = await buildWork(t.deps.db);
    const slug = change({ op: 'set', path: ['slug'], value: other.manifest.slug });
    expect((await send(ben, 0, [slug])).body.outcomes).toMatchObject([
      { refusal: { code: 'identity_taken' } },
    ]);
    const both = change({ op: 'set', path: ['edition'], value: '2' });
    expect((await send(ben, 0, [both, { ...slug, id: newId() }])).body.outcomes).toMatchObject([
      { state: 'applied' },
      { state: 'applied' },
    ]);
  });

  it('is reserved for staff if it affects more than the book', async () => {
    const entry = { _id: 'one', slug: 'all-books', name: 'Everything', price: 1 };
    const changes = [
      change({ op: 'set', path: ['slug'], value: 'the-book-of-others' }),
      change({ op: 'set', path: ['publisher'], value: { slug: 'another', name: 'Another' } }),
      change({ op: 'set', path: ['packages'], value: [entry] }),
      change({ op: 'set', path: ['programs'], value: [{ _id: 'two', slug: 'a-program', name: 'Program' }] }),
    ];
    const sent = await send(ada, 0, changes);
    expect(sent.body.outcomes).toMatchObject(changes.map(() => ({ refusal: { code: 'by_staff' } })));
    expect((await send(ben, 0, changes)).body.outcomes).toMatchObject(
      changes.map(() => ({ state: 'applied' })),
    );
    const price = change({ op: 'set', path: ['packages', '#one', 'price'], value: 2 });
    expect((await send(ada, 4, [price])).body.outcomes).toMatchObject([{ refusal: { code: 'by_staff' } }]);
    const taken = await undo(ada, { change_id: changes[2]?.id });
    expect(taken.body.outcome).toMatchObject({ refusal: { code: 'by_staff' } });
    expect((await work()).manifest).toMatchObject({ slug: 'the-book-of-others', packages: [entry] });
  });

  it('that makes a paid book free is reserved for staff', async () => {
    const priceOf = (value?: number) =>
      change({ op: 'set', path: ['price'], ...(value === undefined ? {} : { value }) });
    // The book is not sold yet.
    expect((await send(ada, 0, [priceOf(0), priceOf(189)])).body.outcomes).toMatchObject([
      { state: 'applied' },
      { state: 'applied' },
    ]);
    await buildBook(t.deps.db, { id, priceCents: 18_900 });
    const { body } = await send(ada, 2, [priceOf(0), priceOf(), priceOf(99)]);
    expect(body.outcomes).toMatchObject([
      { refusal: { code: 'by_staff', message: expect.stringContaining('free') } },
      { refusal: { code: 'by_staff' } },
      { state: 'applied' },
    ]);
    const [taken] = (await send(ben, 3, [priceOf(0)])).body.outcomes;
    expect(taken).toMatchObject({ state: 'applied' });
    await send(ben, 4, [priceOf(189)]);
    // Back to the earlier price.
    const last = (await send(ada, 5, [priceOf(49)])).body.outcomes;
    expect(last).toMatchObject([{ state: 'applied' }]);
    expect((await work()).manifest.price).toBe(49);
  });

  it('is refused from reviewers, and on a version that does not exist', async () => {
    await t.call(studioCalls.addWorkPerson, {
      as: ben,
      params: { id },
      body: { email: reviewer.email, work_role: 'editor' },
    });
    expect((await set(reviewer, 0, 'x')).body.code).toBe('not_allowed');
    expect((await undo(reviewer)).body.code).toBe('not_allowed');
    expect((await poll(reviewer)).status).toBe(200);
    expect((await set(ada, 7, 'x')).body.fields).toHaveProperty('base_version');
    expect(await title()).toBe('Atlas');
  });

  it('is not compared with an unlimited history', async () => {
    await sql`update works set version = ${MAX_VERSIONS_BEHIND + 1} where id = ${id}`.execute(t.deps.db);
    expect((await set(ada, 0, 'x')).body.code).toBe('edited_meanwhile');
    expect((await set(ada, 1, 'x')).status).toBe(200);
  });

  it('is sent in parts to a client that is far behind', async () => {
    const long = (n: number) => change({ op: 'set', path: ['brief'], value: `${n}`.repeat(5000) });
    for (let part = 0; part < 5; part += 1)
      await send(
        ada,
        part * 50,
        Array.from({ length: 50 }, (_, n) => long(n % 10)),
      );
    let since = 0;
    let parts = 0;
    for (let more = true; more; parts += 1) {
      const { body } = await poll(ben, since);
      expect(body.operations[0].version).toBe(since + 1);
      since = body.operations.at(-1).version;
      more = body.more;
    }
    expect({ since, parts: parts > 1 }).toEqual({ since: 250, parts: true });
  });
});

describe('undo', () => {
  it('reverts sixty changes one by one, and redoes them', async () => {
    for (let n = 1; n <= 60; n += 1) await set(ada, n - 1, `Title ${n}`);
    for (let n = 59; n >= 1; n -= 1) await undo(ada);
    expect(await title()).toBe('Title 1');
    expect((await undo(ada)).body.steps).toEqual({ can_undo: false, can_redo: true });
    expect(await title()).toBe('Atlas');
    expect((await undo(ada)).body).toMatchObject({ outcome: null, target: null });
    for (let n = 1; n <= 60; n += 1) await redo(ada);
    expect(await title()).toBe('Title 60');
    expect((await redo(ada)).body.outcome).toBeNull();
  });

  it('reverts a whole change, and only of the calling user', async () => {
    await send(ada, 0, [change(setTitle('Of Ada'), { op: 'remove', path: ['chapters', '#one'] })]);
    await send(ben, 2, [change({ op: 'set', path: ['brief'], value: 'Of Ben' })]);
    const { body } = await undo(ada);
    expect(body.outcome).toMatchObject({ state: 'applied', version: 5 });
    expect((await work()).manifest).toMatchObject({
      title: 'Atlas',
      brief: 'Of Ben',
      chapters: [{ key: 'one' }, { key: 'two' }],
    });
  });

  it('is refused if another user changed the same since, and can be skipped', async () => {
    await send(ada, 0, [change({ op: 'set', path: ['brief'], value: 'Of Ada' })]);
    await set(ada, 1, 'Of Ada');
    await set(ben, 2, 'Of Ben');
    const { body } = await undo(ada);
    expect(body).toMatchObject({
      outcome: { state: 'conflict', conflict: { mine: 'Atlas', theirs: 'Of Ben', user_name: 'Ben Two' } },
      refused_operations: [setTitle('Atlas')],
    });
    expect(await title()).toBe('Of Ben');
    expect((await undo(ada, { skip: [body.target] })).body.outcome.state).toBe('applied');
    expect((await work()).manifest).not.toHaveProperty('brief');
  });

  it('happens once when its answer was lost', async () => {
    await set(ada, 0, 'First');
    await set(ada, 1, 'Second');
    const once = newId();
    for (let turn = 0; turn < 2; turn += 1) await undo(ada, { id: once });
    expect(await title()).toBe('First');
  });

  it('reverts a change of the history, by any user', async () => {
    await set(ben, 0, 'Of Ben');
    const [entry] = (await t.call(studioCalls.listWorkHistory, { as: ada, params: { id } })).body.data;
    await undo(ada, { change_id: entry.change_id });
    expect(await title()).toBe('Atlas');
    expect((await undo(ada, { change_id: newId() })).status).toBe(404);
  });
});

describe('the history', () => {
  it('shows who changed what, when, from what to what', async () => {
    await set(ada, 0, 'Heart');
    await send(ben, 1, [change({ op: 'move', path: ['chapters', '#two'], to: ['chapters'], after: null })]);
    await send(ben, 2, [change({ op: 'remove', path: ['chapters', '#one'] })]);
    await undo(ben);
    const { body } = await t.call(studioCalls.listWorkHistory, {
      as: ada,
      params: { id },
      query: { items: 3 },
    });
    expect(body.metadata).toEqual({ count: 4, currentPage: 1, pages: 2 });
    expect(body.data).toMatchObject([
      { op: 'insert', path: ['chapters', '#one'], after: { key: 'one' }, undoes: 3 },
      {
        op: 'remove',
        path: ['chapters', '#one'],
        before: { key: 'one', title: 'First' },
        user_name: 'Ben Two',
      },
      { op: 'move', path: ['chapters', '#two'], before: { after: 'one' }, after: { after: null } },
    ]);
    const older = await t.call(studioCalls.listWorkHistory, {
      as: ada,
      params: { id },
      query: { items: 3, page: 2 },
    });
    expect(older.body.data).toMatchObject([
      {
        op: 'set',
        path: ['title'],
        before: 'Atlas',
        after: 'Heart',
        user_name: 'Ada One',
        made_at: t.clock.now().toISOString(),
      },
    ]);
  });
});

describe('a user at a work', () => {
  it('is visible to the others until the polling stops', async () => {
    expect((await poll(ada)).body.people).toEqual([]);
    expect((await poll(ben)).body.people).toEqual([{ user_id: ada.id, name: 'Ada One' }]);
    t.clock.advance(PRESENCE_MS / 2);
    expect((await poll(ada)).body.people).toEqual([{ user_id: ben.id, name: 'Ben Two' }]);
    t.clock.advance(PRESENCE_MS / 2 + 1);
    expect((await poll(ada)).body.people).toEqual([]);
    expect((await poll(ben)).body.people).toEqual([{ user_id: ada.id, name: 'Ada One' }]);
  });
});
