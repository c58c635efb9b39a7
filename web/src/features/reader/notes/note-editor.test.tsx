import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Annotation, BookPages } from '@vesalius/contract/reader';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { dismissAllToasts, getToasts } from '../../../ui/notify.ts';
import { fakeEngine } from '../engine/fake-engine.ts';
import { Reader } from '../reader.tsx';

const BOOK = '0197a000-0000-7000-8000-0000000000b1';
const NOTE = '0197a000-0000-4000-8000-0000000000a1';
const data: BookPages = {
  book: {
    id: BOOK,
    title: 'The Heart',
    author: 'A. Writer',
    language: 'en',
    price: 199,
    number_of_pages: 40,
    new_version_book: null,
  },
  revision: 1,
  access: {
    granted: true,
    is_subscribed: true,
    records: true,
    annotates: true,
    last_page: 40,
    ended_at: null,
  },
  files: { grant: 'g', expires_at: '2031-01-01T00:00:00.000Z', runs: [], grants: {} },
  sizes: [[504, 720, 40]],
  labels: null,
  chapters: [],
  outline: [],
  progress: { status: 'in_progress', page: 7 },
  reader_name: 'Ada Byron',
};
const note = (text: string): Annotation => ({
  id: NOTE,
  author_name: 'Ada Byron',
  is_own: true,
  note: { pageNumber: 7, quote: 'the mitral valve', text },
  color: 'green',
  rects: [{ x: 0.1, y: 0.2, width: 0.3, height: 0.02 }],
  quote_before: 'tells of ',
  quote_after: '',
  orphaned: false,
  created_at: '2031-01-01T00:00:00.000Z',
  updated_at: '2031-01-01T00:00:00.000Z',
});

/** The book with one highlight that carries `text`, its dialog open. */
const openNote = async (text: string) => {
  const sent: [string, unknown][] = [];
  let stored: Annotation[] = [note(text)];
  const rendered = await renderScreen(
    <Reader
      data={data}
      engine={fakeEngine((number) => `Page ${number} tells of the mitral valve`)}
      askedPage={7}
      onPlace={() => {}}
      slots={{}}
      links={{
        back: '/profile',
        lectures: '/lectures',
        tests: '/tests',
        offer: { kind: 'enroll', to: '/enroll' },
      }}
    />,
    {
      namespaces: ['reader'],
      session: sessionOf('customer'),
      answers: {
        'GET /annotations': () => ({ data: stored }),
        'PATCH /books/update_current_progress': {},
        [`PATCH /annotations/${NOTE}`]: ({ body }: { body: { text: string } }) => {
          sent.push(['PATCH', body]);
          stored = [note(body.text)];
          return stored[0];
        },
        [`DELETE /annotations/${NOTE}`]: () => {
          sent.push(['DELETE', null]);
          stored = [];
          return null;
        },
        'POST /annotations': ({ body }: { body: Annotation }) => {
          sent.push(['POST', body]);
          stored = [{ ...note(body.note.text), id: body.id }];
          return stored[0];
        },
      },
    },
  );
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
const isClosed = () => waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your note' })).toBeNull());

beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  Element.prototype.scrollIntoView = () => {};
});
beforeEach(() => act(() => dismissAllToasts()));

describe('the dialog of a note', () => {
  it('Escape saves what was typed, and the notice undoes it', async () => {
    const { sent, open } = await openNote('old');
    // At the end of what stands there.
    await userEvent.keyboard(' and new{Escape}');
    await isClosed();
    await waitFor(() =>
      expect(sent).toEqual([['PATCH', { text: 'old and new', unchanged_since: note('').updated_at }]]),
    );
    expect(await open()).toHaveValue('old and new');
    await userEvent.keyboard('{Escape}');
    await isClosed();
    expect(sent).toHaveLength(1);
    const notice = getToasts().at(-1);
    expect([notice?.text, notice?.action?.label]).toEqual(['Note saved.', 'Undo']);
    act(() => notice?.action?.run());
    await waitFor(() =>
      expect(sent.at(-1)).toEqual(['PATCH', { text: 'old', unchanged_since: note('').updated_at }]),
    );
  });

  it('a click beside it saves, too', async () => {
    const { sent } = await openNote('');
    await userEvent.keyboard('Ask Karim');
    await userEvent.click(document.querySelector('.mantine-Modal-overlay') as Element);
    await isClosed();
    await waitFor(() =>
      expect(sent).toEqual([['PATCH', { text: 'Ask Karim', unchanged_since: note('').updated_at }]]),
    );
  });

  it('Cancel asks before a changed text is given up, and only then', async () => {
    const { sent, open } = await openNote('old');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    await open();
    await userEvent.keyboard(' and new');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await expectAccessible(question);
    await userEvent.click(within(question).getAllByRole('button', { name: 'Cancel' }).at(-1) as Element);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Your note' })).toHaveValue('old and new');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await isClosed();
    expect(sent).toEqual([]);
    expect(await open()).toHaveValue('old');
  });

  it('a deleted note comes back with its passage, color and text', async () => {
    const { sent } = await openNote('worth keeping');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Note: / })).toBeNull());
    const notice = getToasts().at(-1);
    expect([notice?.text, notice?.action?.label]).toEqual(['Deleted.', 'Undo']);
    act(() => notice?.action?.run());
    expect(await screen.findByRole('button', { name: 'Note: worth keeping' })).toBeInTheDocument();
    const { note: passage, color, rects, quote_before } = note('worth keeping');
    await waitFor(() =>
      expect(sent.at(-1)).toEqual([
        'POST',
        expect.objectContaining({ book_id: BOOK, note: passage, color, rects, quote_before }),
      ]),
    );
  });
});
