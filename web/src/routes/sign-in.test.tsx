import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import SignInPage from './sign-in.tsx';

const ID = '0197a000-0000-7000-8000-0000000000b1';
const open = (next: string) =>
  renderScreen(<SignInPage />, {
    namespaces: ['accounts'],
    path: '/SignIn',
    at: `/SignIn?next=${encodeURIComponent(next)}`,
    answers: {
      'GET /users/sign_in_options': { kept_mails: false, demo_accounts: [], google: null },
      [`GET /books/${ID}`]: { id: ID, title: 'The Heart', price: 199 },
    },
  });

it('leads a newcomer who came to buy to an account first, and back to the purchase', async () => {
  const next = `/checkout?mode=book&id=${ID}`;
  await open(next);
  const link = await screen.findByRole('link', { name: 'New here? Create an account' });
  expect(new URL(link.getAttribute('href') as string, 'http://x').searchParams.get('next')).toBe(next);
});

it('begins with signing in for who came for something else', async () => {
  await open('/certificates');
  expect(await screen.findByRole('link', { name: 'Register' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /New here/ })).toBeNull();
});
