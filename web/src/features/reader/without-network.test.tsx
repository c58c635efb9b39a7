import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findNetwork, loseNetwork } from '../../testing/network.ts';
import { bookPages, openReader, stubLayout } from '../../testing/open-reader.tsx';
import { dismissAllToasts } from '../../ui/notify.ts';

const hit = { page: 9, index: 0, before: 'of the ', match: 'mitral', after: ' valve' };
const SEARCH = { 'GET /books/0197a000-0000-7000-8000-0000000000b1/search': found() };
function found() {
  return { hits: [hit], pages: 1, next_page: null, did_you_mean: [] };
}
const open = (answers = {}) => openReader(bookPages(), { answers });
const openNotes = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Notes' }));
};

describe('an open book without a network', () => {
  beforeEach(() => {
    stubLayout();
    // The browser is idle at once, so optional parts are preloaded before the network is lost.
    vi.stubGlobal('requestIdleCallback', (run: () => void) => {
      run();
      return 1;
    });
  });
  afterEach(async () => {
    await findNetwork();
    act(dismissAllToasts);
    vi.unstubAllGlobals();
  });

  it('says that the search needs a network, and searches automatically when it is back', async () => {
    await open(SEARCH);
    await userEvent.click(screen.getByRole('button', { name: 'Search in the book' }));
    await loseNetwork();
    await userEvent.type(screen.getByRole('searchbox'), 'mitral{Enter}');
    expect(await screen.findByText('No connection. The search goes on as soon as it is back.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try now' })).toBeVisible();
    await findNetwork();
    expect(await screen.findByText('Found on 1 page')).toBeVisible();
    expect(screen.queryByText(/No connection/)).toBeNull();
  });

  it('does not claim that a book has no notes if they could not be loaded', async () => {
    await loseNetwork();
    await open();
    await openNotes();
    expect(await screen.findByText('Your notes could not be loaded')).toBeVisible();
    expect(screen.getByText(/^No connection\./)).toBeVisible();
    expect(screen.queryByText('No notes yet')).toBeNull();
    await findNetwork();
    expect(await screen.findByText('No notes yet')).toBeVisible();
  });

  it('opens the editor of notes, and keeps the text', async () => {
    await open();
    await openNotes();
    await loseNetwork();
    await userEvent.click(screen.getByRole('button', { name: 'Write a note on this page' }));
    const field = await screen.findByRole('textbox', { name: 'Your note' });
    await userEvent.type(field, 'In the tunnel');
    expect(field).toHaveValue('In the tunnel');
  });
});
