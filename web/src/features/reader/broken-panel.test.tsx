import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../testing/open-reader.tsx';
import type { ReaderSlots } from './slots.ts';

beforeAll(stubLayout);
// React reports what a boundary catches.
afterEach(() => void vi.mocked(console.error).mockClear());

it('a panel that fails leaves the pages, and is tried again on the next page', async () => {
  const PagePanel: ReaderSlots['PagePanel'] = ({ place }) => {
    if (place.page === 7) throw new Error('the panel is broken');
    return <p>{`Lectures of page ${place.page}`}</p>;
  };
  await openReader(bookPages(), { slots: { PagePanel } });
  const panel = await screen.findByRole('complementary', { name: 'On this page' });
  expect(await within(panel).findByRole('alert')).toHaveTextContent('This part could not be shown.');
  expect(screen.getByRole('region', { name: 'Page 7' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await within(panel).findByText('Lectures of page 8')).toBeVisible();
});
