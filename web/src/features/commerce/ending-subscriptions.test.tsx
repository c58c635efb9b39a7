import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../testing/render.tsx';
import { EndingSubscriptions } from './ending-subscriptions.tsx';

const renewing = {
  id: 'one',
  subscription_end_date: '2027-05-01T09:00:00.000Z',
  renews: true,
  renews_at: '2027-03-01T09:00:00.000Z',
  renewal_price: 129,
  is_active: true,
  book: { id: 'b', title: 'The ECG in Practice', author: 'A', cover_photo: '/x.webp', number_of_pages: 9 },
  package: null,
};
const granted = {
  ...renewing,
  id: 'two',
  renews: false,
  renews_at: null,
  book: null,
  package: { id: 'p', name: 'Thorax and Heart' },
};
const past = { ...granted, id: 'three', is_active: false, package: { id: 'q', name: 'Long gone' } };

const onShown = vi.fn();
const open = (answer: unknown, language: 'en' | 'ar' = 'en', waiting: unknown[] = []) =>
  renderScreen(<EndingSubscriptions onShown={onShown} />, {
    namespaces: ['commerce'],
    session: sessionOf('customer'),
    answers: { 'GET /subscribed_books': answer as object, 'GET /waiting_purchases': listOf(waiting) },
    language,
  });
const listOf = (data: unknown[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });

describe('before an account is deleted', () => {
  afterEach(cleanup);

  it('lists running subscriptions with their renewals, and says that access is lost', async () => {
    const { container } = await open(listOf([renewing, granted, past]));
    expect(await screen.findByText('Your 2 subscriptions end now')).toBeVisible();
    const [first, second] = screen.getAllByRole('listitem');
    expect(first).toHaveTextContent(
      'The ECG in Practice: runs until 1 May 2027, would renew for $129 on 1 Mar 2027',
    );
    expect(second).toHaveTextContent('Thorax and Heart: paid or granted until 1 May 2027');
    expect(container).not.toHaveTextContent('Long gone');
    expect(container).toHaveTextContent(/lose access at once.*Nothing more is charged/);
    await expectAccessible(container);
  });

  it('does not announce a renewal that is on hold', async () => {
    const held = { ...renewing, renews: false, renews_at: null, renewal_price: 0 };
    await open(listOf([{ ...held, left_shop: { because: 'withdrawn', since: null, new_edition: null } }]));
    expect(await screen.findByRole('listitem')).toHaveTextContent(
      'The ECG in Practice: runs until 1 May 2027, would not renew: it left the shop',
    );
  });

  it('shows the end of the current year of a renewing bundle', async () => {
    const bundle = { ...renewing, book: null, package: { id: 'p', name: 'Thorax and Heart' } };
    await open(listOf([bundle]));
    expect(await screen.findByRole('listitem')).toHaveTextContent(
      'Thorax and Heart: runs until 1 May 2027, would renew for $129 on 1 Mar 2027',
    );
  });

  it('says what becomes of a payment that waits for PayPal', async () => {
    const waiting = { id: 'w', book_id: 'b', package_id: null, title: 'Chest Radiography' };
    await open(listOf([]), 'en', [{ ...waiting, waiting_since: '2026-11-22T14:00:00.000Z' }]);
    expect(await screen.findByText('A payment still waits for PayPal')).toBeVisible();
    expect(screen.getByRole('listitem')).toHaveTextContent(
      'Chest Radiography: waits for PayPal; if PayPal still takes the payment, all of it is returned',
    );
  });

  it('says it in Arabic', async () => {
    await open(listOf([renewing]), 'ar');
    expect(await screen.findByText('ينتهي اشتراكك الآن')).toBeVisible();
  });

  it('shows nothing if nothing runs, and says so if loading failed', async () => {
    const { container } = await open(listOf([past]));
    await waitFor(() => expect(onShown).toHaveBeenCalled());
    expect(container).not.toHaveTextContent('Long gone');
    cleanup();
    onShown.mockClear();
    await open(new FakeFailure(500, { code: 'internal', message: 'Something went wrong.' }));
    expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible();
    expect(onShown).toHaveBeenCalled();
  });
});
