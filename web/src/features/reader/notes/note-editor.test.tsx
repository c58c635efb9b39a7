import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Annotation } from '@vesalius/contract/reader';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOOK, bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import { expectAccessible } from '../../../testing/render.tsx';
import { dismissAllToasts, getToasts } from '../../../ui/notify.ts';
import { isClosed, NOTE, noteOf } from './testing/open-book.tsx';

/** Opens the dialog of a highlight whose note is `text`. */
const openNote = async (text: string) => {
  const sent: [string, unknown][] = [];
  let stored: Annotation[] = [noteOf(text)];
  const rendered = await openReader(bookPages(), {
    answers: {
      'GET /annotations': () => ({ data: stored }),
      [`PATCH /annotations/${NOTE}`]: ({ body }: { body: { text: string } }) => {
        sent.push(['PATCH', body]);
        stored = [noteOf(body.text)];
        return stored[0];
      },
      [`DELETE /annotations/${NOTE}`]: () => {
        sent.push(['DELETE', null]);
        stored = [];
        return null;
      },
      'POST /annotations': ({ body }: { body: Annotation }) => {
        sent.push(['POST', body]);
        stored = [{ ...noteOf(body.note.text), id: body.id }];
        return stored[0];
      },
    },
  });
  const opener = await screen.findByRole('button', { name: /^(Note|Highlight): / });
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: /^(Note|Highlight): / }));
    const field = await screen.findByRole('textbox', { name: 'Your note' });
    await waitFor(() => expect(field).toHaveFocus());
    return field as HTMLTextAreaElement;
  };
  await waitFor(() => expect(opener).toBeVisible());
  return { ...rendered, sent, open, field: await open() };
};
beforeAll(stubLayout);
beforeEach(() => act(() => dismissAllToasts()));

describe('the dialog of a note', () => {
  it('Escape saves the text, and the toast undoes it', async () => {
    const { sent, open } = await openNote('old');
    // At the end of the text.
    await userEvent.keyboard(' and new{Escape}');
    await isClosed();
    await waitFor(() =>
      expect(sent).toEqual([['PATCH', { text: 'old and new', unchanged_since: noteOf('').updated_at }]]),
    );
    expect(await open()).toHaveValue('old and new');
    await userEvent.keyboard('{Escape}');
    await isClosed();
    expect(sent).toHaveLength(1);
    const notice = getToasts().at(-1);
    expect([notice?.text, notice?.action?.label]).toEqual(['Note saved.', 'Undo']);
    act(() => notice?.action?.run());
    await waitFor(() =>
      expect(sent.at(-1)).toEqual(['PATCH', { text: 'old', unchanged_since: noteOf('').updated_at }]),
    );
  });

  it('a click outside saves, too', async () => {
    const { sent } = await openNote('');
    await userEvent.keyboard('Ask Karim');
    await userEvent.click(document.querySelector('.mantine-Modal-overlay') as Element);
    await isClosed();
    await waitFor(() =>
      expect(sent).toEqual([['PATCH', { text: 'Ask Karim', unchanged_since: noteOf('').updated_at }]]),
    );
  });

  it('Cancel asks before a changed text is discarded, and only then', async () => {
    const { sent, open } = await openNote('old');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await open();
    await userEvent.keyboard(' and new');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await expectAccessible(question);
    await userEvent.click(
      within(question).getAllByRole('button', { name: 'Keep writing' }).at(-1) as Element,
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Your note' })).toHaveValue('old and new');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await isClosed();
    expect(sent).toEqual([]);
    expect(await open()).toHaveValue('old');
  });

  it('a deleted note is restored with its passage, color and text', async () => {
    const { sent } = await openNote('worth keeping');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Note: / })).toBeNull());
    const notice = getToasts().at(-1);
    expect([notice?.text, notice?.action?.label]).toEqual(['Deleted.', 'Undo']);
    act(() => notice?.action?.run());
    expect(await screen.findByRole('button', { name: 'Note: worth keeping' })).toBeInTheDocument();
    const { note: passage, color, rects, quote_before } = noteOf('worth keeping');
    await waitFor(() =>
      expect(sent.at(-1)).toEqual([
        'POST',
        expect.objectContaining({ book_id: BOOK, note: passage, color, rects, quote_before }),
      ]),
    );
  });
});
