import { render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { WaitingNote } from './waiting-note.tsx';

it('is shown on public pages, which have no provider of Mantine', async () => {
  const i18n = await createI18n('en', ['catalogue']);
  render(
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <WaitingNote item={{ mode: 'book', id: 'b1' }} since="2026-11-22T14:00:00.000Z" />
      </MemoryRouter>
    </I18nextProvider>,
  );
  expect(screen.getByRole('status')).toHaveTextContent(/^Waiting for PayPal since/);
  expect(screen.getByRole('link', { name: 'See the payment' })).toHaveAttribute(
    'href',
    '/checkout?mode=book&id=b1',
  );
});
