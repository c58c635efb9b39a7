import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepUnsent, OPENS_UNSENT } from '../../../lib/unsent.ts';
import { BOOK, stubLayout } from '../../../testing/open-reader.tsx';
import { dismissAllToasts, getToasts } from '../../../ui/notify.ts';
import { isClosed, NOTE, noteOf, notesServer, openBook, openNote } from './testing/open-book.tsx';

const merged = 'A note was changed on two devices. We kept both texts in it.';
const toasts = () => getToasts().map(({ text }) => text);

beforeAll(stubLayout);
beforeEach(() => {
  localStorage.clear();
  act(() => dismissAllToasts());
});

describe('a note that another device changed meanwhile', () => {
  it('keeps both texts, and says so', async () => {
    const server = notesServer('old');
    await openBook(server);
    server.elsewhere('old, with the dose');
    await openNote();
    await userEvent.keyboard(' and mine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await isClosed();
    await waitFor(() => expect(toasts()).toContain(merged));
    expect(server.texts()[0]).toMatch(/^old, with the dose\n\n— .* —\nold and mine$/);
    const opener = await screen.findByRole('button', { name: /^Note: old, with the dose/ });
    await userEvent.click(opener);
    expect(await screen.findByRole('textbox', { name: 'Your note' })).toHaveValue(server.texts()[0]);
  });

  it('is not overwritten by two saves in a row, and a single device shows no message', async () => {
    const server = notesServer('old');
    await openBook(server);
    for (const word of [' one', ' two']) {
      await openNote();
      await userEvent.keyboard(`${word}{Escape}`);
      await isClosed();
    }
    await waitFor(() => expect(server.texts()).toEqual(['old one two']));
    expect(toasts()).not.toContain(merged);
    server.elsewhere('old one two, and the ward');
    await openNote();
    await userEvent.keyboard('!{Escape}');
    await waitFor(() => expect(server.texts()[0]).toContain('and the ward'));
    await waitFor(() => expect(server.texts()[0]).toContain('old one two!'));
  });

  it('keeps its text when only its color is changed here', async () => {
    const server = notesServer('old');
    await openBook(server);
    server.elsewhere('from the phone');
    await openNote();
    await userEvent.click(screen.getByRole('button', { name: 'Highlight in pink' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Note: from the phone' })).toBeVisible());
    expect(server.texts()).toEqual(['from the phone']);
  });

  it('is not deleted, and says so', async () => {
    const server = notesServer('old');
    await openBook(server);
    server.elsewhere('from the phone');
    await openNote();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Note: from the phone' })).toBeVisible();
    expect(toasts()).toContain('This note was changed on another device, so it was not deleted.');
  });
});

describe('an unsent draft of a note', () => {
  it('is merged with a newer text from elsewhere instead of replacing it', async () => {
    const server = notesServer('old');
    await openBook(server);
    await openNote();
    await userEvent.keyboard(', written on the laptop');
    // Reloads while the dialog is open.
    cleanup();
    server.elsewhere('replaced on the phone');
    await openBook(server, OPENS_UNSENT);
    expect(await screen.findByRole('textbox', { name: 'Your note' })).toHaveValue(
      'old, written on the laptop',
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(server.texts()[0]).toMatch(/^replaced on the phone\n[\s\S]*on the laptop$/));
    await waitFor(() => expect(localStorage.length).toBeGreaterThan(0));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('unsent:'))).toEqual([]);
  });

  it('of a page as a whole is gone on with when a note on that page is written again', async () => {
    const server = notesServer('old');
    await openBook(server);
    const note = { ...noteOf('', '0197a000-0000-4000-8000-0000000000a9'), updated_at: '' };
    const base = { ...note, note: { pageNumber: 7, quote: '', text: '' } };
    keepUnsent(`note:${BOOK}:${note.id}`, { note: { ...base, note: { ...base.note, text: 'kept' } }, base });
    await userEvent.keyboard('m');
    expect(await screen.findByRole('textbox', { name: 'Your note' })).toHaveValue('kept');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(server.texts()).toEqual(['old', 'kept']));
  });

  it.each([
    ['takes the highlight with it that was made for it', [noteOf('')], []],
    ['leaves the highlight that was there before', [], ['']],
  ])('when it is discarded after a reload, %s', async (_, made, left) => {
    const server = notesServer('');
    await openBook(server);
    keepUnsent(`note:${BOOK}:${NOTE}`, { note: noteOf('begun'), base: noteOf(''), made });
    expect(await openNote()).toHaveValue('begun');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await isClosed();
    await waitFor(() => expect(server.texts()).toEqual(left));
  });

  it('is merged as well if an earlier release stored it without its base', async () => {
    const server = notesServer('old');
    await openBook(server);
    keepUnsent(`note:${BOOK}:${NOTE}`, noteOf('kept by the old app'));
    server.elsewhere('replaced on the phone');
    expect(await openNote()).toHaveValue('kept by the old app');
    await userEvent.keyboard('{Escape}');
    await waitFor(() =>
      expect(server.texts()[0]).toMatch(/^replaced on the phone\n[\s\S]*kept by the old app$/),
    );
  });
});

describe('undo of an automatically saved note', () => {
  it('keeps what was deliberately saved after it', async () => {
    const server = notesServer('old');
    await openBook(server);
    await openNote();
    await userEvent.keyboard(' first{Escape}');
    await isClosed();
    const undo = getToasts().at(-1)?.action;
    expect(undo?.label).toBe('Undo');
    await openNote();
    await userEvent.keyboard(' second');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.texts()).toEqual(['old first second']));
    expect(toasts()).not.toContain('Note saved.');
    act(() => undo?.run());
    await openNote();
    expect(screen.getByRole('textbox', { name: 'Your note' })).toHaveValue('old first second');
    expect(server.texts()).toEqual(['old first second']);
  });
});
