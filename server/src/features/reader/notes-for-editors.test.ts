import { readerCalls } from '@vesalius/contract/reader-calls';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type Person, type TestApp, testApp } from '../../testing/app.ts';
import { buildBook, buildSubscription } from '../../testing/factories.ts';
import { assignBooks, unassignBook } from '../publishing/assign-books.ts';

/** Who reads which note, when people become editors, and when they no longer are. */
describe('notes of a book', () => {
  let t: TestApp;
  let bookA: string;
  let bookB: string;
  let editorOfA: Person;
  beforeAll(async () => {
    t = await testApp();
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    editorOfA = await t.person({ role: 'editor' });
    bookA = (await buildBook(t.deps.db, { editors: [editorOfA.email] })).id;
    bookB = (await buildBook(t.deps.db)).id;
  });

  const subscriberOfA = async () => {
    const person = await t.person();
    await buildSubscription(t.deps.db, { userId: person.id, bookId: bookA });
    return person;
  };
  const assign = async ({ email }: Person, bookId: string, role: 'editor' | 'producer' = 'editor') => {
    const ids = { email, role, bookIds: [bookId] };
    await inTransaction(t.deps.db, (tx) => assignBooks(tx, ids, t.clock.now()));
  };
  const becomeEditor = async (person: Person, bookId: string): Promise<Person> => {
    await assign(person, bookId);
    await sql`update users set role = 'editor' where id = ${person.id}`.execute(t.deps.db);
    return { ...person, role: 'editor' };
  };
  const write = async (as: Person, text: string, more: Record<string, unknown> = {}) => {
    const body = { book_id: bookA, note: { pageNumber: 4, quote: 'the valve', text }, ...more };
    const { status, body: note } = await t.call(readerCalls.createAnnotation, { as, body } as never);
    expect(status).toBe(201);
    return note;
  };
  const change = (as: Person, id: string, body: unknown) =>
    t.call(readerCalls.updateAnnotation, { as, params: { id }, body });
  type Listed = { note: { text: string } }[];
  const textsOf = (list: Listed) => list.map(({ note }) => note.text);
  const listed = async (as: Person, bookId = bookA) =>
    textsOf((await t.call(readerCalls.listAnnotations, { as, query: { book_id: bookId } })).body.data);
  const table = async (as: Person) => {
    const { status, body } = await t.call(readerCalls.listEditorNotes, { as, params: { id: bookA } });
    return status === 200 ? textsOf(body.data) : status;
  };

  it('that a reader wrote stay private when staff name the reader editor of another book', async () => {
    const reader = await subscriberOfA();
    await write(reader, 'my patient M.');
    const editorOfB = await becomeEditor(reader, bookB);
    await write(editorOfB, 'still only a subscriber here');
    expect(await listed(editorOfA)).toEqual([]);
    expect(await table(editorOfA)).toEqual([]);
    expect(await listed(editorOfB)).toEqual(['my patient M.', 'still only a subscriber here']);
  });

  it('that a reader wrote stay private when the reader becomes editor of the same book', async () => {
    const reader = await subscriberOfA();
    const { id } = await write(reader, 'my patient M.');
    const second = await becomeEditor(reader, bookA);
    await write(second, 'redraw');
    expect(await change(second, id, { text: 'my patient M., again', color: 'pink' })).toMatchObject({
      status: 200,
    });
    expect(await listed(editorOfA)).toEqual(['redraw']);
    expect(await table(editorOfA)).toEqual(['redraw']);
    expect(await table(second)).toEqual(['redraw']);
  });

  it('that its editors wrote are not for an editor of another book who subscribes to it, nor for a producer', async () => {
    await write(editorOfA, 'redraw');
    const editorOfB = await becomeEditor(await subscriberOfA(), bookB);
    const producer = await t.person({ role: 'editor' });
    await assign(producer, bookA, 'producer');
    for (const other of [editorOfB, producer]) {
      expect(await listed(other)).toEqual([]);
      expect(await table(other)).toBe(403);
    }
    expect(await table(editorOfA)).toEqual(['redraw']);
  });

  it('stay with the other editors after an assignment has ended; what is written then is private', async () => {
    const leaving = await becomeEditor(await subscriberOfA(), bookA);
    await becomeEditor(leaving, bookB);
    await write(leaving, 'a comma is missing');
    const { id } = await write(leaving, 'redraw');
    const { id: marked } = await write(leaving, 'too dark');
    await inTransaction(t.deps.db, (tx) =>
      unassignBook(tx, { bookId: bookA, email: leaving.email, role: 'editor' }, t.clock.now()),
    );
    await write(editorOfA, 'redrawn');
    await change(leaving, id, { text: 'I keep this for my patient' });
    await change(leaving, marked, { color: 'pink' });
    await write(leaving, 'mine');
    expect(await listed(editorOfA)).toEqual(['a comma is missing', 'too dark', 'redrawn']);
    expect(await listed(leaving)).toEqual([
      'a comma is missing',
      'I keep this for my patient',
      'too dark',
      'mine',
    ]);
    expect(await table(leaving)).toBe(403);
  });

  it('that were private stay it when an editor stores them again, after undoing a removal', async () => {
    const note = await write(editorOfA, 'shared');
    expect(note.for_editors).toBe(true);
    const second = await becomeEditor(await subscriberOfA(), bookA);
    expect((await write(second, 'again', { for_editors: false })).for_editors).toBe(false);
    expect(await listed(editorOfA)).toEqual(['shared']);
    const reader = await subscriberOfA();
    expect((await write(reader, 'a reader’s', { for_editors: true })).for_editors).toBe(false);
    expect(await listed(editorOfA)).toEqual(['shared']);
  });
});
