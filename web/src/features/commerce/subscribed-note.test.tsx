import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../testing/render.tsx';
import { checkout } from '../../testing/sample-checkout.ts';
import SubscribedNote from './subscribed-note.tsx';

const ID = '0197a000-0000-7000-8000-000000000009';
const running = {
  id: ID,
  subscription_end_date: '2029-02-14T09:00:00.000Z',
  renews: true,
  renewal_price: 199,
};
const payment = { id: ID, subscription_id: ID, invoice_id: ID, invoice_number: 'V-2028-000007' };
const render = (isFree: boolean, renews = true) =>
  renderScreen(
    <SubscribedNote item={{ mode: 'book', id: ID }} purchase={{ message: 'Thank you.', isFree }} />,
    {
      namespaces: ['commerce'],
      session: sessionOf('customer'),
      answers: {
        'GET /checkout': { ...checkout, running: { ...running, renews } },
        'GET /payments': { data: [payment], metadata: { count: 1, currentPage: 1, pages: 1 } },
      },
    },
  );

describe('the confirmation of a purchase', () => {
  it('says until when and what happens then, with the receipt and the first step', async () => {
    const { container } = await render(false);
    expect(await screen.findByText('You can read everything until 14 Feb 2029.')).toBeVisible();
    expect(screen.getByText(/It renews on 14 Feb 2029 for \$199/)).toBeVisible();
    expect(await screen.findByRole('button', { name: /V-2028-000007/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Start reading' })).toHaveAttribute('href', `/book-viewer/${ID}`);
    await expectAccessible(container);
  });

  it('has the focus, so that the first step is the next stop of the keyboard', async () => {
    await render(true);
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveFocus());
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Start reading' })).toHaveFocus();
  });

  it('has no receipt and no renewal after a free year', async () => {
    await render(true, false);
    expect(await screen.findByText('It ends after 12 months. Nothing is charged.')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
