import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { preference } from '../lib/preferences.ts';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import AccessibilityPage from './accessibility.tsx';

it('keeps the settings, names what is missing, and links to the contact', async () => {
  const { container } = await renderScreen(<AccessibilityPage />, { namespaces: ['support'] });
  expect(screen.getByRole('heading', { name: 'Known gaps' })).toBeVisible();
  for (const gap of ['figures', 'tables', 'another language', 'captions', 'PDF', 'screen readers'])
    expect(screen.getByText(/^Where a page of the text view has no text/)).toHaveTextContent(gap);
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact-us');
  const keys = screen.getByRole('switch', { name: 'Single-key shortcuts' });
  expect(keys).toBeChecked();
  await userEvent.click(keys);
  expect(keys).not.toBeChecked();
  expect(preference('singleKeys')).toBe(false);
  await userEvent.click(screen.getByRole('switch', { name: 'Keep messages until I close them' }));
  expect(preference('messagesStay')).toBe(true);
  await expectAccessible(container);
});
