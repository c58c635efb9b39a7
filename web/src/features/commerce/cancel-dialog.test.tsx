import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Subscription } from '@vesalius/contract/commerce';
import axe from 'axe-core';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { setTransport } from '../../lib/api-client.ts';
import { theme } from '../../ui/theme.ts';
import { CancelDialog } from './cancel-dialog.tsx';

const subscription: Subscription = {
  id: 's',
  subscription_end_date: '2027-03-01T09:00:00.000Z',
  renews: true,
  renews_at: '2027-03-01T00:00:00.000Z',
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
  book: null,
  package: { id: 'p', name: 'A package' },
};

describe('the dialog that cancels a renewal', () => {
  const sent: { url: string; body?: string }[] = [];
  const onClose = vi.fn();
  beforeEach(async () => {
    sent.length = 0;
    onClose.mockReset();
    setTransport(async ({ url, body }) => {
      sent.push({ url, ...(body === undefined ? {} : { body }) });
      return { status: 200, body: { message: 'done' } };
    });
    const i18n = await createI18n('en', ['commerce', 'shell']);
    render(
      <I18nextProvider i18n={i18n}>
        <MantineProvider theme={theme} env="test">
          <QueryClientProvider client={new QueryClient()}>
            <CancelDialog subscription={subscription} onClose={onClose} />
          </QueryClientProvider>
        </MantineProvider>
      </I18nextProvider>,
    );
  });
  afterEach(cleanup);
  const confirm = () => screen.getByRole('button', { name: 'Cancel the renewal' });

  it('shows the end of access', () => {
    expect(screen.getByText(/You keep your access until 1 Mar 2027/)).toBeInTheDocument();
  });

  it('requires a reason of 3 to 70 characters, and counts them', async () => {
    const field = screen.getByLabelText('Why are you cancelling?');
    expect(confirm()).toBeDisabled();
    await userEvent.type(field, 'no');
    expect(confirm()).toBeDisabled();
    await userEvent.type(field, 'w');
    expect(confirm()).toBeEnabled();
    await userEvent.clear(field);
    await userEvent.paste('x'.repeat(71));
    expect(screen.getByText('71 of 70 characters')).toBeInTheDocument();
    expect(confirm()).toBeDisabled();
  });

  it('sends a predefined reason and closes', async () => {
    await userEvent.click(screen.getByText('It is too expensive'));
    await userEvent.click(confirm());
    expect(sent[0]).toEqual({
      url: '/customer_portal/v1/book_subscriptions/s',
      body: JSON.stringify({ cancellation_reason: 'It is too expensive' }),
    });
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('has no accessibility findings', async () => {
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(document.querySelector('header')?.getAttribute('role')).toBe('presentation');
  });
});
