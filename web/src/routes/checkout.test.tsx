import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BookHold } from '@vesalius/contract/catalogue-parts';
import { PAYMENT_POLL_MS } from '@vesalius/contract/constants';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import commerceAr from '../i18n/ar/commerce.ts';
import { leaveTabsBy } from '../lib/end-session.ts';
import { isUserUnchanged } from '../lib/session.ts';
import { type Answers, expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { checkout, checkoutAnswers } from '../testing/sample-checkout.ts';
import { getToasts, notifyError } from '../ui/notify.ts';
import CheckoutPage from './checkout.tsx';

const ID = '0197a000-0000-7000-8000-000000000009';
const half = {
  success: true,
  discounted_price: 99.5,
  discount_price: 99.5,
  promo_code: 'HALF',
  recurs: false,
  renewal_price: 199,
};

const open = (answers: Answers = {}, search = `?mode=book&id=${ID}`, language: 'en' | 'ar' = 'en') =>
  renderScreen(<CheckoutPage />, {
    namespaces: ['commerce'],
    path: '/checkout',
    at: `/checkout${search}`,
    session: sessionOf('customer'),
    answers: { ...checkoutAnswers, ...answers },
    language,
  });
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function fillCard() {
  await waitFor(() => expect(screen.getByLabelText('City')).toHaveValue('Leuven'));
  fill('Address', '1 Main Street');
  fill('Postal code', '3000');
  fill('Card number', '4007000000027x');
  fill('Expiry date', '1239');
  fill('Security code', '12345');
  return userEvent.setup();
}
const pay = () => screen.getByRole('button', { name: /^Pay \$/ });

describe('the checkout', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
  });

  it('shows the yearly plan, the price and what comes after, without accessibility findings', async () => {
    const { container } = await open();
    expect(await screen.findByText('Yearly plan')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Chest Radiography' })).toBeInTheDocument();
    expect(screen.getByText(/Renews at \$199 a year from 14 Feb 2029/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'terms and conditions' })).toHaveAttribute('href', '/terms');
    expect(screen.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/contact-us');
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveValue('Ada'));
    await expectAccessible(container);
  });

  describe('for a buyer who has the book already', () => {
    const hold: BookHold = { by: 'program', name: 'Residency', until: null, renews: false };
    const held = { id: ID, title: 'Chest Radiography', hold, continue_page: 23 };
    const isHeld = { 'GET /checkout': { ...checkout, held_books: [held], held_in_year: [held] } };

    it.each([
      [{}, /Through the program “Residency”/],
      [
        { by: 'institution', name: 'Charité', until: '2029-02-14T09:00:00.000Z' },
        /Through Charité, until 14 Feb 2029/,
      ],
      [
        { by: 'subscription', name: null, until: '2029-02-14T09:00:00.000Z', renews: true },
        /renews on 14 Feb 2029/,
      ],
    ] as const)('says so, in which way and until when, before any price', async (way, text) => {
      const { container } = await open({
        'GET /checkout': {
          ...checkout,
          held_books: [{ ...held, hold: { ...hold, ...way } }],
          held_in_year: [{ ...held, hold: { ...hold, ...way } }],
        },
      });
      expect(await screen.findByRole('heading', { name: 'You already read this book' })).toBeVisible();
      expect(screen.getByText(text)).toBeVisible();
      expect(screen.queryByText(/\$/)).toBeNull();
      expect(screen.getByRole('link', { name: 'Continue reading' })).toHaveAttribute(
        'href',
        expect.stringContaining('23'),
      );
      await expectAccessible(container);
    });

    it('sells it only on request, and then says that the buyer knows', async () => {
      let sent: unknown;
      await open({
        ...isHeld,
        'POST /payment/charge_credit_card': ({ body }: { body: unknown }) => {
          sent = body;
          return { message: 'Thank you.', subscription_id: ID };
        },
      });
      const user = userEvent.setup();
      await user.click(await screen.findByRole('link', { name: 'Get your own subscription' }));
      expect(await screen.findByRole('note')).toHaveTextContent(/Through the program “Residency”/);
      await fillCard();
      await user.click(pay());
      await waitFor(() => expect(sent).toMatchObject({ despite_access: true }));
    });

    it('shows it when the server knows of it only at the payment', async () => {
      let isKnown = false;
      await open({
        'GET /checkout': () => (isKnown ? isHeld['GET /checkout'] : checkout),
        'POST /payment/charge_credit_card': ({ body }: { body: unknown }) => {
          expect(body).not.toHaveProperty('despite_access');
          isKnown = true;
          return new FakeFailure(409, { code: 'already_readable', message: 'You can already read this.' });
        },
      });
      await screen.findByText('Yearly plan');
      const user = await fillCard();
      await user.click(pay());
      expect(await screen.findByRole('heading', { name: 'You already read this book' })).toBeVisible();
    });

    it('lists which books of a bundle it is, above the payment', async () => {
      const bundle = { ...checkout, author: null, books: ['Chest Radiography', 'Heart'], number_of_books: 2 };
      await open(
        { 'GET /checkout': { ...bundle, held_books: [held], held_in_year: [held] } },
        `?mode=package&id=${ID}`,
      );
      const note = await screen.findByRole('note');
      expect(note).toHaveTextContent('You already read 1 of its 2 books');
      expect(note).toHaveTextContent('Through the program “Residency”');
      expect(pay()).toBeVisible();
      cleanup();
      // Held now, but not in the year that begins after the running one.
      const running = {
        id: ID,
        subscription_end_date: '2028-02-14T09:00:00.000Z',
        renews: false,
        renewal_price: 0,
      };
      await open(
        { 'GET /checkout': { ...bundle, running, held_books: [held] } },
        `?mode=package&id=${ID}&buy=anyway`,
      );
      expect(await screen.findByRole('note')).toHaveTextContent(/14 Feb 2028/);
      expect(screen.queryByText(/You already read 1 of its 2 books/)).toBeNull();
      cleanup();
      const all = [held, { ...held, id: 'b2', title: 'Heart' }];
      await open({ 'GET /checkout': { ...bundle, held_books: all } }, `?mode=package&id=${ID}`);
      await screen.findByRole('heading', { name: 'You already read every book of this bundle' });
      expect(screen.queryByText(/\$/)).toBeNull();
      expect(screen.getByRole('link', { name: 'Open the bundle' })).toBeVisible();
    });
  });

  it('subscribes without a code where nothing remains to pay', async () => {
    let sent: unknown;
    await open({
      'GET /checkout': { ...checkout, price: 299, credit: 299, amount: 0 },
      'POST /book_subscriptions/create_free_subscription': ({ body }: { body: unknown }) => {
        sent = body;
        return {};
      },
    });
    expect(await screen.findByText(/There is nothing to pay for the next year/)).toBeVisible();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Subscribe For Free' }));
    await waitFor(() => expect(sent).toEqual({ book_id: ID }));
  });

  it('discards a typed code on Escape, so that it does not block the payment', async () => {
    await open({
      'GET /promo_codes/request_discounted_price': ({ url }: { url: string }) =>
        url.includes('HALF')
          ? half
          : new FakeFailure(422, { code: 'promo_code_invalid', message: 'This promo code is not valid.' }),
    });
    const user = userEvent.setup();
    const field = await screen.findByLabelText('Promo code');
    await user.type(field, 'HALV{Enter}');
    expect(await screen.findByText('This promo code is not valid.')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(field).toHaveValue('');
    expect(screen.queryByText('This promo code is not valid.')).toBeNull();
    await user.type(field, 'HALF{Enter}');
    await screen.findByRole('button', { name: 'Remove the code HALF' });
    await user.type(field, 'X{Escape}');
    expect(field).toHaveValue('HALF');
    expect(screen.getByRole('button', { name: 'Remove the code HALF' })).toBeVisible();
  });

  it('offers nothing a second time while PayPal activates it, but a card on request', async () => {
    const { container } = await open({
      'GET /checkout': { ...checkout, waiting_since: new Date(Date.now() - 60_000).toISOString() },
    });
    expect(
      await screen.findByText(/^Waiting for PayPal since .*Your access opens by itself\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay \$/ })).toBeNull();
    expect(screen.getByText(/you get that money back in full/)).toBeVisible();
    await expectAccessible(container);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Pay by card instead' }));
    expect(await screen.findByRole('button', { name: /^Pay \$/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue with PayPal' })).toBeNull();
    expect(screen.getByText(/^Waiting for PayPal since/)).toBeVisible();
  });

  it('says that PayPal never completed the approval, and offers all ways to pay again', async () => {
    await open({
      'GET /checkout': {
        ...checkout,
        waiting_ended: {
          approved_at: '2026-11-20T14:00:00.000Z',
          at: '2026-11-23T14:00:00.000Z',
          because: 'not_completed',
        },
      },
    });
    expect(await screen.findByText('PayPal did not complete your purchase')).toBeVisible();
    expect(screen.getByText(/you do not pay twice: what is too much goes back in full/)).toBeVisible();
    expect(screen.getByRole('button', { name: /^Pay \$/ })).toBeVisible();
  });

  it('goes on to the book when PayPal has activated it meanwhile', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let isOver = false;
    const { location } = await open({
      'GET /checkout': () =>
        isOver
          ? {
              ...checkout,
              running: {
                id: 's',
                subscription_end_date: '2029-02-14T09:00:00.000Z',
                renews: true,
                renewal_price: 199,
              },
            }
          : { ...checkout, waiting_since: new Date().toISOString() },
    });
    await screen.findByText(/^Waiting for PayPal since/);
    isOver = true;
    await vi.advanceTimersByTimeAsync(PAYMENT_POLL_MS);
    await waitFor(() => expect(location()).toContain(`/book-profile/${ID}`));
  });

  it.each([
    ['beside each other, what is paid first comes first', false],
    ['below each other, the summary comes first, as it is seen', true],
  ])('%s', async (_, isNarrow) => {
    const wide = window.matchMedia;
    window.matchMedia = ((query: string) => ({
      ...wide(query),
      matches: isNarrow && query.includes('992px'),
    })) as typeof window.matchMedia;
    try {
      await open();
      const code = await screen.findByLabelText('Promo code');
      const button = await screen.findByRole('button', { name: /^Pay \$/ });
      const follows = code.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING;
      expect(follows > 0).toBe(isNarrow);
    } finally {
      window.matchMedia = wide;
    }
  });

  it('redirects home from a mode that is neither book nor package', async () => {
    const { location } = await open({}, '?mode=yacht&id=1');
    expect(location()).toBe('/');
  });

  it('is complete and mirrored in Arabic', async () => {
    const { container } = await open({}, undefined, 'ar');
    expect(await screen.findByRole('button', { name: /ادفع|الدفع/ })).toBeInTheDocument();
    await expectAccessible(container);
  });

  it('masks the card, sends it without spaces and slashes, and leads to the book', async () => {
    let sent: unknown;
    const { location } = await open({
      'POST /payment/charge_credit_card': ({ body }: { body: unknown }) => {
        sent = body;
        return { message: 'Thank you. Your payment was successful.', subscription_id: ID };
      },
    });
    const user = await fillCard();
    expect(screen.getByLabelText('Card number')).toHaveValue('4007 0000 0002 7');
    expect(screen.getByLabelText('Expiry date')).toHaveValue('12 / 39');
    expect(screen.getByLabelText('Security code')).toHaveValue('1234');
    await user.click(pay());
    await waitFor(() => expect(location()).toBe(`/book-profile/${ID}`));
    expect(sent).toMatchObject({
      payment: { card_number: '4007000000027', expiry: '1239', cvv: '1234' },
      bill_to: { first_name: 'Ada', last_name: 'Reader', city: 'Leuven', country: 'Belgium' },
      name: 'Chest Radiography',
      amount: 199,
      book_id: ID,
    });
  });

  it('leads to the page of the book, which confirms the purchase', async () => {
    const { location } = await open(
      {
        'POST /payment/charge_credit_card': {
          message: 'Thank you. Your payment was successful.',
          subscription_id: ID,
        },
      },
      undefined,
      'ar',
    );
    await waitFor(() => expect(screen.getByLabelText('المدينة')).toHaveValue('Leuven'));
    const labels = commerceAr.billing;
    fill(labels.address, '1 Main Street');
    fill(labels.zip, '3000');
    fill(commerceAr.card.number, '4007000000027');
    fill(commerceAr.card.expiry, '1239');
    fill(commerceAr.card.cvv, '123');
    await userEvent.click(screen.getByRole('button', { name: /ادفع|الدفع/ }));
    await waitFor(() => expect(location()).toBe(`/book-profile/${ID}`));
    // The page of the book confirms it; no message covers its buttons.
    expect(getToasts()).toEqual([]);
  });

  it('opens the bundle after its purchase', async () => {
    const { location } = await open(
      { 'POST /payment/charge_credit_card': { message: 'Thank you.', subscription_id: ID } },
      `?mode=package&id=${ID}`,
    );
    const user = await fillCard();
    await user.click(pay());
    await waitFor(() => expect(location()).toBe(`/packages/${ID}`));
  });

  it('sends nothing while a field is missing, and names the field', async () => {
    const { calls } = await open();
    await screen.findByLabelText('Card number');
    await userEvent.click(pay());
    expect(await screen.findByText('Please enter the whole card number.')).toBeInTheDocument();
    expect(screen.getAllByText('Please fill this in.').length).toBeGreaterThan(0);
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  it('shows the server’s error beside its field, once, and no error of the try before', async () => {
    notifyError('Your payment was not received.');
    await open({
      'POST /payment/charge_credit_card': new FakeFailure(402, {
        code: 'payment_card_code',
        message: 'The security code does not match the card.',
        error: 'The security code does not match the card.',
      }),
    });
    const user = await fillCard();
    await user.click(pay());
    expect(await screen.findByLabelText('Security code')).toHaveAccessibleDescription(
      /The security code does not match the card/,
    );
    expect(pay()).toBeEnabled();
    expect(screen.getAllByText('The security code does not match the card.')).toHaveLength(1);
    await waitFor(() => expect(screen.getByLabelText('Security code')).toHaveFocus());
    expect(getToasts()).toEqual([]);
  });

  it('applies a promo code, strikes the price through, and restores the price when the code is removed', async () => {
    let asked = '';
    await open({
      'GET /promo_codes/request_discounted_price': ({ url }: { url: string }) => {
        asked = url;
        return half;
      },
    });
    const apply = await screen.findByRole('button', { name: 'Apply the code' });
    expect(apply).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Promo code'), 'half');
    await userEvent.click(apply);
    expect(await screen.findByRole('button', { name: 'Pay $99.50' })).toBeInTheDocument();
    expect(asked).toContain(`name=half&book_id=${ID}`);
    expect(localStorage.getItem('promo_discount')).toContain('HALF');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the code HALF' }));
    expect(screen.getByRole('button', { name: /^Pay \$199/ })).toBeInTheDocument();
    expect(localStorage.getItem('promo_discount')).toBeNull();
  });

  it.each(['card', 'PayPal'])('applies a code that is only typed before paying by %s', async (method) => {
    const { calls } = await open({ 'GET /promo_codes/request_discounted_price': half });
    const user = await fillCard();
    await user.type(screen.getByLabelText('Promo code'), 'half');
    await user.click(
      method === 'card' ? pay() : screen.getByRole('button', { name: 'Continue with PayPal' }),
    );
    expect(await screen.findByRole('button', { name: 'Remove the code HALF' })).toBeInTheDocument();
    expect(screen.getAllByText('$99.50').length).toBeGreaterThan(0);
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('does not pay while a typed code is refused, and says so', async () => {
    const { calls } = await open({
      'GET /promo_codes/request_discounted_price': new FakeFailure(422, {
        code: 'promo_code_invalid',
        message: 'no',
      }),
    });
    const user = await fillCard();
    await user.type(screen.getByLabelText('Promo code'), 'nope');
    await user.click(pay());
    expect(await screen.findByText('This promo code is not valid.')).toBeInTheDocument();
    expect(screen.getByLabelText('Promo code')).toHaveFocus();
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
  });

  it('says that a code lowers nothing here, and does not keep it for the payment', async () => {
    await open({
      'GET /promo_codes/request_discounted_price': new FakeFailure(422, {
        code: 'promo_code_without_gain',
        message: 'This promo code does not lower this price. It was not used.',
      }),
    });
    await userEvent.type(await screen.findByLabelText('Promo code'), 'spring100{Enter}');
    expect(await screen.findByText(/does not lower this price/)).toBeInTheDocument();
    expect(localStorage.getItem('promo_discount')).toBeNull();
  });

  it('shows the full price again when a code is refused', async () => {
    await open({
      'GET /promo_codes/request_discounted_price': new FakeFailure(422, {
        code: 'promo_code_invalid',
        message: 'no',
      }),
    });
    await userEvent.type(await screen.findByLabelText('Promo code'), 'nope');
    await userEvent.click(screen.getByRole('button', { name: 'Apply the code' }));
    expect(await screen.findByText('This promo code is not valid.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Pay \$199/ })).toBeInTheDocument();
  });

  it('asks for neither card nor address when the price is exactly 0', async () => {
    const { location } = await open({
      'GET /promo_codes/request_discounted_price': {
        ...half,
        promo_code: 'FREE',
        discounted_price: 0,
        discount_price: 199,
      },
      'POST /book_subscriptions/create_free_subscription': { id: ID },
    });
    await userEvent.type(await screen.findByLabelText('Promo code'), 'free');
    await userEvent.click(screen.getByRole('button', { name: 'Apply the code' }));
    const free = await screen.findByRole('button', { name: 'Subscribe For Free' });
    expect(screen.getByText('It ends after 12 months. Nothing is charged.')).toBeInTheDocument();
    expect(screen.queryByText(/Renews every year/)).toBeNull();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    await userEvent.click(free);
    await waitFor(() => expect(location()).toBe(`/book-profile/${ID}`));
  });

  it('requires a promo code to buy a running subscription again, and says what it replaces', async () => {
    let sent: unknown;
    await open({
      'GET /checkout': {
        ...checkout,
        running: {
          id: 'old',
          subscription_end_date: '2027-03-01T09:00:00.000Z',
          renews: true,
          renewal_price: 199,
        },
      },
      'GET /promo_codes/request_discounted_price': half,
      'POST /payment/charge_credit_card': ({ body }: { body: unknown }) => {
        sent = body;
        return { message: 'Thank you.', subscription_id: ID };
      },
    });
    const running = await screen.findByText(/You already have this until 1 Mar 2027/);
    // Shown from the start, so screen readers are not interrupted.
    expect(running.closest('[role="alert"]')).toBeNull();
    expect(running.closest('[role="note"]')).not.toBeNull();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    // No amount is shown either, because nothing can be paid yet.
    expect(screen.queryByText('Due today')).toBeNull();
    await userEvent.type(screen.getByLabelText('Promo code'), 'half');
    await userEvent.click(screen.getByRole('button', { name: 'Apply the code' }));
    expect(await screen.findByText('Due today')).toBeVisible();
    const user = await fillCard();
    await user.click(screen.getByRole('button', { name: 'Pay $99.50' }));
    await waitFor(() => expect(sent).toMatchObject({ replaces_subscription_id: 'old', amount: 99.5 }));
  });

  it('does not sell a book that the reader has in a bundle, and names the bundle', async () => {
    const bundle = { id: 'both', title: 'Both books', subscription_end_date: '2027-03-01T09:00:00.000Z' };
    const { container } = await open({ 'GET /checkout': { ...checkout, included_in: bundle } });
    expect(
      await screen.findByText(/Your bundle “Both books” includes this, and you have it until 1 Mar 2027/),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open the bundle' })).toBeVisible();
    for (const name of [/^Pay/, /PayPal/, /Subscribe/, /Apply/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    await expectAccessible(container);
  });

  it('says when a year starts that is bought beside a bundle that ends', async () => {
    const bundle = { id: 'both', title: 'Both books', subscription_end_date: '2027-03-01T09:00:00.000Z' };
    await open({ 'GET /checkout': { ...checkout, begins_after: bundle } });
    expect(
      await screen.findByText(
        'Your bundle “Both books” includes this until 1 Mar 2027. The year that you buy here begins then.',
      ),
    ).toBeVisible();
    expect(pay()).toBeVisible();
  });

  it('says what is deducted from the price of a bundle', async () => {
    await open({ 'GET /checkout': { ...checkout, credit: 40, amount: 159 } });
    expect(await screen.findByText('Credit: the share of books that you already paid for')).toBeVisible();
    expect(screen.getByText(/its share is credited, but never more than you paid/)).toBeVisible();
    expect(screen.getByText('−\u2060$40')).toBeVisible();
  });

  it.each([
    [299, true],
    [99, false],
  ])('for a bundle at $%d compares with $149 for the missing books: %s', async (amount, isDearer) => {
    const cheaper_singly = { number_held: 2, price_of_others: 149 };
    await open({ 'GET /checkout': { ...checkout, price: 299, amount, cheaper_singly } });
    expect(await screen.findByText('Due today')).toBeVisible();
    const note = screen.queryByText('You already have 2 of its books; the others cost $149 a year singly.');
    expect(note !== null).toBe(isDearer);
  });

  it('names the one missing book of a bundle as one', async () => {
    const cheaper_singly = { number_held: 2, price_of_others: 149 };
    await open({
      'GET /checkout': { ...checkout, number_of_books: 3, price: 299, amount: 299, cheaper_singly },
    });
    const note = 'You already have 2 of its books; the other one costs $149 a year.';
    expect(await screen.findByText(note)).toBeVisible();
  });

  it('waits for a payment that is being processed, and asks again every 16 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const askedAt: number[] = [];
    const { location } = await open(
      {
        'POST /book_subscriptions': () => {
          askedAt.push(Date.now());
          return askedAt.length < 3
            ? new FakeFailure(409, { code: 'payment_pending', message: 'wait' })
            : { id: ID };
        },
      },
      `?mode=book&id=${ID}&paypal=approved&subscription_id=I-1`,
    );
    expect(
      (await screen.findAllByText('Please wait.. your payment is currently being processed')).length,
    ).toBeGreaterThan(0);
    for (const count of [1, 2]) {
      await waitFor(() => expect(askedAt).toHaveLength(count));
      await vi.advanceTimersByTimeAsync(PAYMENT_POLL_MS + 1000);
    }
    await waitFor(() => expect(location()).toBe(`/book-profile/${ID}`));
    // Uses the page's fake clock, so a slow machine does not matter.
    const [first = 0, second = 0, third = 0] = askedAt;
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(PAYMENT_POLL_MS);
    expect(PAYMENT_POLL_MS).toBe(16_000);
  });

  it('says that the buyer did not approve, and lets the buyer choose again', async () => {
    await open({}, `?mode=book&id=${ID}&paypal=cancelled`);
    expect(
      await screen.findByText('You did not approve the payment. Nothing was charged.'),
    ).toBeInTheDocument();
    expect(screen.getByText('How would you like to pay?')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Continue with PayPal' })).toBeEnabled();
    expect(pay()).toBeEnabled();
  });

  it('stays on the page and says what happens to the money when an approval bought nothing', async () => {
    const { container, location } = await open(
      { 'POST /book_subscriptions': new FakeFailure(402, { code: 'payment_returned', message: 'x' }) },
      `?mode=book&id=${ID}&paypal=approved&subscription_id=I-1`,
    );
    expect(await screen.findByText(/What PayPal charged goes back in full/)).toBeInTheDocument();
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
    expect(location()).toBe(`/checkout?mode=book&id=${ID}&paypal=returned`);
    await expectAccessible(container);
  });

  it('says that an approval belongs to another account, sells nothing, and leads back to that account', async () => {
    const steps: string[] = [];
    leaveTabsBy({
      view: { hide: () => {}, open: (path) => void steps.push(path) },
      forgetContent: async () => {},
    });
    const address = `?mode=book&id=${ID}&paypal=approved&subscription_id=I-1`;
    const { container, location } = await open(
      { 'POST /book_subscriptions': new FakeFailure(404, { code: 'not_found', message: 'x' }) },
      address,
    );
    expect(await screen.findByText('This approval belongs to another account.')).toBeInTheDocument();
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    expect(location()).toBe(`/checkout${address}`);
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in as the one who bought' }));
    expect(steps).toEqual([`/SignIn?next=${encodeURIComponent(`/checkout${address}`)}`]);
    expect(isUserUnchanged()).toBe(false);
  });

  it('says what happened to the money before the price and the form', async () => {
    await open({}, `?mode=book&id=${ID}&paypal=cancelled`);
    const sentence = await screen.findByText('You did not approve the payment. Nothing was charged.');
    const outcome = sentence.closest('[role="status"]') as HTMLElement;
    expect(outcome.previousElementSibling).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('does not sell a withdrawn book, and says so', async () => {
    await open({ 'GET /checkout': { ...checkout, is_sold: false } }, `?mode=book&id=${ID}`);
    expect(await screen.findByText(/This is no longer sold/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Open the book' })).toHaveAttribute(
      'href',
      expect.stringContaining(ID),
    );
  });

  it('names the renewals that a bundle ends before the payment', async () => {
    const ends_renewals = [{ title: 'Emphysema', date: '2027-03-01T09:00:00.000Z' }];
    await open({ 'GET /checkout': { ...checkout, ends_renewals } }, `?mode=package&id=${ID}`);
    const renewal = (await screen.findByText(/no renewal on/)).closest('li');
    expect(renewal).toHaveTextContent('Emphysema: no renewal on 1 Mar 2027');
    const contents = screen.getByRole('list', { name: 'In this bundle' });
    expect(contents).toHaveTextContent('Chest Radiography');
    expect(pay()).toBeEnabled();
  });

  it('says what cannot be bought, and what cannot be loaded', async () => {
    await open({ 'GET /checkout': new FakeFailure(404, { code: 'not_found', message: 'x' }) });
    expect(await screen.findByRole('heading', { name: 'This is not for sale' })).toBeInTheDocument();
    cleanup();
    await open({ 'GET /checkout': new FakeFailure(500, { code: 'internal', message: 'x' }) });
    expect(await screen.findByRole('button', { name: /Try again/ })).toBeInTheDocument();
  });

  it('offers no payment while no provider is configured', async () => {
    await open({ 'GET /checkout': { ...checkout, payable: false } });
    expect(await screen.findByText('Payments are not available at the moment.')).toBeInTheDocument();
    expect(screen.queryByLabelText('Card number')).toBeNull();
  });
});
