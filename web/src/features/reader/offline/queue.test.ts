import { webcrypto } from 'node:crypto';
import { MAX_SHOWN_PAGES } from '@vesalius/contract/constants';
import type { Annotation, NewAnnotation } from '@vesalius/contract/reader';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bothTexts, type Change, LONGEST_TEXT, shownNote, withChanges, withStored } from './changes.ts';
import type { KeptStore } from './kept-store.ts';
import { memoryStore } from './memory-store.ts';
import { dropWaiting, enqueue, waitingChanges } from './queue.ts';
import { type QueueCalls, sendQueue } from './send-queue.ts';

// jsdom has no `crypto.subtle`.
vi.stubGlobal('crypto', webcrypto);

const ME = 'u1';
const WRITER = { userId: ME, role: 'customer' } as const;
const BOOK = 'b1';
const AT = '2026-11-20T12:00:00.000Z';

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/**
 * Simulates a server with one reader's notes and position: the rules of `/annotations`, and a connection that can fail.
 */
function fakeServer() {
  const notes = new Map<string, Annotation>();
  const places: string[] = [];
  let tick = 0;
  let fail: (() => Error | null) | null = null;
  /** The call arrives and its response is lost. */
  let loseAnswers = 0;
  const stamp = () => new Date(Date.parse(AT) + ++tick * 1000).toISOString();
  const through = async <Answer>(work: () => Answer): Promise<Answer> => {
    const error = fail?.();
    if (error) throw error;
    const answer = work();
    if (loseAnswers > 0) {
      loseAnswers -= 1;
      throw new Refused(0, 'network');
    }
    return answer;
  };
  const get = (id: string) => {
    const note = notes.get(id);
    if (!note) throw new Refused(404, 'not_found');
    return note;
  };
  const calls: QueueCalls = {
    createAnnotation: (body) =>
      through(() => {
        const at = stamp();
        if (!notes.has(body.id)) notes.set(body.id, { ...shownNote(body, at), author_name: 'Ada' });
        return get(body.id);
      }),
    updateAnnotation: (id, { text, color, unchanged_since }) =>
      through(() => {
        const note = get(id);
        const same = text === undefined || text === note.note.text;
        if (unchanged_since && unchanged_since !== note.updated_at && !same)
          throw new Refused(409, 'edited_meanwhile');
        const next = {
          ...note,
          color: color ?? note.color,
          note: { ...note.note, text: text ?? note.note.text },
          updated_at: stamp(),
        };
        notes.set(id, next);
        return next;
      }),
    deleteAnnotation: (id, since) =>
      through(() => {
        if (since && get(id).updated_at !== since) throw new Refused(409, 'edited_meanwhile');
        get(id);
        notes.delete(id);
      }),
    listAnnotations: () => through(() => [...notes.values()]),
    keepPlace: (_book, { page, shown }) =>
      through(() => {
        places.push(`${page}: ${shown?.join(' ')}`);
        return { status: 'in_progress', page };
      }),
  };
  return {
    calls,
    notes,
    places,
    text: (id: string) => notes.get(id)?.note.text,
    elsewhere: (id: string, text: string) => calls.updateAnnotation(id, { text }),
    failWith: (next: typeof fail) => {
      fail = next;
    },
    loseNextAnswer: () => {
      loseAnswers = 1;
    },
  };
}

describe('the queue', () => {
  let store: KeptStore;
  let server: ReturnType<typeof fakeServer>;
  beforeEach(() => {
    store = memoryStore();
    server = fakeServer();
  });

  const newNote = (id: string, text = ''): NewAnnotation & { id: string } => ({
    id,
    book_id: BOOK,
    note: { pageNumber: 4, quote: 'the mitral valve', text },
  });
  const create = (id: string, text = '') =>
    enqueue(store, WRITER, BOOK, { kind: 'create', note: newNote(id, text), at: AT }, null);
  const update = (before: Annotation, text: string, base: string | null = before.updated_at) =>
    enqueue(
      store,
      WRITER,
      BOOK,
      { kind: 'update', id: before.id, text, before, spareId: 'spare', at: AT },
      base,
    );
  const remove = (before: Annotation) =>
    enqueue(store, WRITER, BOOK, { kind: 'delete', id: before.id, at: AT }, before.updated_at);
  const place = (page: number, shown: number[] = [page]) =>
    enqueue(store, WRITER, BOOK, { kind: 'place', page, shown, at: AT }, null);
  const send = () => sendQueue(store, WRITER, server.calls);
  const stored = async (id: string, text: string) =>
    server.calls.createAnnotation({ ...newNote(id, text), id });

  it('sends changes in order, and is empty afterwards', async () => {
    await create('n1');
    await update(shownNote(newNote('n1'), AT), 'first');
    await update(shownNote(newNote('n1', 'first'), AT), 'second');
    await place(12);
    const report = await send();
    expect([report.waiting, report.merged, report.sent.size]).toEqual([0, 0, 4]);
    expect(server.text('n1')).toBe('second');
    expect(server.places).toEqual(['12: 12']);
    expect(await store.entries()).toEqual([]);
  });

  it('stores everything encrypted without a network, and sends it later once', async () => {
    server.failWith(() => new Refused(0, 'network'));
    await create('n1', 'written over the Atlantic');
    expect(await send()).toMatchObject({ waiting: 1, held: 0 });
    const [entry] = await store.entries();
    expect(new TextDecoder('latin1').decode(entry?.sealed.data)).not.toMatch(/Atlantic|mitral/);
    server.failWith(null);
    server.loseNextAnswer();
    expect((await send()).waiting).toBe(1);
    expect((await send()).waiting).toBe(0);
    expect([...server.notes.keys()]).toEqual(['n1']);
    expect(server.text('n1')).toBe('written over the Atlantic');
  });

  it('does not change twice what was sent twice', async () => {
    const before = await stored('n1', 'old');
    await update(before, 'new');
    server.loseNextAnswer();
    await send();
    expect((await send()).merged).toBe(0);
    expect(server.text('n1')).toBe('new');
  });

  it('keeps both texts when the note was changed elsewhere meanwhile', async () => {
    const before = await stored('n1', 'old');
    await server.elsewhere('n1', 'from the ward');
    await update(before, 'from the plane');
    await update(
      { ...before, note: { ...before.note, text: 'from the plane' } },
      'from the plane, corrected',
    );
    const report = await send();
    expect(report.merged).toBe(2);
    expect(server.text('n1')).toBe('from the ward\n\n— 2026-11-20 12:00 —\nfrom the plane, corrected');
  });

  it('keeps both texts also when they are too long for one note', async () => {
    const before = await stored('n1', 'old');
    await server.elsewhere('n1', 'w'.repeat(LONGEST_TEXT - 5));
    await update(before, 'from the plane');
    await send();
    expect(server.text('n1')).toMatch(/^w+$/);
    expect(server.text('spare')).toBe('from the plane');
  });

  it('restores a note that was deleted elsewhere and changed here', async () => {
    const before = await stored('n1', 'old');
    await server.calls.deleteAnnotation('n1', undefined);
    await update(before, 'still needed');
    await send();
    expect(server.notes.get('n1')?.note).toMatchObject({ text: 'still needed', quote: 'the mitral valve' });
  });

  it('does not delete a note that was changed elsewhere, and deletes the others, twice if necessary', async () => {
    const [changed, other] = [await stored('n1', 'old'), await stored('n2', 'old')];
    await server.elsewhere('n1', 'worth keeping');
    await remove(changed);
    await remove(other);
    server.loseNextAnswer();
    await send();
    await send();
    expect([...server.notes.keys()]).toEqual(['n1']);
    expect(await store.entries()).toEqual([]);
  });

  it('holds a refused change and those after it, and sends them when they are accepted again', async () => {
    await create('n1', 'a');
    await update(shownNote(newNote('n1', 'a'), AT), 'b');
    await place(9);
    server.failWith(() => new Refused(403, 'not_subscribed'));
    expect(await send()).toMatchObject({ waiting: 3, held: 2, ended: new Set([BOOK]) });
    server.failWith(null);
    expect(await send()).toMatchObject({ waiting: 0, held: 0 });
    expect(server.text('n1')).toBe('b');
  });

  it('holds changes of another role, and sends them when that role is back', async () => {
    await create('n1', 'a');
    await update(shownNote(newNote('n1', 'a'), AT), 'b');
    for (const role of ['editor', 'author'] as const) {
      const report = await sendQueue(store, { ...WRITER, role }, server.calls);
      expect(report).toMatchObject({ waiting: 2, held: 2, ofOtherRole: 1, failure: null });
      expect(await server.calls.listAnnotations(BOOK)).toEqual([]);
    }
    // The editor's change does not wait for it.
    await enqueue(
      store,
      { ...WRITER, role: 'editor' },
      BOOK,
      { kind: 'create', note: newNote('n2'), at: AT },
      null,
    );
    await sendQueue(store, { ...WRITER, role: 'editor' }, server.calls);
    expect((await server.calls.listAnnotations(BOOK)).map(({ id }) => id)).toEqual(['n2']);
    expect(await send()).toMatchObject({ waiting: 0, held: 0, ofOtherRole: 0 });
    expect(server.text('n1')).toBe('b');
  });

  it('leaves no key behind when the queue is empty, also after the account was deleted', async () => {
    await create('n1');
    await enqueue(store, { ...WRITER, userId: 'u2' }, BOOK, { kind: 'place', page: 3, at: AT }, null);
    await send();
    expect(await store.personKey(ME)).toBeNull();
    expect(await store.personKey('u2')).not.toBeNull();
    await dropWaiting(store, 'u2');
    expect([await store.entries(), await store.personKey('u2')]).toEqual([[], null]);
  });

  it('keeps waiting when another user has signed in', async () => {
    await create('n1');
    server.failWith(() => new Refused(409, 'wrong_person'));
    expect(await send()).toMatchObject({ waiting: 1, held: 0 });
  });

  it.each([0, 401, 429, 500, 503])('waits completely when the status is %i', async (status) => {
    await create('n1');
    await create('n2');
    server.failWith(() => new Refused(status, 'x'));
    expect(await send()).toMatchObject({ waiting: 2, held: 0, failure: { status } });
    server.failWith(() => null);
    expect(await send()).toMatchObject({ waiting: 0, failure: null });
  });

  it('sends the others when the server fails at one of them', async () => {
    await create('n1', 'a');
    await update(shownNote(newNote('n1', 'a'), AT), 'b');
    await create('n2', 'c');
    let asked = 0;
    server.failWith(() => (asked++ === 0 ? new Refused(500, 'internal') : null));
    expect(await send()).toMatchObject({ waiting: 2, held: 0, failure: { status: 500 } });
    expect([...server.notes.keys()]).toEqual(['n2']);
    server.failWith(null);
    expect(await send()).toMatchObject({ waiting: 0, failure: null });
    expect(server.text('n1')).toBe('b');
  });

  it('keeps the newest position, and all pages that were shown', async () => {
    await place(3);
    await place(40, []);
    await place(5, [4, 5]);
    await place(6);
    await send();
    expect(server.places).toEqual(['6: 3 4 5 6']);
  });

  it('counts the position’s page for entries of an earlier release', async () => {
    await enqueue(store, WRITER, BOOK, { kind: 'place', page: 3, at: AT }, null);
    await place(7);
    await send();
    expect(server.places).toEqual(['7: 3 7']);
  });

  it('sends more pages than one call accepts in several calls', async () => {
    const pages = Array.from({ length: MAX_SHOWN_PAGES }, (_, index) => index + 1);
    await place(200, pages);
    await place(201);
    await place(202);
    await send();
    expect(server.places).toEqual([`200: ${pages.join(' ')}`, '202: 201 202']);
  });

  it('reports a stored change before it leaves the queue', async () => {
    await create('n1', 'a');
    const held: number[] = [];
    await sendQueue(store, WRITER, server.calls, async (_waiting, stored) => {
      expect(stored).toMatchObject({ id: 'n1', author_name: 'Ada' });
      held.push((await store.entries()).length);
    });
    expect(held).toEqual([1]);
    expect(await store.entries()).toEqual([]);
  });

  it('shows nothing to another user', async () => {
    await create('n1');
    expect(await waitingChanges(store, 'u2')).toEqual([]);
    await sendQueue(store, { ...WRITER, userId: 'u2' }, server.calls);
    expect(server.notes.size).toBe(0);
    expect(await waitingChanges(store, ME)).toHaveLength(1);
  });
});

describe('notes with queued changes', () => {
  const note = (id: string, page: number, text = ''): Annotation =>
    shownNote({ id, book_id: BOOK, note: { pageNumber: page, quote: 'q', text } }, AT);

  it('include created, changed and deleted notes', () => {
    const changes: Change[] = [
      { kind: 'create', note: { id: 'n3', book_id: BOOK, note: { pageNumber: 2 } }, at: AT },
      { kind: 'update', id: 'n1', text: 'new', color: 'blue', before: note('n1', 5), spareId: 's', at: AT },
      { kind: 'delete', id: 'n2', at: AT },
      { kind: 'place', page: 9, at: AT },
    ];
    const shown = withChanges([note('n1', 5, 'old'), note('n2', 6)], changes);
    expect(shown.map((each) => [each.id, each.note.text, each.color])).toEqual([
      ['n3', '', 'yellow'],
      ['n1', 'new', 'blue'],
    ]);
  });

  it('are as the server stored them once they were sent', () => {
    const change: Change = { kind: 'delete', id: 'n1', at: AT };
    expect(withStored([note('n1', 5), note('n2', 6)], change, null).map(({ id }) => id)).toEqual(['n2']);
    const [first, ...rest] = withStored([note('n1', 5, 'old')], change, note('n1', 4, 'both'));
    expect([first?.note.text, rest]).toEqual(['both', []]);
  });

  it.each([
    ['theirs', '', 'old', 'theirs'],
    ['', 'mine', 'old', 'mine'],
    ['mine and more', 'mine', 'old', 'mine and more'],
    ['mine', 'mine and more', 'old', 'mine and more'],
    ['theirs', 'mine', 'old', 'theirs\n\n— 2026-11-20 12:00 —\nmine'],
    ['added; old', 'mine', 'old', 'added; mine'],
  ])('both texts of %j and %j (was %j) are %j', (theirs, mine, before, both) => {
    expect(bothTexts(theirs, mine, before, AT)).toBe(both);
  });
});
