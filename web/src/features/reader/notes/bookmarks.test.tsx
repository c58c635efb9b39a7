import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Annotation, NewAnnotation } from '@vesalius/contract/reader';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { choosePreference } from '../../../lib/preferences.ts';
import { bookPages, openReader, stubLayout } from '../../../testing/open-reader.tsx';
import { expectAccessible, FakeFailure } from '../../../testing/render.tsx';
import { getAnnouncement, subscribeToAnnouncements } from '../../../ui/announce.ts';
import { Announcer } from '../../../ui/announcer.tsx';
import { getToasts } from '../../../ui/notify.ts';
import { NOTE, noteOf } from './testing/open-book.tsx';

const REMOVE = 'Remove the bookmark from page 7';

/** Stores the annotations of all devices. */
function server() {
  let stored: Annotation[] = [];
  const answers = {
    'GET /annotations': () => ({ data: stored }),
    'POST /annotations': ({ body }: { body: NewAnnotation }) => {
      const note = { quote: '', text: '', ...body.note, pageNumber: Number(body.note.pageNumber) };
      const bookmark = { ...noteOf(''), rects: [], note, for_editors: body.for_editors ?? true };
      stored = [...stored, bookmark];
      return bookmark;
    },
    [`DELETE /annotations/${NOTE}`]: () => {
      if (stored.length === 0) return new FakeFailure(404, { code: 'not_found', message: '' });
      stored = [];
      return null;
    },
  };
  return {
    answers,
    stored: () => stored,
    /** Another device takes all of them away. */
    clear: () => {
      stored = [];
    },
  };
}
const open = async (answers: Record<string, unknown>, data = bookPages()) => {
  const rendered = await openReader(data, { answers, beside: <Announcer /> });
  await screen.findByRole('region', { name: 'Page 7' });
  return rendered;
};
const ribbon = () => screen.queryByRole('button', { name: REMOVE });

beforeAll(() => {
  stubLayout();
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(NOTE);
});
afterEach(() => {
  localStorage.clear();
  choosePreference('singleKeys', true);
});

it('is set by a key, is there on the next device in both views, and goes by a press on its ribbon', async () => {
  const { answers, stored } = server();
  await open(answers);
  await userEvent.keyboard('s');
  const page = screen.getByRole('region', { name: 'Page 7' });
  expect(within(page).getByRole('button', { name: REMOVE })).toBeVisible();
  await waitFor(() => expect(document.querySelector('[data-announcer]')).toHaveTextContent('Bookmark set'));
  await waitFor(() => expect(stored()).toHaveLength(1));
  // An editor's bookmark is nobody else's matter.
  expect(stored()[0]).toMatchObject({ note: { pageNumber: 7, quote: '', text: '' }, for_editors: false });

  cleanup();
  const { container } = await open(answers);
  await screen.findByRole('button', { name: REMOVE });
  expect(screen.getByRole('button', { name: 'Bookmark this page' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('t');
  await waitFor(() => expect(container.querySelector('[data-flow-page="7"]')).not.toBeNull());
  await waitFor(() => expect(screen.getAllByRole('button', { name: REMOVE })).toHaveLength(1));
  expect(screen.queryByRole('button', { name: /^(Note|Highlight): / })).toBeNull();
  screen.getByRole('button', { name: REMOVE }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(stored()).toEqual([]));
  expect(ribbon()).toBeNull();
  expect(container.querySelector('#pages')).toHaveFocus();
});

it('is listed among the notes with its chapter, leads to its page, and is taken away there', async () => {
  const { answers, stored } = server();
  await open(answers);
  await userEvent.keyboard('s');
  await userEvent.click(screen.getByRole('button', { name: 'Contents and notes' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Notes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Bookmarks' }));
  const row = await screen.findByRole('listitem');
  expect(row).toHaveTextContent(/Page 7.*Valves · .*20\d\d/);
  await expectAccessible(row);
  await userEvent.click(within(row).getByRole('button', { name: REMOVE }));
  await waitFor(() => expect(stored()).toEqual([]));
  expect(ribbon()).toBeNull();
});

it('that another device took away already is gone here as well, without a complaint', async () => {
  const { answers, stored, clear } = server();
  await open(answers);
  await userEvent.keyboard('s');
  await waitFor(() => expect(stored()).toHaveLength(1));
  clear();
  await userEvent.keyboard('s');
  await waitFor(() => expect(ribbon()).toBeNull());
  expect(getToasts()).toEqual([]);
});

const refusal = () => new FakeFailure(503, { code: 'unavailable', message: '' });
/** All that screen readers were told from now on. */
const listen = () => {
  const told: (string | undefined)[] = [];
  onTestFinished(subscribeToAnnouncements(() => told.push(getAnnouncement()?.text)));
  return told;
};

it('that the server refuses says so by its name, and is not announced as set', async () => {
  await open({ 'POST /annotations': refusal });
  const told = listen();
  await userEvent.keyboard('s');
  await waitFor(() => expect(getToasts().at(-1)?.text).toMatch(/^The bookmark is not saved\./));
  expect(ribbon()).toBeNull();
  expect(told).not.toContain('Bookmark set');
});

it('is announced as removed only when it is', async () => {
  const { answers } = server();
  let isReached = false;
  const path = `DELETE /annotations/${NOTE}` as const;
  await open({ ...answers, [path]: () => (isReached ? answers[path]?.() : refusal()) });
  const told = listen();
  await userEvent.keyboard('s');
  await waitFor(() => expect(told).toContain('Bookmark set'));
  await userEvent.keyboard('s');
  await waitFor(() => expect(getToasts().at(-1)?.text).toMatch(/^The bookmark is not removed\./));
  expect(told).not.toContain('Bookmark removed');
  isReached = true;
  await userEvent.keyboard('s');
  await waitFor(() => expect(told).toContain('Bookmark removed'));
});

it('is set by no single key where the reader wants none, and not offered to those without notes', async () => {
  const { answers } = server();
  choosePreference('singleKeys', false);
  await open(answers);
  await userEvent.keyboard('s');
  expect(ribbon()).toBeNull();
  cleanup();
  const data = bookPages();
  await open(answers, { ...data, access: { ...data.access, annotates: false } });
  expect(screen.queryByRole('button', { name: 'Bookmark this page' })).toBeNull();
});
