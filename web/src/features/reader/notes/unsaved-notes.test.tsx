import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findNetwork, loseNetwork } from '../../../testing/network.ts';
import { stubLayout } from '../../../testing/open-reader.tsx';
import { dismissAllToasts, getToasts } from '../../../ui/notify.ts';
import { NOTE, notesServer, openBook, openNote } from './testing/open-book.tsx';

beforeAll(stubLayout);
beforeEach(() => act(() => dismissAllToasts()));
afterEach(() => findNetwork());

const shownNote = () => screen.getByRole('button', { name: /^(Note|Highlight): / });
const unsentNotes = () =>
  [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /unsent:.*note:/.test(key));
const lastToast = () => getToasts().at(-1);

describe('without a network, in a book that is not downloaded,', () => {
  it('an unsaved note is not shown as saved, and is sent when the network is back', async () => {
    const server = notesServer('old');
    await openBook(server);
    await openNote();
    await loseNetwork();
    await userEvent.keyboard(' and new{Escape}');
    await waitFor(() => expect(lastToast()?.text).toMatch(/^The note is not saved\. What you wrote is kept/));
    expect(lastToast()?.text).toMatch(/No connection/);
    expect(getToasts().map(({ text }) => text)).not.toContain('Note saved.');
    await waitFor(() => expect(shownNote()).toHaveAccessibleName('Note: old'));
    // Opened again, it shows the written text.
    expect(await openNote()).toHaveValue('old and new');
    await userEvent.keyboard(' and more{Escape}');
    const failed = () => getToasts().filter(({ tone }) => tone === 'error');
    await waitFor(() => expect(failed()).toHaveLength(1));
    await waitFor(() => expect(shownNote()).toHaveAccessibleName('Note: old'));
    expect(server.texts()).toEqual(['old']);
    await findNetwork();
    await waitFor(() => expect(server.texts()).toEqual(['old and new and more']));
    await waitFor(() => expect(shownNote()).toHaveAccessibleName('Note: old and new and more'));
    expect(failed()).toEqual([]);
  });

  it.each([
    ['an existing note', 'old', openNote],
    [
      'a new note',
      '',
      async () => {
        await userEvent.keyboard('{Shift>}{F2}{/Shift}');
        await waitFor(() => expect(screen.getByRole('textbox', { name: 'Your note' })).toHaveFocus());
      },
    ],
  ])(
    'the text of %s is not said to be kept by a browser whose storage is full',
    async (_which, text, open) => {
      await openBook(notesServer(text));
      const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
      onTestFinished(() => full.mockRestore());
      await open();
      await loseNetwork();
      await userEvent.keyboard(' and new{Escape}');
      await waitFor(() =>
        expect(lastToast()?.text).toMatch(
          /^The note is not saved\. What you wrote is lost if you close this page\. No connection/,
        ),
      );
      expect(unsentNotes()).toEqual([]);
    },
  );

  it('a note that could not be deleted stays, and is deleted when its writer tries again', async () => {
    const server = notesServer('old');
    await openBook(server);
    await openNote();
    await loseNetwork();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(lastToast()?.text).toMatch(/^The note is not deleted\. No connection/));
    expect(getToasts().map(({ text }) => text)).not.toContain('Deleted.');
    expect(shownNote()).toHaveAccessibleName('Note: old');
    await findNetwork();
    expect(server.texts()).toEqual(['old']);
    act(() => lastToast()?.action?.run());
    await waitFor(() => expect(server.texts()).toEqual([]));
  });
});

describe('a change whose answer was lost, although the server stored it,', () => {
  it('shows the stored note, and leaves neither a message nor a draft', async () => {
    const server = notesServer('old');
    const patch = `PATCH /annotations/${NOTE}` as const;
    const stores = server.answers[patch];
    const answers = {
      ...server.answers,
      [patch]: (request: { body: unknown; url: string }) => {
        stores(request);
        throw new TypeError('Failed to fetch');
      },
    };
    await openBook({ ...server, answers });
    await openNote();
    await userEvent.keyboard(' and new{Escape}');
    await waitFor(() => expect(server.texts()).toEqual(['old and new']));
    await waitFor(() => expect(shownNote()).toHaveAccessibleName('Note: old and new'));
    await waitFor(() => expect(unsentNotes()).toEqual([]));
    await waitFor(() => expect(getToasts().filter(({ tone }) => tone === 'error')).toEqual([]));
    expect(shownNote()).toHaveAccessibleName('Note: old and new');
  });
});
