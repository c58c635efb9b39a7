import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NotebookEntry } from '@vesalius/contract/notebook';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '../../../lib/paths.ts';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { Notebook } from './notebook-page.tsx';

const HEART = '0197a000-0000-7000-8000-0000000000b1';
const LUNG = '0197a000-0000-7000-8000-0000000000b2';
const VALVES = '0197a000-0000-7000-8000-0000000000c1';
const BOOKS = [
  { id: HEART, title: 'The Heart', count: 2, chapters: [{ id: VALVES, title: 'Valves', count: 1 }] },
  { id: LUNG, title: 'The Lung', count: 1, chapters: [] },
];
const entry = (
  number: number,
  book: { id: string; title: string },
  more: Partial<NotebookEntry> = {},
): NotebookEntry => ({
  id: `0197a000-0000-7000-8000-00000000000${number}`,
  book: { author: 'A. Writer', language: 'en', ...book },
  chapter: null,
  page_label: String(number),
  note: { pageNumber: number + 2, quote: `passage ${number}`, text: `thought ${number}` },
  color: 'green',
  orphaned: false,
  is_closed: false,
  created_at: '2031-01-01T00:00:00.000Z',
  updated_at: '2031-01-01T00:00:00.000Z',
  ...more,
});
const heart = { id: HEART, title: 'The Heart' };
const ENTRIES = [entry(1, heart), entry(2, { id: LUNG, title: 'The Lung' }), entry(3, heart)];
const listOf = (data: readonly unknown[]) => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages: data.length > 0 ? 1 : 0 },
});

const open = (answers: Record<string, unknown> = {}, at = '/notebook') =>
  renderScreen(
    <Notebook
      placeLink={(bookId, page, note) => paths.bookViewer.to(bookId, page, { note })}
      library={<a href="/books">Go to your books</a>}
    />,
    {
      namespaces: ['notebook'],
      session: sessionOf('customer'),
      at,
      answers: { 'GET /notebook': listOf(ENTRIES), 'GET /notebook/books': listOf(BOOKS), ...answers },
    },
  );
const entries = () => within(screen.getByRole('list', { name: 'Notebook' })).getAllByRole('listitem');

describe('the notebook', () => {
  it('shows each entry with its passage and note, and leads to its place', async () => {
    const { container } = await open();
    expect(await screen.findByText('thought 1')).toBeVisible();
    expect(screen.getByText('passage 1')).toBeVisible();
    expect(screen.getByRole('link', { name: /The Heart.*page 1/ })).toHaveAttribute(
      'href',
      `/book-viewer/${HEART}?page=3&note=${ENTRIES[0]?.id}`,
    );
    await expectAccessible(container);
  });

  it('asks for words, book, chapter and time by the address', async () => {
    const { calls, location } = await open();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Book' }), HEART);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Chapter' }), VALVES);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Color' }), 'pink');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search in notes and passages' }), 'valve');
    await waitFor(() => expect(location()).toContain('q=valve'));
    await waitFor(() => {
      const asked = new URLSearchParams(calls.at(-1)?.split('?')[1]);
      expect(Object.fromEntries(asked)).toEqual({
        ...{ q: 'valve', book_id: HEART, chapter_id: VALVES, color: 'pink', order: 'newest', page: '1' },
      });
    });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Book' }), LUNG);
    await waitFor(() => expect(location()).not.toContain('chapter='));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Made' }), 'week');
    await waitFor(() => expect(calls.at(-1)).toMatch(/from=\d{4}-\d\d-\d\d/));
  });

  it('says that it is empty, that nothing matches, and that it failed', async () => {
    const empty = await open({ 'GET /notebook/books': listOf([]) });
    expect(await screen.findByRole('heading', { name: 'Your notebook is empty' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your books' })).toBeVisible();
    empty.unmount();
    const none = await open({ 'GET /notebook': listOf([]) }, '/notebook?q=spleen');
    expect(await screen.findByRole('heading', { name: 'No entry matches' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all entries' }));
    await waitFor(() => expect(none.location()).toBe('/notebook'));
    none.unmount();
    let isReached = false;
    await open({
      'GET /notebook': () =>
        isReached ? listOf(ENTRIES) : new FakeFailure(503, { code: 'unavailable', message: '' }),
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    isReached = true;
    await userEvent.click(again);
    expect(await screen.findByText('thought 1')).toBeVisible();
  });

  it('says why a passage is missing', async () => {
    const closed = { note: { pageNumber: 20, quote: '', text: 'mine' }, is_closed: true };
    await open({ 'GET /notebook': listOf([entry(1, heart, closed), entry(2, heart, { orphaned: true })]) });
    expect(await screen.findByText(/cannot read now/)).toBeVisible();
    expect(screen.getByText(/no longer in this edition/)).toBeVisible();
  });
});

describe('files and paper of the notebook', () => {
  const saved: Blob[] = [];
  let spies: { mockRestore: () => void }[] = [];
  const printed: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    spies = [
      vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
        saved.push(blob as Blob);
        return 'blob:x';
      }),
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {}),
      vi.spyOn(window, 'print').mockImplementation(() => {
        printed.push(document.querySelector('[data-notebook-sheet]')?.textContent ?? '');
      }),
    ];
  });
  afterEach(() => {
    for (const spy of spies) spy.mockRestore();
  });

  it('have all that matches, or only the selected entries', async () => {
    const { calls } = await open();
    await screen.findByText('thought 1');
    await userEvent.click(screen.getByRole('button', { name: 'Save as Markdown' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toMatch(
      /# The Heart[\s\S]*passage 1[\s\S]*thought 3[\s\S]*# The Lung[\s\S]*thought 2/,
    );
    const asked = calls.length;
    await userEvent.click(screen.getByRole('checkbox', { name: /page 2 of .*The Lung/ }));
    expect(screen.getByText('1 entry selected')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(await saved[1]?.text()).toMatch(/^book,author,chapter,page[^\n]*\nThe Lung,[^\n]*\n$/);
    expect(calls).toHaveLength(asked);
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.getByText('3 entries found')).toBeVisible();
    expect(entries()).toHaveLength(3);
  });

  it('prints by book, and nothing of it stays on the screen', async () => {
    await open();
    await screen.findByText('thought 1');
    await userEvent.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(printed[0]).toMatch(/The Heart.*thought 1.*thought 3.*The Lung.*thought 2/));
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('[data-notebook-sheet]')).toBeNull());
  });
});
