import { renderHook } from '@testing-library/react';
import type { SignedIn } from '@vesalius/contract/users';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { getSession, openForNobody, openForStored, whenTabLost } from '../../lib/session.ts';
import { sessionOf } from '../../testing/render.tsx';
import { dismissAllToasts, getToasts } from '../../ui/notify.ts';
import { useSignedIn } from './use-signed-in.ts';

const BORIS = {
  id: '0197a000-0000-7000-8000-0000000000b0',
  auth_token: 'vsl_boris',
  role_name: 'customer',
  first_name: 'Boris',
  image: null,
  email_verified: true,
  is_beta: false,
  institution_subscription: null,
  manages_institution: false,
  must_add_second_factor: false,
  language: 'en',
} as unknown as SignedIn;
const agnes = sessionOf('customer');

beforeEach(() => {
  dismissAllToasts();
  localStorage.clear();
  sessionStorage.clear();
});

/** Agnes is remembered in this browser; a link for Boris is opened in a new tab. */
async function signInBoris(written: string | null) {
  openForStored();
  localStorage.setItem('user', JSON.stringify(agnes));
  if (written) localStorage.setItem(`unsent:${agnes.userId}:note:book:1`, written);
  openForNobody();
  whenTabLost(() => {});
  const i18n = await createI18n('en', ['accounts']);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
  );
  renderHook(useSignedIn, { wrapper }).result.current(BORIS, true);
}
const remembered = () => localStorage.getItem('user') ?? '';

describe('the language after signing in', () => {
  const signInWith = async (shown: 'en' | 'ar', language: 'en' | 'ar') => {
    const i18n = await createI18n(shown, ['accounts']);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
    );
    whenTabLost(() => {});
    renderHook(useSignedIn, { wrapper }).result.current({ ...BORIS, language }, true);
    await vi.waitFor(() => expect(i18n.language).toBe('ar'));
  };
  it('stays Arabic for an account without a chosen language', () => signInWith('ar', 'en'));
  it('becomes the one that the account chose', () => signInWith('en', 'ar'));
});

describe('signing in while another user is remembered', () => {
  it('replaces the remembered user', async () => {
    await signInBoris(null);
    expect(remembered()).toContain('vsl_boris');
  });

  it('keeps a remembered user with unsaved texts, and says so', async () => {
    await signInBoris('{}');
    expect(remembered()).toContain(agnes.token);
    expect(sessionStorage.getItem('user')).toContain('vsl_boris');
    expect(getSession()?.userId).toBe(BORIS.id);
    expect(getToasts().map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/has not saved everything.*in this tab alone/),
    );
  });
});

describe('signing in where the browser stores nothing', () => {
  const notice = {
    tone: 'info',
    text: 'This browser does not let the site store anything: you are signed out when you load a page anew.',
    stays: true,
  };
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };

  it.each([
    ['is full', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)],
    ['is blocked', () => vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse)],
  ])('says that the session ends with the page, because the storage %s', async (_why, takeAway) => {
    whenTabLost(() => {});
    const i18n = await createI18n('en', ['accounts']);
    const wrapper = ({ children }: { children: ReactNode }) => (
      <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
    );
    const signedIn = renderHook(useSignedIn, { wrapper }).result.current;
    const storage = takeAway();
    signedIn(BORIS, true);
    storage.mockRestore();
    expect(getSession()?.userId).toBe(BORIS.id);
    expect(getToasts()).toContainEqual(expect.objectContaining(notice));
  });

  it('says nothing of it where the session is stored', async () => {
    await signInBoris(null);
    expect(getToasts().map(({ text }) => text)).not.toContain(notice.text);
  });
});
