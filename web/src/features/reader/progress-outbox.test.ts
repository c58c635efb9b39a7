import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTransport, whenSessionEnded } from '../../lib/api-client.ts';
import { endSession } from '../../lib/end-session.ts';
import { storeSession, whenTabLost } from '../../lib/session.ts';
import { forgetOtherWriters } from '../../lib/user-storage.ts';
import { sessionOf } from '../../testing/render.tsx';
import { flushProgress, rememberProgress } from './progress-outbox.ts';

const BOOK = '0197a000-0000-7000-8000-0000000000b1';
const agnes = sessionOf('customer', { userId: 'agnes', token: 'vsl_agnes-own-token' });
const boris = sessionOf('customer', { userId: 'boris', token: 'vsl_boris-own-token' });

type Answer = { status: number; retryAfter?: string } | 'no network';
/** The simulated server's response, and the requests it received: user and page. */
const server = { answer: { status: 200 } as Answer, asked: [] as string[] };
const place = (page: number) =>
  rememberProgress({ bookId: BOOK, page, readAt: `2026-03-01T09:00:${String(page).padStart(2, '0')}.000Z` });
const waits = (userId: string) => localStorage.getItem(`reading-progress:${userId}`) !== null;
/** As the next loaded page would do. */
const signIn = (session: typeof agnes) => {
  whenTabLost(() => {});
  storeSession(session, true);
  void forgetOtherWriters(session.userId);
};
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  server.asked = [];
  setTransport(async ({ url, headers }) => {
    server.asked.push(`${headers['x-user-id']} ${new URL(url, location.href).searchParams.get('page')}`);
    if (server.answer === 'no network') throw new TypeError('Failed to fetch');
    const { status, retryAfter = null } = server.answer;
    return { status, body: status === 200 ? { page: 1, status: 'reading' } : { code: 'x' }, retryAfter };
  });
  signIn(agnes);
});
afterEach(() => vi.useRealTimers());

describe('the reading position', () => {
  it.each<[string, Answer]>([
    ['too busy', { status: 429 }],
    ['failing', { status: 503 }],
    ['away', 'no network'],
  ])('is sent by itself after the server was %s, less and less often', async (_what, answer) => {
    server.answer = answer;
    place(12);
    await flushProgress();
    await later(600_000);
    expect(server.asked.length).toBeGreaterThan(10);
    expect(server.asked.length).toBeLessThan(40);
    expect(waits('agnes')).toBe(true);
    server.answer = { status: 200 };
    await later(40_000);
    expect(waits('agnes')).toBe(false);
    const { length } = server.asked;
    await later(600_000);
    expect(server.asked).toHaveLength(length);
  });

  it('is not sent before the server accepts it, also not with the next page', async () => {
    server.answer = { status: 429, retryAfter: '120' };
    place(12);
    await flushProgress();
    server.answer = { status: 200 };
    place(13);
    window.dispatchEvent(new Event('online'));
    expect(await flushProgress()).toEqual(new Map());
    await later(119_000);
    expect(server.asked).toEqual(['agnes 12']);
    await later(2000);
    expect(server.asked).toEqual(['agnes 12', 'agnes 13']);
    expect(waits('agnes')).toBe(false);
  });

  it('includes the device’s time of sending', async () => {
    const times: (string | null)[] = [];
    setTransport(async ({ url }) => {
      const { searchParams } = new URL(url, location.href);
      times.push(searchParams.get('read_at'), searchParams.get('sent_at'));
      return { status: 200, body: { page: 12, status: 'reading' }, retryAfter: null };
    });
    place(12);
    vi.setSystemTime('2026-03-01T11:30:00.000Z');
    await flushProgress();
    expect(times).toEqual(['2026-03-01T09:00:12.000Z', '2026-03-01T11:30:00.000Z']);
  });

  it('does not block the next page when the server fails repeatedly', async () => {
    server.answer = { status: 500 };
    place(12);
    await flushProgress();
    await later(3_600_000);
    expect(server.asked.length).toBeLessThan(10);
    expect(waits('agnes')).toBe(true);
    server.answer = { status: 200 };
    place(13);
    await flushProgress();
    expect(waits('agnes')).toBe(false);
  });

  it('is dropped when the server refuses it', async () => {
    server.answer = { status: 404 };
    place(12);
    await flushProgress();
    expect(waits('agnes')).toBe(false);
    await later(600_000);
    expect(server.asked).toEqual(['agnes 12']);
  });

  it.each([
    [agnes, true],
    [boris, false],
  ])('after the session ended waits for its reader ($userId signs in)', async (next, isTheirs) => {
    server.answer = { status: 401 };
    const ending: Promise<void>[] = [];
    whenSessionEnded(() => void ending.push(endSession({ hasEnded: true })));
    place(12);
    await flushProgress();
    await Promise.all([...ending, later(600_000)]);
    server.answer = { status: 200 };
    signIn({ ...next, token: 'vsl_another-token' });
    await flushProgress();
    expect(server.asked).toEqual(isTheirs ? ['agnes 12', 'agnes 12'] : ['agnes 12']);
    expect(waits('agnes')).toBe(false);
  });
});
