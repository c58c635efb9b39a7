import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@vesalius/contract/calls';
import { afterEach, describe, expect, it } from 'vitest';
import commerceAr from '../i18n/ar/commerce.ts';
import { type Answers, expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import { sampleBook } from '../testing/sample-books.ts';
import { getToasts } from '../ui/notify.ts';
import SubscriptionManagementPage from './subscription-management.tsx';

const running = {
  id: 'one',
  subscription_end_date: '2027-03-01T09:00:00.000Z',
  renews: true,
  renews_at: '2027-03-01T09:00:00.000Z',
  renewal_price: 199,
  is_active: true,
  in_grace: false,
  can_resume: false,
  can_cancel: true,
  card: { last_four: '0027', card_type: 'Visa' },
  gateway: 'card',
  started_at: '2026-03-01T09:00:00.000Z',
  cancelled_at: null,
  cancellation_reason: null,
  cancelled_because: null,
  left_shop: null,
  book: { id: 'b1', title: 'Chest Radiography', author: 'V. A.', cover_photo: '/x.webp', number_of_pages: 9 },
  package: null,
};
const cancelled = {
  ...running,
  id: 'two',
  renews: false,
  renews_at: null,
  renewal_price: 0,
  can_cancel: false,
  can_resume: true,
  cancelled_at: '2026-05-01T09:00:00.000Z',
  cancellation_reason: 'no time',
  cancelled_because: 'other',
  book: { ...running.book, id: 'b2', title: 'Abdomen' },
};
const past = {
  ...running,
  id: 'three',
  renews: false,
  renews_at: null,
  can_cancel: false,
  is_active: false,
  subscription_end_date: '2025-01-01T09:00:00.000Z',
  book: null,
  package: { id: 'p', name: 'Everything' },
};
const payment = {
  id: 'pay',
  paid_at: '2026-03-01T09:00:00.000Z',
  title: 'Chest Radiography',
  kind: 'initial',
  gateway: 'card',
  state: 'approved',
  amount: 199,
  refunded: 50,
  refunds: [{ amount: 50, at: '2026-03-09T09:00:00.000Z' }],
  last_four: '0027',
  card_type: 'Visa',
  subscription_id: 'one',
  invoice_id: 'inv',
  invoice_number: 'V-2026-000001',
};
const listOf = (data: unknown[]) => ({ data, metadata: { count: data.length, currentPage: 1, pages: 1 } });
const open = (answers: Answers = {}, language: 'en' | 'ar' = 'en', role: Role = 'customer', at = '/') =>
  renderScreen(<SubscriptionManagementPage />, {
    namespaces: ['commerce', 'catalogue'],
    at,
    session: sessionOf(role),
    answers: {
      'GET /subscribed_books': listOf([running, cancelled, past]),
      'GET /payments': listOf([payment]),
      'GET /waiting_purchases': listOf([]),
      'GET /books/own': listOf([]),
      ...answers,
    },
    language,
  });
const cardOf = async (title: string) =>
  (await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement;

describe('subscription management', () => {
  afterEach(cleanup);

  it.each(['en', 'ar'] as const)(
    'shows running and past ones without accessibility findings: %s',
    async (language) => {
      const { container } = await open({}, language);
      await cardOf('Chest Radiography');
      await expectAccessible(container);
    },
  );

  it('goes to the receipts where a link to them leads', async () => {
    await open({}, 'en', 'customer', '/#payments');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Payments and receipts' })).toHaveFocus());
  });

  it('lists the books of a resident, who has no subscription, with the program', async () => {
    const hold = { by: 'program', name: 'Residency', until: null, renews: false } as const;
    const { container } = await open({
      'GET /subscribed_books': listOf([]),
      'GET /books/own': listOf([
        sampleBook({ id: 'b1', title: 'The Heart', hold }),
        sampleBook({ id: 'b2', title: 'Bought', hold: { ...hold, by: 'subscription' } }),
      ]),
    });
    const list = (await screen.findByRole('heading', { name: 'Without a subscription' })).closest('section');
    expect(list).toHaveTextContent('The Heart');
    expect(list).toHaveTextContent('Through the program “Residency”');
    expect(list).not.toHaveTextContent('Bought');
    expect(screen.queryByText('No subscriptions yet')).toBeNull();
    await expectAccessible(container);
  });

  it('names what waits for PayPal', async () => {
    const { container } = await open({
      'GET /subscribed_books': listOf([]),
      'GET /waiting_purchases': listOf([
        {
          id: 'o',
          book_id: 'b9',
          package_id: null,
          title: 'Nephrology',
          waiting_since: new Date().toISOString(),
          ended: null,
        },
        {
          id: 'o2',
          book_id: 'b8',
          package_id: null,
          title: 'Cardiology',
          waiting_since: '2026-11-20T14:00:00.000Z',
          ended: {
            approved_at: '2026-11-20T14:00:00.000Z',
            at: '2026-11-21T14:00:00.000Z',
            because: 'ended_at_paypal',
          },
        },
      ]),
    });
    expect(await screen.findByRole('heading', { name: 'Waiting for PayPal' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Nephrology' })).toHaveAttribute('href', '/book-profile/b9');
    expect(screen.getByText(/^Waiting for PayPal since/)).toBeVisible();
    expect(
      screen.getByText(/it was then canceled at PayPal or expired there\. Nothing was charged/),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Buy again' })).toHaveAttribute(
      'href',
      '/checkout?mode=book&id=b8',
    );
    await expectAccessible(container);
  });

  it('shows the end of access, the renewal with its price, and the card', async () => {
    await open();
    const one = await cardOf('Chest Radiography');
    expect(one).toHaveTextContent('Access until 1 Mar 2027');
    expect(one).toHaveTextContent('Renews on 1 Mar 2027 for $199');
    expect(one).toHaveTextContent('Visa •••• 0027');
    const two = await cardOf('Abdomen');
    expect(two).toHaveTextContent('Does not renew');
    expect(two).toHaveTextContent('Cancelled on 1 May 2026: no time');
    expect(await cardOf('Everything')).toHaveTextContent('Ended on 1 Jan 2025');
  });

  it('offers a new year where PayPal renewed the running one', async () => {
    const byPayPal = { ...cancelled, gateway: 'paypal', card: null, can_resume: false };
    await open({ 'GET /subscribed_books': listOf([byPayPal]) });
    const again = within(await cardOf('Abdomen')).getByRole('link', { name: /Subscribe again/ });
    expect(again).toHaveAttribute('href', expect.stringContaining('b2'));
  });

  it('gives the reason in the page’s language, and the subscriber’s own words unchanged', async () => {
    const ended = { ...cancelled, cancellation_reason: 'included in a bundle', cancelled_because: 'bundle' };
    const subscriptions = {
      'GET /subscribed_books': listOf([
        ended,
        { ...cancelled, id: 'own', book: past.book, package: past.package, is_active: true },
      ]),
    };
    await open(subscriptions, 'ar');
    expect(await cardOf('Abdomen')).toHaveTextContent(`: ${commerceAr.manage.reasons.bundle}`);
    expect(await cardOf('Abdomen')).not.toHaveTextContent('included');
    expect(await cardOf('Everything')).toHaveTextContent('no time');
  });

  const onHold = {
    ...running,
    renews: false,
    renews_at: null,
    renewal_price: 0,
    left_shop: { because: 'withdrawn', since: '2026-06-01T09:00:00.000Z', new_edition: null },
  };
  it('says that a withdrawn book does not renew, and that it renews when it is sold again', async () => {
    await open({ 'GET /subscribed_books': listOf([onHold]) });
    const one = await cardOf('Chest Radiography');
    expect(one).toHaveTextContent('Does not renew, because the book left the shop on 1 Jun 2026.');
    expect(one).toHaveTextContent('If it is sold again before the end, it renews as before.');
    expect(within(one).getByRole('button', { name: /Cancel the renewal/ })).toBeVisible();
    expect(within(one).queryByRole('link', { name: /promo code/ })).toBeNull();
  });

  it('says that an edition was replaced, and offers the newer one instead of a checkout', async () => {
    const replaced = {
      ...onHold,
      is_active: false,
      can_cancel: false,
      cancelled_at: '2026-06-01T09:00:00.000Z',
      cancelled_because: 'replaced',
      cancellation_reason: 'replaced by a newer edition',
      left_shop: {
        because: 'replaced',
        since: '2026-06-01T09:00:00.000Z',
        new_edition: { id: 'b9', title: 'Chest Radiography, again' },
      },
    };
    await open({ 'GET /subscribed_books': listOf([{ ...replaced, is_active: true }]) }, 'ar');
    const one = await cardOf('Chest Radiography');
    expect(one).not.toHaveTextContent('replaced by');
    const edition = within(one).getByRole('link', {
      name: new RegExp(commerceAr.manage.newEdition),
    });
    expect(edition).toHaveAttribute('href', expect.stringContaining('b9'));
    expect(within(one).queryByRole('link', { name: new RegExp(commerceAr.manage.again) })).toBeNull();
  });

  it('offers the possible actions of each subscription', async () => {
    await open();
    await cardOf('Chest Radiography');
    const buttonsOf = async (title: string) =>
      within(await cardOf(title))
        .queryAllByRole('button')
        .map((one) => one.textContent?.split(':')[0]);
    expect(await buttonsOf('Chest Radiography')).toEqual(['Change the card', 'Cancel the renewal']);
    expect(await buttonsOf('Abdomen')).toEqual(['Resume renewal']);
    expect(await buttonsOf('Everything')).toEqual([]);
  });

  it('works for an author who subscribed as a reader, and offers nothing to buy', async () => {
    await open({}, 'en', 'author');
    const one = within(await cardOf('Chest Radiography'));
    expect(one.getByRole('button', { name: /Cancel the renewal/ })).toBeVisible();
    expect(one.queryByRole('link', { name: /promo code/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Subscribe again/ })).toBeNull();
  });

  it('cancels with a reason and shows the change at once', async () => {
    let now: unknown[] = [running];
    let reason: unknown;
    await open({
      'GET /subscribed_books': () => listOf(now),
      'PATCH /book_subscriptions/one': ({ body }: { body: unknown }) => {
        reason = body;
        now = [{ ...cancelled, id: 'one', book: running.book }];
        return { message: 'done' };
      },
    });
    await userEvent.click(
      within(await cardOf('Chest Radiography')).getByRole('button', { name: /^Cancel the renewal/ }),
    );
    const dialog = await screen.findByRole('dialog');
    await userEvent.type(within(dialog).getByLabelText('Why are you cancelling?'), 'no time');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel the renewal' }));
    await waitFor(async () => expect(await cardOf('Chest Radiography')).toHaveTextContent('Does not renew'));
    expect(reason).toEqual({ cancellation_reason: 'no time' });
  });

  it('says that the outcome is unknown when the answer is lost, and shows it once the server is reached', async () => {
    let now: unknown[] = [running, cancelled];
    let isReached = true;
    const lose = (changed: unknown[]) => () => {
      now = changed;
      isReached = false;
      return Promise.reject(new TypeError('Failed to fetch'));
    };
    await open({
      'GET /subscribed_books': () =>
        isReached ? listOf(now) : Promise.reject(new TypeError('Failed to fetch')),
      'PATCH /book_subscriptions/one': lose([{ ...cancelled, id: 'one', book: running.book }, cancelled]),
      'POST /book_subscriptions/two/resume': () => {
        now = [now[0], { ...running, id: 'two', book: cancelled.book }];
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    });
    await userEvent.click(
      within(await cardOf('Chest Radiography')).getByRole('button', { name: /^Cancel the renewal/ }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Why are you cancelling?'), 'no time');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the renewal' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/not known yet whether this was done/);
    isReached = true;
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(async () => expect(await cardOf('Chest Radiography')).toHaveTextContent('Does not renew'));

    await userEvent.click(within(await cardOf('Abdomen')).getByRole('button', { name: /^Resume renewal/ }));
    await waitFor(async () => expect(await cardOf('Abdomen')).toHaveTextContent('Renews on'));
    expect(getToasts().map(({ text }) => text)).toEqual([
      expect.stringMatching(/not known yet whether this was done/),
    ]);
  });

  it('says that a renewal is canceled when the answer is lost and the list says so', async () => {
    let now: unknown[] = [running];
    await open({
      'GET /subscribed_books': () => listOf(now),
      'PATCH /book_subscriptions/one': () => {
        now = [{ ...cancelled, id: 'one', book: running.book }];
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    });
    await userEvent.click(
      within(await cardOf('Chest Radiography')).getByRole('button', { name: /^Cancel the renewal/ }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Why are you cancelling?'), 'no time');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel the renewal' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(getToasts().map(({ text }) => text)).toEqual(['The subscription will not renew.']);
    expect(await cardOf('Chest Radiography')).toHaveTextContent('Does not renew');
  });

  it('undoes a cancellation', async () => {
    const { calls } = await open({ 'POST /book_subscriptions/two/resume': running });
    await userEvent.click(within(await cardOf('Abdomen')).getByRole('button', { name: /^Resume renewal/ }));
    await waitFor(() => expect(calls).toContain('POST /book_subscriptions/two/resume'));
  });

  it('changes the card, and shows errors at their fields', async () => {
    await open({
      'GET /users': { first_name: 'Ada', second_name: 'Reader', city: 'Leuven', country_id: 'be' },
      'GET /countries': { data: [{ id: 'be', name: 'Belgium', name_ar: 'x' }] },
      'PUT /book_subscriptions/one/card': new FakeFailure(402, {
        code: 'payment_card_number',
        message: 'This card number is not valid.',
        error: 'This card number is not valid.',
      }),
    });
    await userEvent.click(
      within(await cardOf('Chest Radiography')).getByRole('button', { name: /^Change the card/ }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Card number'), { target: { value: '4007000000028' } });
    fireEvent.change(dialog.getByLabelText('Expiry date'), { target: { value: '1239' } });
    fireEvent.change(dialog.getByLabelText('Security code'), { target: { value: '123' } });
    fireEvent.change(dialog.getByLabelText('Address'), { target: { value: 'x' } });
    fireEvent.change(dialog.getByLabelText('Postal code'), { target: { value: '1' } });
    await waitFor(() => expect(dialog.getByLabelText('City')).toHaveValue('Leuven'));
    await userEvent.click(dialog.getByRole('button', { name: 'Use this card' }));
    await waitFor(() => expect(dialog.getByLabelText('Card number')).toHaveAccessibleDescription(/number/));
  });

  it('calls a payment refunded that was refunded whole', async () => {
    const refunds = [
      { amount: 50, at: '2026-03-09T09:00:00.000Z' },
      { amount: 149, at: '2026-03-20T09:00:00.000Z' },
    ];
    await open({ 'GET /payments': listOf([{ ...payment, refunded: 199, refunds }]) });
    const row = (await screen.findByText('Refunded')).closest('tr');
    expect(row).toHaveTextContent('$199');
    expect(row).not.toHaveTextContent('Paid');
  });

  it('lists payments and refunds, with receipts', async () => {
    await open();
    const row = (await screen.findByRole('button', { name: 'Save receipt V-2026-000001 as PDF' })).closest(
      'tr',
    ) as HTMLElement;
    expect(row).toHaveTextContent('$199');
    expect(row).toHaveTextContent('$50 refunded on 9 Mar 2026');
    expect(row).toHaveTextContent('Paid');
  });

  it('says what to do while a renewal is failing', async () => {
    await open({ 'GET /subscribed_books': listOf([{ ...running, in_grace: true }]) });
    expect(await cardOf('Chest Radiography')).toHaveTextContent(
      /We try again until 1 Mar 2027; please check your card/,
    );
  });

  it('offers a next step when it is empty, and when loading failed', async () => {
    await open({ 'GET /subscribed_books': listOf([]), 'GET /payments': listOf([]) });
    expect(await screen.findByText('No subscriptions yet')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse the library' })).toBeInTheDocument();
    cleanup();
    await open({ 'GET /subscribed_books': new FakeFailure(500, { code: 'internal', message: 'x' }) });
    expect((await screen.findAllByRole('button', { name: /Try again/ })).length).toBeGreaterThan(0);
  });
});
