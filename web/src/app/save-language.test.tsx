import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LANGUAGE_STORAGE_KEY } from '@vesalius/contract/constants';
import { afterEach, describe, expect, it } from 'vitest';
import { keyOf } from '../lib/query-keys.ts';
import { whenTabLost } from '../lib/session.ts';
import { SESSION_KEY } from '../lib/stored-session.ts';
import { FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { getToasts } from '../ui/notify.ts';
import { ShellHeader } from './shell-header.tsx';

const SAVE = 'PATCH /users/update_profile';
const toArabic = () => screen.getByRole('button', { name: 'العربية' });
const arabicPage = () => waitFor(() => expect(document.documentElement.lang).toBe('ar'));
afterEach(() => {
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
  localStorage.removeItem(LANGUAGE_STORAGE_KEY);
});

describe('the language switch', () => {
  it('stores the language in the account of a signed-in user, the last choice last', async () => {
    const stored: unknown[] = [];
    let answerFirst = () => {};
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve;
    });
    const cached: { read: () => unknown } = { read: () => null };
    await renderScreen(<ShellHeader />, {
      session: sessionOf('author'),
      prepare: (client) => {
        cached.read = () => client.getQueryData(keyOf('accounts', 'user'));
      },
      answers: {
        [SAVE]: async ({ body }: { body: { language: string } }) => {
          if (body.language === 'ar') await first;
          stored.push(body);
          return body;
        },
      },
    });
    await userEvent.click(toArabic());
    await userEvent.click(await screen.findByRole('button', { name: 'English' }));
    await screen.findByRole('button', { name: 'العربية' });
    answerFirst();
    await waitFor(() => expect(stored).toEqual([{ language: 'ar' }, { language: 'en' }]));
    // The profile shows it at once.
    await waitFor(() => expect(cached.read()).toEqual({ language: 'en' }));
  });

  it('works without a word if the account cannot be reached', async () => {
    const { calls } = await renderScreen(<ShellHeader />, {
      session: sessionOf('customer'),
      answers: { [SAVE]: new FakeFailure(503, { code: 'unavailable', message: 'Try again' }) },
    });
    await userEvent.click(toArabic());
    await arabicPage();
    await waitFor(() => expect(calls).toEqual([SAVE]));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(getToasts()).toEqual([]);
  });

  it('sends nothing for visitors', async () => {
    const { calls } = await renderScreen(<ShellHeader />);
    await userEvent.click(toArabic());
    await arabicPage();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toEqual([]);
  });

  it('sends nothing for another user, who signed in in another tab', async () => {
    const { calls } = await renderScreen(<ShellHeader />, { session: sessionOf('customer') });
    whenTabLost(() => {});
    const other = sessionOf('customer', {
      userId: '0197a000-0000-7000-8000-000000000002',
      token: 'vsl_other',
    });
    localStorage.setItem(SESSION_KEY, JSON.stringify(other));
    fireEvent.click(toArabic());
    await arabicPage();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toEqual([]);
  });
});
