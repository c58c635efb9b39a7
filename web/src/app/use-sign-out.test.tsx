import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { setTransport } from '../lib/api-client.ts';
import { leaveTabsBy } from '../lib/end-session.ts';
import { takeNotice } from '../lib/notice.ts';
import { getSession, openForStored, storeSession, whenTabLost } from '../lib/session.ts';
import { KEPT_BOOKS_KEY } from '../product/kept-books.ts';
import { sessionOf } from '../testing/render.tsx';
import { useSignOut } from './use-sign-out.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('signing out', () => {
  it('does not wait for a database that never answers', async () => {
    const i18n = await createI18n('en', ['shell']);
    vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
    vi.stubGlobal('IDBRequest', EventTarget);
    // Loaded before the clock is mocked.
    await import('../features/reader/offline/wake.ts');
    setTransport(async () => ({ status: 204, body: '' }));
    const open = vi.fn();
    leaveTabsBy({ view: { hide() {}, open }, forgetContent: () => new Promise(() => {}) });
    storeSession(sessionOf('customer'), true);
    localStorage.setItem(KEPT_BOOKS_KEY, JSON.stringify({ books: ['some-book'], waiting: true }));
    const wrapper = ({ children }: { children: ReactNode }) => (
      <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
    );
    const { result } = renderHook(useSignOut, { wrapper });
    vi.useFakeTimers();
    await act(async () => {
      const leaving = result.current.signOut();
      await vi.advanceTimersByTimeAsync(10_000);
      await leaving;
    });
    expect(getSession()).toBeNull();
    expect(open).toHaveBeenCalledWith('/');
    expect(takeNotice()?.text).toContain('The books that you kept on this device were removed from it.');
  });

  it('says whose the tab is from now on, and offers to sign in as somebody else', async () => {
    const i18n = await createI18n('en', ['shell']);
    setTransport(async () => ({ status: 204, body: '' }));
    leaveTabsBy({ view: { hide() {}, open() {} }, forgetContent: async () => {} });
    openForStored();
    whenTabLost(() => {});
    storeSession(sessionOf('customer', { userId: 'anna', token: 'vsl_anna-own', firstName: 'Anna' }), false);
    const boris = sessionOf('customer', { userId: 'boris', token: 'vsl_boris-own', firstName: 'Boris' });
    localStorage.setItem('user', JSON.stringify(boris));
    const wrapper = ({ children }: { children: ReactNode }) => (
      <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
    );
    const { result } = renderHook(useSignOut, { wrapper });
    await act(() => result.current.signOut());
    expect(takeNotice()).toMatchObject({
      text: expect.stringContaining('Boris'),
      signInPath: '/SignIn',
      stays: true,
    });
  });
});
