import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { choosePreference } from '../../../lib/preferences.ts';
import { bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import { expectAccessible, FakeFailure } from '../../../testing/render.tsx';
import { getAnnouncement, subscribeToAnnouncements } from '../../../ui/announce.ts';
import { Announcer } from '../../../ui/announcer.tsx';
import { getToasts } from '../../../ui/notify.ts';
import { noteOf } from './testing/open-book.tsx';

const open = async (answer: (body: object) => unknown = () => new Promise(() => {})) => {
  const sent: { method: string; body: unknown }[] = [];
  const stored = ({ body }: { body: object }) => {
    sent.push({ method: 'write', body });
    return answer(body);
  };
  const rendered = await openReader(bookPages(), {
    answers: { 'POST /annotations': stored },
    beside: <Announcer />,
  });
  const page = await screen.findByRole('region', { name: 'Page 7' });
  await within(page).findByText('Page 7 tells of the mitral valve');
  return { ...rendered, sent };
};
const said = () => document.querySelector('[data-announcer]');

beforeAll(() => {
  stubLayout();
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

describe('notes without a mouse', () => {
  const cancel = () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  it.each([
    ['is canceled', cancel],
    ['is left empty', () => userEvent.keyboard('{Escape}')],
    [
      'is taken back after it was saved',
      async () => {
        await userEvent.keyboard('begun{Escape}');
        await waitFor(() => expect(getToasts().at(-1)?.action?.label).toBe('Undo'));
        act(() => getToasts().at(-1)?.action?.run());
      },
    ],
  ])('no highlight stays of a new note that %s', async (_how, takeBack) => {
    await open((body) => ({ ...noteOf(''), ...body }));
    await userEvent.keyboard('{F2}');
    await screen.findByRole('application', { name: 'Choosing words' });
    await waitFor(() => expect(said()).toHaveTextContent('Page'));
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Write a note' }));
    const field = await screen.findByRole('textbox', { name: 'Your note' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(document.querySelector('[data-highlight]')).not.toBeNull();
    await takeBack();
    await waitFor(() => expect(document.querySelector('[data-highlight]')).toBeNull());
  });

  it('a passage is selected word by word, spoken and highlighted, and selecting continues from there', async () => {
    const { container, sent } = await open((body) => ({ ...noteOf(''), ...body }));
    await userEvent.keyboard('{F2}');
    const bar = await screen.findByRole('application', { name: 'Choosing words' });
    expect(bar).toHaveFocus();
    expect(bar).toHaveAccessibleDescription(/Shift and arrows choose/);
    await waitFor(() => expect(said()).toHaveTextContent('Page'));
    await userEvent.keyboard('{End}{ArrowLeft}{Shift>}{ArrowRight}{/Shift}');
    await waitFor(() => expect(said()).toHaveTextContent('mitral valve'));
    await expectAccessible(container);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Highlight in yellow' })).toHaveFocus());
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await waitFor(() =>
      expect(sent[0]?.body).toMatchObject({
        color: 'green',
        note: { pageNumber: 7, quote: 'mitral valve' },
      }),
    );
    expect(bar).toHaveFocus();
    await waitFor(() => expect(said()).toHaveTextContent('Highlighted in green'));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('application')).toBeNull();
    expect(screen.getByRole('region', { name: 'Pages of The Heart' })).toHaveFocus();
  });

  it('a highlight that is not stored is not announced', async () => {
    await open(() => new FakeFailure(503, { code: 'unavailable', message: '' }));
    await userEvent.keyboard('{F2}');
    await screen.findByRole('application', { name: 'Choosing words' });
    await waitFor(() => expect(said()).toHaveTextContent('Page'));
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}');
    const told: (string | undefined)[] = [];
    onTestFinished(subscribeToAnnouncements(() => told.push(getAnnouncement()?.text)));
    await userEvent.click(await screen.findByRole('button', { name: 'Highlight in yellow' }));
    await waitFor(() => expect(getToasts().at(-1)?.text).toMatch(/^The note is not saved\./));
    expect(told).not.toContain('Highlighted in yellow');
  });

  it('a new note on the page that Escape stores is said to be saved, and can be undone', async () => {
    const { calls } = await open((body) => ({ ...noteOf(''), ...body }));
    await userEvent.keyboard('{Shift>}{F2}{/Shift}');
    const field = await screen.findByRole('textbox', { name: 'Your note' });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('Ask about this{Escape}');
    await waitFor(() => expect(getToasts().at(-1)).toMatchObject({ text: 'Note saved.' }));
    const note = { name: 'Note: Ask about this' };
    expect(await screen.findByRole('button', note)).toBeInTheDocument();
    act(() => getToasts().at(-1)?.action?.run());
    await waitFor(() => expect(screen.queryByRole('button', note)).toBeNull());
    expect(calls.filter((call) => call.startsWith('DELETE '))).toHaveLength(1);
  });

  it('a reviewer chooses words, although there are no notes', async () => {
    const data = bookPages();
    const access = { ...data.access, annotates: false, records: false, is_subscribed: false };
    await openReader({ ...data, access }, { beside: <Announcer /> });
    await within(await screen.findByRole('region', { name: 'Page 7' })).findByText(/tells of/);
    await userEvent.keyboard('{F2}');
    const bar = await screen.findByRole('application', { name: 'Choosing words' });
    expect(bar).toHaveAccessibleDescription(/what is chosen stays/);
    await waitFor(() => expect(said()).toHaveTextContent('Page'));
    await userEvent.keyboard('{End}{ArrowLeft}{Shift>}{ArrowRight}{/Shift}');
    await waitFor(() => expect(said()).toHaveTextContent('mitral valve'));
    const chosen = () => document.getSelection()?.getRangeAt(0).cloneContents().textContent;
    await waitFor(() => expect(chosen()).toContain('mitral valve'));
    expect(screen.queryByRole('button', { name: 'Highlight in yellow' })).toBeNull();
  });

  it('Escape returns from the menu to the words', async () => {
    await open();
    await userEvent.keyboard('{F2}');
    await screen.findByRole('application');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Highlight in yellow' })).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('application')).toHaveFocus();
  });

  it('a saved note is announced once it is stored', async () => {
    let store = (_note: unknown) => {};
    const time = '2026-03-01T09:00:00.000Z';
    const stamps = {
      created_at: time,
      updated_at: time,
      author_name: 'Agnes',
      is_own: true,
      orphaned: false,
    };
    const { sent } = await open(
      (body) =>
        new Promise((resolve) => {
          store = () => resolve({ ...body, ...stamps });
        }),
    );
    await userEvent.keyboard('m');
    await waitFor(async () =>
      expect(await screen.findByRole('textbox', { name: 'Your note' })).toHaveFocus(),
    );
    await userEvent.keyboard('Ask about this');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(said()).not.toHaveTextContent('Note saved.');
    act(() => store(null));
    await waitFor(() => expect(said()).toHaveTextContent('Note saved.'));
  });

  it('a note is written on the page; without a text nothing is stored', async () => {
    const { sent, calls } = await open();
    await userEvent.keyboard('m');
    const field = await screen.findByRole('textbox', { name: 'Your note' });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('Ask about this');
    expect(field).toHaveValue('Ask about this');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toMatchObject([{ body: { note: { pageNumber: 7, quote: '', text: 'Ask about this' } } }]),
    );
    expect(await screen.findByRole('button', { name: 'Note: Ask about this' })).toBeInTheDocument();
    await userEvent.keyboard('{Shift>}{F2}{/Shift}');
    await screen.findByRole('textbox', { name: 'Your note' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your note' })).toBeNull());
    expect(screen.getAllByRole('button', { name: /^Note: / })).toHaveLength(1);
    // Nothing was stored, not even temporarily.
    expect(calls.filter((call) => /^(POST|DELETE) /.test(call))).toEqual(['POST /annotations']);
  });
});

describe('single-letter shortcuts', () => {
  it('can be turned off in the list of keys, and stay off', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: '?' });
    await userEvent.click(await screen.findByRole('switch', { name: 'Single-key shortcuts' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    for (const key of ['n', 'd', 'b', 'm', '?']) fireEvent.keyDown(document.body, { key });
    expect(screen.getByRole('textbox', { name: /Go to page/ })).toHaveValue('7');
    expect(screen.queryByRole('tablist')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(screen.getByRole('textbox', { name: /Go to page/ })).toHaveValue('8');
    act(() => choosePreference('singleKeys', true));
  });
});

describe('a turned page', () => {
  it('is announced, and a panel opened by key has the focus', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: 'n' });
    await waitFor(() => expect(said()).toHaveTextContent('Page 8 of 40'));
    fireEvent.keyDown(document.body, { key: 'b' });
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Chapter Index' })).toHaveFocus());
  });

  it('what is typed before the dialog of a note is there is no shortcut', async () => {
    const { onPlace } = await open();
    await userEvent.keyboard('m');
    fireEvent.keyDown(document.body, { key: 'n' });
    fireEvent.keyDown(document.body, { key: 'b' });
    expect(await screen.findByRole('textbox', { name: 'Your note' })).toBeVisible();
    expect(onPlace).not.toHaveBeenCalled();
    expect(screen.queryByRole('tab')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
