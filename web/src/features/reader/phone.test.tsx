import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { bookPages, openReader as open, stubLayout } from '../../testing/open-reader.tsx';

// Before the viewer is loaded, which asks once.
vi.hoisted(() => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') });
});
beforeAll(stubLayout);

describe('on a phone', () => {
  it('a sheet opens with its field in focus', async () => {
    await open(bookPages());
    await userEvent.click(screen.getByRole('button', { name: /^Go to page/ }));
    expect(await screen.findByRole('textbox', { name: /^Go to page/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: 'Book' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
  });

  it('what is locked leads to the subscription instead of doing nothing', async () => {
    await open(bookPages({ granted: false }), { page: 1 });
    for (const name of ['Lectures', 'Tests'])
      expect(screen.getByRole('link', { name: `${name}: Comes with the whole book` })).toHaveAttribute(
        'href',
        '/enroll',
      );
  });
});
