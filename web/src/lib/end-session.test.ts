import { accountsCalls } from '@vesalius/contract/accounts-calls';
import { describe, expect, it, vi } from 'vitest';
import { sessionOf } from '../testing/render.tsx';
import { clientFor, setTransport, type Transport } from './api-client.ts';
import { endSession, leaveTab, leaveTabsBy, signInAsAnother } from './end-session.ts';
import { endForgottenSessions, hasEndedOnServer } from './ended-tokens.ts';
import { takeLeftPage } from './left-page.ts';
import { takeNotice } from './notice.ts';
import { holdTab } from './open-tab.ts';
import {
  getSession,
  isStoredFor,
  isUserUnchanged,
  openForStored,
  storeSession,
  whenTabLost,
} from './session.ts';
import { keepUnsent, readUnsent, unsentForms } from './unsent.ts';
import { forgetOtherWriters, userKey, writeUserEntry } from './user-storage.ts';

const agnes = sessionOf('customer', { userId: 'agnes', token: 'vsl_agnes-own-token' });
const boris = sessionOf('customer', { userId: 'boris', token: 'vsl_boris-own-token' });
type Sent = Parameters<Transport>[0];

/** The server's side; without an answer it is silent for ever. */
function serverThat(answers: { status: number } | null) {
  const sent: Sent[] = [];
  setTransport((request) => {
    sent.push(request);
    return answers ? Promise.resolve({ ...answers, body: '' }) : new Promise(() => {});
  });
  return sent;
}
function view() {
  const steps: string[] = [];
  const forgetBooks = vi.fn(async () => {});
  leaveTabsBy({
    view: {
      hide: (text, signInPath) => steps.push(signInPath ? `hide ${text}, ${signInPath}` : `hide ${text}`),
      open: (path) => steps.push(`open ${path}`),
    },
    forgetContent: forgetBooks,
  });
  return { steps, forgetBooks };
}
/** The browser's: a shared lock is held until its tab is closed. */
const fakeLocks = (held: Set<string>) => ({
  request: async (name: string, options: LockOptions, work: (lock: unknown) => Promise<unknown>) => {
    if (options.mode === 'shared') held.add(name);
    return work(options.ifAvailable && held.has(name) ? null : { name });
  },
});
const { updateProfile } = clientFor<{ updateProfile: never }>({
  updateProfile: accountsCalls.updateProfile,
}) as unknown as { updateProfile: (input: object) => Promise<unknown> };

describe('ending a session', () => {
  it('clears, hides, tells the server and opens the next page', async () => {
    const sent = serverThat({ status: 204 });
    const { steps, forgetBooks } = view();
    storeSession(agnes, true);
    writeUserEntry(userKey('draft:', 'pre', '1'), '{"q":1}');
    writeUserEntry(userKey('reading-progress:'), '{}');
    localStorage.setItem('promo_discount', '{}');
    writeUserEntry(userKey('wanted-page:'), '/books');
    sessionStorage.setItem('book_to_buy', '{}');
    localStorage.setItem('theme', 'dark');
    await endSession({ text: 'Bye' });
    expect(getSession()).toBeNull();
    expect(steps).toEqual(['hide Bye', 'open /']);
    expect(sent).toMatchObject([
      {
        method: 'DELETE',
        url: '/v1/sessions',
        keepalive: true,
        headers: { authorization: 'Bearer vsl_agnes-own-token' },
      },
    ]);
    expect(forgetBooks).toHaveBeenCalledWith({ withUnsentOf: null });
    expect(Object.keys(localStorage).sort()).toEqual(['ended-sessions', 'theme']);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('does not wait for a silent server, keeps no token, and tells it at the next start', async () => {
    serverThat(null);
    const { steps } = view();
    storeSession(agnes, true);
    vi.useFakeTimers();
    try {
      const ending = endSession();
      expect(getSession()).toBeNull();
      expect(steps).toEqual(['hide undefined']);
      await vi.waitFor(() => expect(localStorage.getItem('sessions-to-end')).not.toBeNull());
      await vi.advanceTimersByTimeAsync(10_000);
      await ending;
    } finally {
      vi.useRealTimers();
    }
    expect(steps.at(-1)).toBe('open /');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(agnes.token);
    const later = serverThat({ status: 204 });
    await endForgottenSessions();
    expect(later).toMatchObject([{ method: 'POST', url: '/v1/sessions/end' }]);
    expect(JSON.parse(later[0]?.body ?? '{}').token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(localStorage.getItem('sessions-to-end')).toBeNull();
  });

  it.each([
    [{ hasEnded: true }, null],
    [{ isDeleted: true }, 'agnes'],
  ])('with %j tells the server nothing that it knows', async (how, withUnsentOf) => {
    const sent = serverThat({ status: 204 });
    const { forgetBooks } = view();
    storeSession(agnes, true);
    await endSession({ ...how, notice: { tone: 'error', text: 'It ended' } });
    expect(sent).toEqual([]);
    expect(forgetBooks).toHaveBeenCalledWith({ withUnsentOf });
    expect(takeNotice()).toEqual({ tone: 'error', text: 'It ended' });
    expect(takeNotice()).toBeNull();
  });

  it('by the server’s word keeps what was written, for its writer alone', async () => {
    serverThat({ status: 204 });
    view();
    storeSession(agnes, true);
    writeUserEntry(userKey('draft:', 'pre', '1'), '{"q":1}');
    writeUserEntry(userKey('reading-progress:'), '{}');
    keepUnsent('comment:1', 'A long comment');
    await endSession({ hasEnded: true });
    expect(readUnsent('comment:1')).toBeNull();
    whenTabLost(() => {});
    storeSession(agnes, true);
    await forgetOtherWriters('agnes');
    expect(readUnsent('comment:1')).toBe('A long comment');
    expect(unsentForms().map(({ path }) => path)).toEqual(['/']);
    expect(localStorage.getItem(userKey('draft:', 'pre', '1'))).toBe('{"q":1}');
    expect(localStorage.getItem(userKey('reading-progress:'))).toBe('{}');
    await endSession({ hasEnded: true });
    whenTabLost(() => {});
    storeSession(boris, true);
    await forgetOtherWriters('boris');
    expect(Object.keys(localStorage).filter((key) => key.includes(':agnes'))).toEqual([]);
  });

  it.each([
    ['the server ended the session', 'vsl_agnes-ow', 'A long comment'],
    ['the user signed out', 'agnes', null],
  ])('in another tab, where %s, leaves here what was written or not', async (_what, ended, expected) => {
    serverThat({ status: 204 });
    view();
    storeSession(agnes, true);
    keepUnsent('comment:1', 'A long comment');
    localStorage.setItem('ended-sessions', JSON.stringify([ended]));
    localStorage.removeItem('user');
    leaveTab(agnes, null, { text: 'You were signed out in another tab.' });
    whenTabLost(() => {});
    storeSession(agnes, true);
    await forgetOtherWriters('agnes');
    expect(readUnsent('comment:1')).toBe(expected);
  });

  it.each([
    ['the same user', agnes, '/book-viewer/1?page=20'],
    ['nobody else', boris, null],
  ])('in another tab, during a test, leads %s back to it after signing in again', (_who, next, expected) => {
    serverThat({ status: 204 });
    view();
    storeSession(agnes, false);
    sessionStorage.removeItem('user');
    leaveTab(agnes, null, { text: 'You were signed out.', to: '/SignIn', back: '/book-viewer/1?page=20' });
    // The sign-in page is loaded.
    openForStored();
    whenTabLost(() => {});
    storeSession(next, true);
    expect(takeLeftPage()).toBe(expected);
    expect(takeLeftPage()).toBeNull();
  });

  it.each([
    ['the same user', agnes, '/book-viewer/1?page=20'],
    ['nobody else', boris, null],
  ])('by the server’s word offers to sign in, and leads %s back', async (_who, next, expected) => {
    serverThat({ status: 204 });
    const { steps } = view();
    storeSession(agnes, true);
    await endSession({ text: 'It ended', hasEnded: true, back: '/book-viewer/1?page=20' });
    expect(steps[0]).toBe('hide It ended, /SignIn');
    whenTabLost(() => {});
    storeSession(next, true);
    expect(takeLeftPage()).toBe(expected);
  });

  it('in another tab leads to where the user signs in again and goes on', () => {
    serverThat({ status: 204 });
    const { steps } = view();
    storeSession(agnes, true);
    leaveTab(agnes, null, { text: 'Your session has ended.', to: '/?next=%2FFinalTest' });
    expect(steps.at(-1)).toBe('open /?next=%2FFinalTest');
  });

  it.each(['draft:', 'unsent:', 'upload:', 'importing:', 'reading-progress:'] as const)(
    'leaves “%s” of a user whose session ended in another tab, beside a remembered one',
    (kind) => {
      serverThat({ status: 204 });
      view();
      localStorage.setItem('user', JSON.stringify(boris));
      storeSession(agnes, false);
      const key = userKey(kind, '1');
      writeUserEntry(key, 'written by Agnes');
      const onLost = vi.fn(leaveTab);
      whenTabLost((former, now) => onLost(former, now, { text: 'Your session has ended.' }));
      // What another own tab of hers does when the server refuses its session.
      localStorage.setItem('ended-sessions', JSON.stringify(['vsl_agnes-ow']));
      expect(isUserUnchanged()).toBe(false);
      expect(onLost).toHaveBeenCalledWith(agnes, boris, expect.anything());
      expect(localStorage.getItem(key)).toBe('written by Agnes');
    },
  );

  it('deletes at the next sign-in what other users left in a tab that was just closed', async () => {
    localStorage.setItem('unsent:agnes:comment:1', '{}');
    localStorage.setItem('draft:agnes:pre:1', '{}');
    localStorage.setItem('reading-progress:agnes', '{}');
    localStorage.setItem('reading-progress:', '{}');
    localStorage.setItem('draft:clara:pre:1', '{}');
    localStorage.setItem('draft:boris:pre:1', '{}');
    localStorage.setItem('draft:boris-the-second:pre:1', '{}');
    localStorage.setItem(
      'user',
      JSON.stringify(sessionOf('customer', { userId: 'clara', token: 'vsl_clara' })),
    );
    storeSession(boris, false);
    await forgetOtherWriters('boris');
    expect(Object.keys(localStorage).sort()).toEqual([
      'draft:boris:pre:1',
      'draft:clara:pre:1',
      'reading-progress:',
      'user',
    ]);
  });

  it('leaves what a user has open in another tab, whom the browser does not remember', async () => {
    const held = new Set<string>();
    vi.stubGlobal('navigator', { locks: fakeLocks(held) });
    holdTab('agnes');
    localStorage.setItem('draft:agnes:pre:1', '{}');
    localStorage.setItem('draft:clara:pre:1', '{}');
    storeSession(boris, true);
    await forgetOtherWriters('boris');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([
      'draft:agnes:pre:1',
    ]);
    held.clear();
    await forgetOtherWriters('boris');
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
    vi.unstubAllGlobals();
  });

  it('leaves the drafts of a user who is signed in in another tab', async () => {
    const sent = serverThat({ status: 204 });
    view();
    storeSession(agnes, true);
    const key = userKey('draft:', 'pre', '1');
    writeUserEntry(key, '{"q":1}');
    storeSession(boris, false);
    leaveTab(agnes, boris, { text: 'Another person signed in in this browser.' });
    expect(localStorage.getItem(key)).toBe('{"q":1}');
    localStorage.setItem('user', JSON.stringify(boris));
    leaveTab(agnes, boris, { text: 'Another person signed in in this browser.' });
    expect(localStorage.getItem(key)).toBeNull();
    // Nobody holds the session that was replaced.
    await vi.waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', url: '/v1/sessions' }]));
  });

  it('does nothing for a visitor', async () => {
    const { steps } = view();
    await endSession();
    expect(steps).toEqual([]);
  });
});

describe('asking whether a session goes on', () => {
  it.each([
    [401, true],
    [200, false],
    [503, false],
  ])('takes %i for an end: %s', async (status, expected) => {
    const sent = serverThat({ status });
    expect(await hasEndedOnServer(agnes)).toBe(expected);
    expect(sent).toMatchObject([{ url: '/customer_portal/v1/users' }]);
  });
});

describe('a request', () => {
  it('names the user for whom the tab was opened', async () => {
    const sent = serverThat({ status: 200 });
    storeSession(agnes, true);
    await updateProfile({ body: {} });
    expect(sent[0]?.headers).toMatchObject({ authorization: `Bearer ${agnes.token}`, 'x-user-id': 'agnes' });
  });

  it('that a visitor wrote is not sent in the name of whoever signed in meanwhile', async () => {
    const sent = serverThat({ status: 200 });
    expect(getSession()).toBeNull();
    localStorage.setItem('user', JSON.stringify(agnes));
    await expect(updateProfile({ body: {} })).rejects.toMatchObject({ status: 0, code: 'wrong_person' });
    expect(sent).toEqual([]);
    await updateProfile({ body: {} });
    expect(sent).toMatchObject([{ headers: { 'x-user-id': 'agnes' } }]);
  });

  it('of a tab whose user changed is not sent, and nothing is stored for either', async () => {
    const sent = serverThat({ status: 200 });
    const onLost = vi.fn();
    storeSession(agnes, true);
    whenTabLost(onLost);
    const key = userKey('draft:', 'pre', '1');
    localStorage.setItem('user', JSON.stringify(boris));
    await expect(updateProfile({ body: {} })).rejects.toMatchObject({ status: 0, code: 'wrong_person' });
    writeUserEntry(key, '{"q":1}');
    expect(sent).toEqual([]);
    expect(onLost).toHaveBeenCalledOnce();
    expect(localStorage.getItem(key)).toBeNull();
  });
});

describe('signing in as somebody else', () => {
  it('leaves the tab to nobody, and the one who is signed in to the other tabs', () => {
    const { steps } = view();
    storeSession(boris, true);
    const onLost = vi.fn();
    whenTabLost(onLost);
    signInAsAnother('/SignIn?next=%2Fbooks');
    expect(steps).toEqual(['hide undefined', 'open /SignIn?next=%2Fbooks']);
    // What the page still asks for until the next one is there leaves it no other way.
    expect(isUserUnchanged()).toBe(false);
    expect(onLost).not.toHaveBeenCalled();
    expect(isStoredFor('boris')).toBe(true);
    whenTabLost(onLost);
    expect(sessionStorage.getItem('nobodys-tab')).toBe('1');
  });
});
