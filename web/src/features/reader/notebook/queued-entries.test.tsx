import { webcrypto } from 'node:crypto';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { NotebookEntry } from '@vesalius/contract/notebook';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen, sessionOf } from '../../../testing/render.tsx';
import { setKeptHint } from '../kept-hint.ts';
import type { KeptBook } from '../offline/kept-book.ts';
import type { KeptStore } from '../offline/kept-store.ts';
import { memoryStore } from '../offline/memory-store.ts';
import { enqueue } from '../offline/queue.ts';
import { Notebook } from './notebook-page.tsx';

// jsdom has neither IndexedDB nor `crypto.subtle`.
const { store } = vi.hoisted(() => ({ store: { now: null as never } }));
vi.mock('../offline/idb-store.ts', () => ({
  idbStore: new Proxy({}, { get: (_target, name) => (store.now as never)[name] }),
}));
vi.stubGlobal('crypto', webcrypto);
afterAll(() => {
  vi.doUnmock('../offline/idb-store.ts');
  vi.unstubAllGlobals();
});

const BOOK = '0197a000-0000-7000-8000-0000000000b1';
const NEW = '0197a000-0000-4000-8000-0000000000a1';
const OLD = '0197a000-0000-4000-8000-0000000000a2';
const session = sessionOf('customer');
const stored = (id: string, text: string): NotebookEntry => ({
  id,
  book: { id: BOOK, title: 'The Heart', author: 'A. Writer', language: 'en' },
  chapter: null,
  page_label: '5',
  note: { pageNumber: 7, quote: 'a passage', text },
  color: 'green',
  orphaned: false,
  is_closed: false,
  created_at: '2031-01-01T00:00:00.000Z',
  updated_at: '2031-01-01T00:00:00.000Z',
});
const listOf = (data: readonly unknown[]) => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages: data.length > 0 ? 1 : 0 },
});
const queueNew = (kept: KeptStore) =>
  enqueue(
    kept,
    { userId: session.userId, role: 'customer' },
    BOOK,
    {
      kind: 'create',
      note: { id: NEW, book_id: BOOK, note: { pageNumber: 9, quote: 'the valve', text: 'written offline' } },
      at: '2031-01-02T00:00:00.000Z',
    },
    null,
  );
const open = (entries: () => readonly NotebookEntry[], at = '/notebook') =>
  renderScreen(
    <Notebook placeLink={(id, page, note) => `/${id}/${page}/${note}`} library={<a href="/">Books</a>} />,
    {
      namespaces: ['notebook'],
      session,
      at,
      answers: {
        'GET /notebook': () => listOf(entries()),
        'GET /notebook/books': () =>
          listOf(entries().length > 0 ? [{ id: BOOK, title: 'The Heart', count: 1, chapters: [] }] : []),
      },
    },
  );
const queue = () => screen.findByRole('list', { name: 'Not sent yet' });

describe('the notebook with changes that wait to be sent', () => {
  let kept: KeptStore;
  beforeEach(async () => {
    kept = memoryStore();
    store.now = kept as never;
    await kept.putBook({
      ...({} as KeptBook),
      ...{ bookId: BOOK, userId: session.userId, title: 'The Heart', author: 'A. Writer', revision: 1 },
      ...{ validUntil: Date.now() + 86_400_000, clockAhead: 0, lastSeen: 0 },
    });
    setKeptHint({ books: [], waiting: true });
  });

  it('shows a note that was written offline, marked, until the server has it', async () => {
    const seq = await queueNew(kept);
    let entries = [stored(OLD, 'an old thought')];
    await open(() => entries);
    const item = within(within(await queue()).getByRole('listitem'));
    expect(item.getByText('written offline')).toBeVisible();
    expect(item.getByText('Not sent yet')).toBeVisible();
    expect(item.getByRole('link', { name: 'The Heart, page 9' })).toHaveAttribute(
      'href',
      `/${BOOK}/9/${NEW}`,
    );
    expect(await screen.findByText('an old thought')).toBeVisible();
    await kept.deleteEntry(seq);
    entries = [...entries, stored(NEW, 'written offline')];
    await act(async () => setKeptHint({ books: [], waiting: false }));
    await waitFor(() => expect(screen.queryByText('Not sent yet')).toBeNull());
    expect(screen.getByText('written offline')).toBeVisible();
  });

  it('shows a changed text once, as it was written', async () => {
    const before = stored(OLD, 'before');
    await enqueue(
      kept,
      { userId: session.userId, role: 'customer' },
      BOOK,
      {
        ...{ kind: 'update', id: OLD, text: 'after', spareId: NEW, at: '2031-01-02T00:00:00.000Z' },
        before: {
          ...{ ...before, author_name: '', is_own: true, rects: [], quote_before: '', quote_after: '' },
          for_editors: false,
        },
      },
      null,
    );
    await open(() => [before]);
    expect(within(await queue()).getByText('after')).toBeVisible();
    expect(screen.queryByText('before')).toBeNull();
  });

  it('is not empty while a first note waits, and leaves out what the filters do', async () => {
    await queueNew(kept);
    const first = await open(() => []);
    expect(within(await queue()).getByText('written offline')).toBeVisible();
    expect(screen.queryByText('Your notebook is empty')).toBeNull();
    first.unmount();
    await open(() => [stored(OLD, 'an old thought')], '/notebook?color=green');
    expect(await screen.findByText('an old thought')).toBeVisible();
    expect(screen.queryByText('Not sent yet')).toBeNull();
  });
});
