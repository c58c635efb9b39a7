import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { KeepDialog } from './keep-dialog.tsx';
import type { KeptBook } from './kept-book.ts';
import { limited } from './limited-store.ts';
import { memoryStore } from './memory-store.ts';

// jsdom has neither IndexedDB nor service workers; e2e/reader-offline.spec.ts uses both.
const { store } = vi.hoisted(() => ({ store: { now: null as never } }));
vi.mock('./idb-store.ts', () => ({
  idbStore: new Proxy({}, { get: (_target, name) => (store.now as never)[name] }),
}));
vi.mock('./register.ts', () => ({
  keepAppShell: vi.fn(async () => {}),
  dropAppShell: vi.fn(async () => {}),
}));

const BOOK = '0197a000-0000-7000-8000-0000000000b1';
const session = sessionOf('customer');
const kept = (more: Partial<KeptBook> = {}): KeptBook => ({
  bookId: BOOK,
  userId: session.userId,
  title: 'The Heart',
  author: 'A. Writer',
  revision: 1,
  pages: 40,
  key: {} as CryptoKey,
  grant: 'kept.x',
  validUntil: Date.parse('2031-03-01T12:00:00Z'),
  clockAhead: 0,
  lastSeen: 0,
  renewedAt: 0,
  state: 'kept',
  pagesDone: 40,
  bytes: 84_000_000,
  outdated: false,
  place: null,
  ...more,
});
const open = (answers = {}, language: 'en' | 'ar' = 'en', remember = true) =>
  renderScreen(<KeepDialog bookId={BOOK} onClose={() => {}} />, {
    namespaces: ['offline'],
    session,
    remember,
    language,
    answers: { [`GET /books/${BOOK}/offline_size`]: { pages: 40, bytes: 84_000_000 }, ...answers },
  });

afterAll(() => {
  vi.doUnmock('./idb-store.ts');
  vi.doUnmock('./register.ts');
});

describe('downloading a book to the device', () => {
  beforeEach(() => {
    store.now = memoryStore() as never;
    Object.defineProperty(navigator, 'storage', {
      value: { estimate: async () => ({}) },
      configurable: true,
    });
  });
  afterEach(async () => {
    const { remove } = await import('./keeper.ts');
    await remove(BOOK);
  });
  const put = (book: KeptBook) => (store.now as unknown as ReturnType<typeof memoryStore>).putBook(book);

  it('is offered with its size and its terms', async () => {
    await open();
    expect(await screen.findByText('Takes about 84 MB for 40 pages.')).toBeInTheDocument();
    expect(
      screen.getByText(/ends with your subscription.*You stay signed in on this device/),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Keep this book' })).toBeEnabled();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Not now' })).toHaveFocus());
    await expectAccessible(document.body);
  });

  const never = () => new Promise<never>(() => {});
  const throwing = (error: unknown) => () => Promise.reject(error);
  it.each([
    // A second request would not be answered either.
    [
      'stops responding',
      throwing(new DOMException('no answer', 'TimeoutError')),
      never,
      /does not work or is full/,
    ],
    ['answers with an error event', throwing(null), throwing(null), /does not work or is full/],
    ['is missing', throwing(new TypeError()), throwing(new TypeError()), /does not work or is full/],
    ['is full', throwing(new DOMException('full', 'QuotaExceededError')), throwing(null), /no room left/],
  ])('ends with its reason when the device’s database %s', async (_how, putBook, changeBook, words) => {
    store.now = limited({ ...memoryStore(), putBook, changeBook }) as never;
    await open({
      [`POST /books/${BOOK}/offline_licence`]: {
        issued_at: '2031-01-01T00:00:00Z',
        valid_until: '2031-03-01T00:00:00Z',
        revision: 1,
        text_version: 0,
        grant: 'g',
      },
      [`GET /books/${BOOK}/pages`]: {
        book: { id: BOOK, title: 'The Heart', author: 'A. Writer', number_of_pages: 40 },
        revision: 1,
      },
      'GET /annotations': { data: [] },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Keep this book' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(screen.queryByText('Getting ready')).toBeNull();
    expect(screen.getByRole('button', { name: 'Keep this book' })).toBeEnabled();
  });

  it('resumes automatically when the network failed before the first file', async () => {
    let asked = 0;
    await open({
      [`POST /books/${BOOK}/offline_licence`]: () => {
        asked += 1;
        if (asked === 1) throw new TypeError('Failed to fetch');
        return new FakeFailure(403, { code: 'not_subscribed', message: 'You need to subscribe.' });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Keep this book' }));
    expect(await screen.findByText(/It goes on by itself when it is back/)).toBeVisible();
    expect(asked).toBe(1);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(asked).toBe(2));
    await waitFor(() => expect(screen.queryByText(/It goes on by itself/)).toBeNull());
  });

  it('asks who uses the device if no user is remembered, and remembers nobody without consent', async () => {
    await open({}, 'en', false);
    const keepButton = await screen.findByRole('button', { name: 'Keep this book' });
    expect(keepButton).toBeDisabled();
    expect(screen.getByText(/On a device that others use/)).toBeInTheDocument();
    expect(screen.queryByText(/You stay signed in/)).toBeNull();
    await expectAccessible(document.body);
    expect(localStorage.getItem('user')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: /Only I use this device/ }));
    await userEvent.click(keepButton);
    await waitFor(() => expect(localStorage.getItem('user')).toContain(session.token));
  });

  it('does not start beside a remembered user, whose books would be removed', async () => {
    localStorage.setItem(
      'user',
      JSON.stringify(sessionOf('customer', { userId: 'agnes', firstName: 'Agnes' })),
    );
    await open({}, 'en', false);
    expect(await screen.findByText(/Agnes is signed in in this browser as well/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Keep this book' })).toBeDisabled();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await expectAccessible(document.body);
  });

  it('does not start without enough storage, and says how much there is', async () => {
    Object.defineProperty(navigator, 'storage', {
      value: { estimate: async () => ({ quota: 100_000_000, usage: 50_000_000 }) },
      configurable: true,
    });
    await open();
    expect(await screen.findByRole('alert')).toHaveTextContent('only about 50 MB left');
    expect(screen.getByRole('button', { name: 'Keep this book' })).toBeDisabled();
  });

  it('does not start without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open();
    expect(await screen.findByRole('button', { name: 'Keep this book' })).toBeDisabled();
    vi.restoreAllMocks();
    vi.spyOn(console, 'error');
    vi.spyOn(console, 'warn');
  });

  it('shows the progress of a paused book, and can resume or remove it', async () => {
    await put(kept({ state: 'paused', pagesDone: 12, bytes: 25_000_000 }));
    await open();
    expect(await screen.findByText('12 of 40 pages, 25 MB')).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'How much of the book is kept' })).toHaveAttribute(
      'aria-valuenow',
      '30',
    );
    expect(screen.getByRole('button', { name: 'Go on' })).toBeInTheDocument();
    await expectAccessible(document.body);
    await userEvent.click(screen.getByRole('button', { name: 'Stop and remove' }));
    expect(await screen.findByRole('button', { name: 'Keep this book' })).toBeInTheDocument();
    expect(await (store.now as unknown as ReturnType<typeof memoryStore>).books()).toEqual([]);
  });

  it.each([true, false])('says where a browser may delete it (keeps it for good: %s)', async (isForGood) => {
    Object.defineProperty(navigator, 'storage', {
      value: { estimate: async () => ({}), persisted: async () => isForGood },
      configurable: true,
    });
    await put(kept());
    await open();
    await screen.findByRole('button', { name: 'Remove' });
    if (isForGood) expect(screen.queryByText(/may delete kept books/)).toBeNull();
    else expect(await screen.findByText(/may delete kept books/)).toBeVisible();
  });

  it('shows a downloaded book with its size and its expiry', async () => {
    await put(kept());
    await open();
    expect(
      await screen.findByText('This book is kept: 84 MB. Without a network it opens until 1 Mar 2031.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Keep the new edition' })).not.toBeInTheDocument();
    await expectAccessible(document.body);
  });

  it('offers a new edition of a downloaded book', async () => {
    await put(kept({ outdated: true }));
    await open();
    expect(await screen.findByRole('button', { name: 'Keep the new edition' })).toBeInTheDocument();
  });

  it('shows nothing of another user’s book', async () => {
    await put(kept({ userId: 'somebody-else' }));
    await open();
    expect(await screen.findByRole('button', { name: 'Keep this book' })).toBeInTheDocument();
  });

  it('says that the server refused it, and stores nothing', async () => {
    const refusal = new FakeFailure(403, { code: 'not_subscribed', message: 'You need to subscribe.' });
    await open({ [`POST /books/${BOOK}/offline_licence`]: refusal });
    await userEvent.click(await screen.findByRole('button', { name: 'Keep this book' }));
    expect(await screen.findByText(/Your access to this book has ended/)).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep this book' })).toBeInTheDocument());
  });

  it('speaks Arabic', async () => {
    await open({}, 'ar');
    expect(await screen.findByText(/يشغل نحو/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'احتفظ بهذا الكتاب' })).toBeInTheDocument();
  });
});
