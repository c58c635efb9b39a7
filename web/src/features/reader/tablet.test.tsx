import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../testing/open-reader.tsx';

// Set before the viewer is loaded, which reads it once: wider than a phone, narrower than a desktop.
vi.hoisted(() => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width: 1100px') });
});
beforeAll(stubLayout);

it('shows one panel beside the page on a tablet', async () => {
  await openReader(bookPages(), { slots: { PagePanel: () => <p>Lectures of the page</p> } });
  const pagePanel = () => screen.queryByRole('complementary', { name: 'On this page' });
  const sidePanel = () => screen.queryByRole('complementary', { name: 'Book panel' });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  expect(pagePanel()).toBeVisible();
  await press('Search in the book');
  expect(await screen.findByRole('searchbox')).toBeVisible();
  expect(pagePanel()).toBeNull();
  // The covered panel returns when the other closes, and replaces it on request.
  await userEvent.click(screen.getByRole('button', { name: 'Close the panel' }));
  expect(pagePanel()).toBeVisible();
  await press('Search in the book');
  await press('On this page');
  expect(pagePanel()).toBeVisible();
  expect(sidePanel()).toBeNull();
});
