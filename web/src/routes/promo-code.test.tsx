import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storePromoCode } from '../features/commerce/book-to-buy.ts';
import { type Answers, expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { checkout } from '../testing/sample-checkout.ts';
import PromoCodePage from './promo-code.tsx';

const ID = '0197a000-0000-7000-8000-000000000009';
const discount = (discounted: number, recurs = false) => ({
  success: true,
  discounted_price: discounted,
  discount_price: 199 - discounted,
  promo_code: 'HALF',
  recurs,
  renewal_price: recurs ? discounted : 199,
});
const open = (answers: Answers = {}, language: 'en' | 'ar' = 'en') =>
  renderScreen(<PromoCodePage />, {
    namespaces: ['commerce'],
    path: '/promocode/:id',
    at: `/promocode/${ID}`,
    session: sessionOf('customer'),
    answers: {
      [`GET /books/${ID}`]: { id: ID, title: 'Chest Radiography', price: 199, cover_photo: '/x.webp' },
      'GET /checkout': checkout,
      ...answers,
    },
    language,
  });
const apply = async () => {
  await screen.findByText('$199 per year');
  await userEvent.type(screen.getByLabelText('Promo code'), 'half');
  await userEvent.click(screen.getByRole('button', { name: 'Apply the code' }));
};

describe('the promo code page', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  it('says that the buyer reads the book already before its price', async () => {
    const hold = { by: 'institution', name: 'Charité', until: '2029-02-14T09:00:00.000Z', renews: false };
    const held_books = [{ id: ID, title: 'Chest Radiography', hold, continue_page: null }];
    await open({ 'GET /checkout': { ...checkout, held_books } });
    expect(await screen.findByText('Through Charité, until 14 Feb 2029.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the book' })).toBeVisible();
    expect(screen.queryByText(/\$/)).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Get your own subscription' }));
    expect(await screen.findByText('$199 per year')).toBeVisible();
  });

  it.each(['en', 'ar'] as const)(
    'has heading, text, price and field without accessibility findings: %s',
    async (language) => {
      const { container } = await open({}, language);
      expect(await screen.findByRole('heading', { name: 'Chest Radiography' })).toBeInTheDocument();
      await expectAccessible(container);
    },
  );

  it('requires a code, and strikes the price through when a code applies', async () => {
    await open({ 'GET /promo_codes/request_discounted_price': discount(99.5) });
    expect(await screen.findByRole('button', { name: 'Apply the code' })).toBeDisabled();
    await apply();
    expect(await screen.findByText('$99.50 for the first year')).toBeInTheDocument();
    expect(screen.getByText('Price before:').parentElement).toHaveTextContent('$199');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the code HALF' }));
    expect(screen.queryByText('$99.50 for the first year')).toBeNull();
    expect(localStorage.getItem('promo_discount')).toBeNull();
  });

  it('returns to the initial state when the request fails', async () => {
    await open({
      'GET /promo_codes/request_discounted_price': new FakeFailure(422, {
        code: 'promo_code_invalid',
        message: 'x',
      }),
    });
    await apply();
    expect(await screen.findByText('This promo code is not valid.')).toBeInTheDocument();
    expect(screen.getByText('$199 per year')).toBeInTheDocument();
  });

  it('calls a price yearly only if it applies to later years, and otherwise says what these cost', async () => {
    await open({ 'GET /promo_codes/request_discounted_price': discount(99.5) });
    await apply();
    expect(await screen.findByText('$99.50 for the first year')).toBeInTheDocument();
    expect(screen.getByText(/^Then \$199 per year\./)).toBeInTheDocument();
    cleanup();
    localStorage.clear();
    await open({ 'GET /promo_codes/request_discounted_price': discount(99.5, true) });
    await apply();
    expect(await screen.findByText('$99.50 per year')).toBeInTheDocument();
    expect(screen.queryByText(/^Then/)).toBeNull();
    cleanup();
    localStorage.clear();
    await open({ 'GET /promo_codes/request_discounted_price': discount(0) });
    await apply();
    expect(await screen.findByText('Free for one year')).toBeInTheDocument();
    expect(screen.getByText('It ends after 12 months. Nothing is charged.')).toBeInTheDocument();
  });

  it('says why a code could not be checked, and keeps a stored code for the next visit', async () => {
    storePromoCode({ mode: 'book', id: ID }, 'HALF');
    await open({
      'GET /promo_codes/request_discounted_price': new FakeFailure(503, {
        code: 'unavailable',
        message: 'Not available at the moment.',
      }),
    });
    expect(await screen.findByText('Not available at the moment.')).toBeInTheDocument();
    expect(screen.queryByText('This promo code is not valid.')).toBeNull();
    cleanup();
    await open({ 'GET /promo_codes/request_discounted_price': discount(99.5) });
    expect(await screen.findByText('$99.50 for the first year')).toBeInTheDocument();
  });

  it('offers the provider’s payment button with the code’s plan, at the discounted price', async () => {
    let sent: unknown;
    await open({
      'GET /promo_codes/request_discounted_price': discount(99.5),
      'POST /book_subscriptions/paypal': ({ body }: { body: unknown }) => {
        sent = body;
        return new FakeFailure(503, { code: 'payment_unavailable', message: 'Not now.' });
      },
    });
    await apply();
    await screen.findByText('$99.50 for the first year');
    await userEvent.click(screen.getByRole('button', { name: 'Continue with PayPal' }));
    await waitFor(() => expect(sent).toEqual({ amount: 99.5, promo_code_name: 'HALF', book_id: ID }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
  });

  it('offers Subscribe For Free at exactly 0, and opens the book', async () => {
    const { location } = await open({
      'GET /promo_codes/request_discounted_price': discount(0),
      'POST /book_subscriptions/create_free_subscription': { id: ID },
    });
    await apply();
    const free = await screen.findByRole('button', { name: 'Subscribe For Free' });
    expect(screen.queryByRole('button', { name: 'Continue with PayPal' })).toBeNull();
    await userEvent.click(free);
    await waitFor(() => expect(location()).toBe(`/book-profile/${ID}`));
  });

  it('offers no payment button for a renewing subscription, or while no provider is available', async () => {
    const running = {
      id: ID,
      subscription_end_date: '2027-03-01T09:00:00.000Z',
      renews: true,
      renewal_price: 199,
    };
    await open({ 'GET /checkout': { ...checkout, running } });
    expect(await screen.findByRole('link', { name: 'Continue to payment' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Continue with PayPal' })).toBeNull();
    cleanup();
    await open({ 'GET /checkout': { ...checkout, payable: false } });
    await screen.findByRole('link', { name: 'Continue to payment' });
    expect(screen.queryByRole('button', { name: 'Continue with PayPal' })).toBeNull();
  });
});
