import { waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { isLoginOpen, openLogin } from '../lib/login-modal.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { isUserUnchanged } from '../lib/session.ts';
import { sessionOf } from '../testing/render.tsx';
import { getToasts } from '../ui/notify.ts';
import { type Guard, guardRoute } from './guards.ts';
import { leaveGuestForms } from './leave-guest-forms.ts';

const agnes = sessionOf('customer', { userId: 'agnes', firstName: 'Agnes' });

async function openAt(path: string, guard: Guard) {
  const i18n = await createI18n('en', ['shell']);
  const context = { queryClient: createQueryClient(), i18n };
  const router = createMemoryRouter(
    [
      {
        path,
        handle: { guard, bare: false },
        element: null,
        loader: (args) => {
          guardRoute(guard, context, args);
          return null;
        },
      },
      { path: '*', element: null },
    ],
    { initialEntries: [`${path}?next=%2Fbooks`] },
  );
  await waitFor(() => expect(router.state.initialized).toBe(true));
  localStorage.setItem('user', JSON.stringify(agnes));
  isUserUnchanged();
  const before = getToasts().at(-1)?.id ?? 0;
  leaveGuestForms(router, i18n, agnes);
  await waitFor(() => expect(router.state.revalidation).toBe('idle'));
  await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  return { at: router.state.location.pathname, said: getToasts().filter(({ id }) => id > before) };
}

describe('a visitor’s tab whose user signed in in another one', () => {
  it.each(['/SignIn', '/registration'])('leaves %s for where it led to, and says why', async (path) => {
    const { at, said } = await openAt(path, 'guest');
    expect(at).toBe('/books');
    expect(said).toMatchObject([{ tone: 'info', text: 'Agnes is signed in in this browser.' }]);
  });

  it('closes the sign-in dialog, and stays on the page', async () => {
    openLogin();
    const { at } = await openAt('/packages', 'anybody');
    expect(at).toBe('/packages');
    expect(isLoginOpen()).toBe(false);
  });
});
