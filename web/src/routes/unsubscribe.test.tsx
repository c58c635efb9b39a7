import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LetterChoice } from '@vesalius/contract/letters';
import { expect, it } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import UnsubscribePage from './unsubscribe.tsx';

const show = (choice: LetterChoice | FakeFailure, more: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<UnsubscribePage />, {
    namespaces: ['letters'],
    path: '/unsubscribe/:token',
    at: '/unsubscribe/abc',
    answers: {
      'GET /v1/unsubscribe/abc': choice,
      'POST /unsubscribe/abc': { ...choice, wants: false },
      'DELETE /unsubscribe/abc': { ...choice, wants: true },
    },
    ...more,
  });
const WEEKLY: LetterChoice = { letter: 'weekly', wants: true, language: 'en' };

it('stops the letter by one button, by keyboard too, and takes it back', async () => {
  const { container, calls } = await show(WEEKLY);
  expect(await screen.findByText(/^This stops the weekly letter/)).toBeVisible();
  expect(calls).toEqual(['GET /v1/unsubscribe/abc']);
  await expectAccessible(container);
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('You will no longer get the weekly letter.'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(screen.getByRole('status')).toHaveTextContent('You get the weekly letter again.'),
  );
  expect(calls.slice(1)).toEqual(['POST /unsubscribe/abc', 'DELETE /unsubscribe/abc']);
  expect(screen.getByRole('button', { name: 'Unsubscribe' })).toBeVisible();
});

it('speaks the language of the account, whoever is signed in', async () => {
  const { container } = await show(
    { letter: 'digest', wants: true, language: 'ar' },
    { session: sessionOf('staff') },
  );
  const heading = await screen.findByRole('heading', { name: 'إلغاء الاشتراك' });
  expect(heading.closest('[dir]')).toHaveAttribute('dir', 'rtl');
  await userEvent.click(screen.getByRole('button', { name: 'إلغاء الاشتراك' }));
  expect(await screen.findByText('لن تصلك الرسالة اليومية عن التعليقات الجديدة بعد الآن.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'تراجع' })).toBeVisible();
  await expectAccessible(container);
});

it('says that a letter is off already', async () => {
  await show({ ...WEEKLY, wants: false });
  expect(await screen.findByText('You will no longer get the weekly letter.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

it('says that a link is not valid, and where letters are chosen', async () => {
  const { container } = await show(new FakeFailure(404, { code: 'not_found', message: 'Not found' }));
  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Your profile' })).toHaveAttribute('href', '/profile-info/me');
  await expectAccessible(container);
});
