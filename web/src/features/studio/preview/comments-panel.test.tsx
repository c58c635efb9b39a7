import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { CommentsPanel } from './comments-panel.tsx';
import type { SeenPlace } from './frame-place.ts';

const said = (id: string, fields: Partial<WorkComment> = {}): WorkComment => ({
  ...{
    id,
    answers: null,
    page: 2,
    text: `Said in ${id}`,
    user_name: 'Ada',
    is_own: false,
    may_remove: false,
  },
  ...{ was_page: 2, quote: null, lecture: null, question: null },
  ...{ made_at: '2026-03-01T09:00:00.000Z', settled_at: null, settled_by: null, ...fields },
});

const PAGE: SeenPlace = { kind: 'page', page: 2, quote: null };
async function open(
  comments: WorkComment[],
  {
    place = PAGE,
    language = 'en',
    labels = [],
  }: { place?: SeenPlace; language?: 'en' | 'ar'; labels?: string[] } = {},
) {
  const sent: unknown[] = [];
  const pages: number[] = [];
  let stored = comments;
  const panel = (shownPlace: SeenPlace | null) => (
    <CommentsPanel workId="w1" place={shownPlace} goTo={({ page: to }) => void pages.push(to ?? 0)} />
  );
  const isShown = (each: WorkComment, asked: URLSearchParams) => {
    const state = asked.get('state');
    if (state) return (each.settled_at !== null) === (state === 'settled');
    if (asked.has('page')) return each.page === Number(asked.get('page'));
    return each.lecture?.id === asked.get('lecture_id');
  };
  /** Three comments per part. */
  const part = (url: string) => {
    const asked = new URLSearchParams(url.split('?')[1]);
    const from = Number(asked.get('from'));
    const threads = stored.filter((each) => each.answers === null && isShown(each, asked));
    const ids = threads.slice(from, from + 3).map(({ id }) => id);
    return {
      comments: stored.filter(({ id, answers }) => ids.includes(answers ?? id)),
      next: from + 3 < threads.length ? from + 3 : null,
    };
  };
  let moveTo: (place: SeenPlace | null) => void = () => undefined;
  function Panel() {
    const [shownPlace, setPlace] = useState<SeenPlace | null>(place);
    moveTo = setPlace;
    return panel(shownPlace);
  }
  const shown = await renderScreen(<Panel />, {
    namespaces: ['studio', 'publishing', 'fields', 'shell'],
    session: sessionOf('author'),
    language,
    answers: {
      'GET /works/w1/comments': ({ url }: { url: string }) => part(url),
      'GET /works/w1': { id: 'w1', manifest: { pdf: 'book.pdf' } },
      'GET /works/w1/pages': { state: 'ready', sizes: [], labels },
      'GET /works/w1/comment_counts': () => {
        const threads = stored.filter(({ answers }) => answers === null);
        const settled = threads.filter(({ settled_at: at }) => at !== null).length;
        return { open: threads.length - settled, settled, pages: [] };
      },
      'POST /works/w1/comments': ({ body }: { body: { id: string; text: string; answers?: string } }) => {
        sent.push(body);
        const made = said(body.id, { text: body.text, is_own: true, answers: body.answers ?? null });
        stored = [...stored.filter(({ id }) => id !== body.id), made];
        return made;
      },
      'PUT /works/w1/comments/one/settled': () => {
        const settled = said('one', { settled_at: '2026-03-02T09:00:00.000Z', settled_by: 'Ben' });
        stored = [settled, ...stored.filter(({ id }) => id !== 'one')];
        return settled;
      },
      'DELETE /works/w1/comments/one': () => {
        stored = stored.filter(({ id, answers }) => id !== 'one' && answers !== 'one');
        return null;
      },
    },
  });
  return { ...shown, sent, pages, moveTo: (to: SeenPlace | null) => act(() => moveTo(to)) };
}

it.each(['en', 'ar'] as const)('shows what is open, with its answers, in %s', async (language) => {
  const { container } = await open([said('one'), said('two', { answers: 'one', page: null })], { language });
  expect(await screen.findByText('Said in one')).toBeVisible();
  expect(screen.getByText('Said in two')).toBeVisible();
  await expectAccessible(container);
});

it('comments on the open page by keyboard', async () => {
  const { sent } = await open([]);
  await userEvent.click(await screen.findByLabelText('Comment on page 2'));
  await userEvent.keyboard('The rib is the ninth.{Tab}{Enter}');
  expect(await screen.findByText('The rib is the ninth.')).toBeVisible();
  expect(sent).toMatchObject([{ page: 2, text: 'The rib is the ninth.' }]);
  expect(screen.getByLabelText('Comment on page 2')).toHaveValue('');
});

it('links to the page, and settles', async () => {
  const { pages } = await open([said('one', { page: 7 })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Page 7' }));
  expect(pages).toEqual([7]);
  await userEvent.click(screen.getByRole('button', { name: 'Settle' }));
  expect(await screen.findByText('No comment is open.')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^Settled/ }));
  expect(await screen.findByText('Settled by Ben')).toBeVisible();
});

it('deletes what may be deleted, and asks first', async () => {
  const { container, calls } = await open([
    said('one', { may_remove: true }),
    said('two', { answers: 'one', page: null }),
    said('three', { is_own: true }),
  ]);
  const remove = await screen.findByRole('button', { name: 'Delete' });
  await userEvent.click(remove);
  const dialog = await screen.findByRole('dialog', { name: 'Delete this comment?' });
  expect(dialog).toHaveTextContent('Said in one');
  expect(dialog).toHaveTextContent(/with the answers/);
  expect(dialog).toHaveTextContent(/Somebody else wrote it/);
  await expectAccessible(container);
  expect(calls).not.toContain('DELETE /works/w1/comments/one');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await expect.poll(() => screen.queryByText('Said in one')).toBeNull();
  expect(screen.queryByText('Said in two')).toBeNull();
  expect(screen.getByText('Said in three')).toBeVisible();
});

it('shows more on request, and how many there are', async () => {
  await open([said('one'), said('two'), said('three'), said('four', { page: 9 })]);
  expect(await screen.findByText('Said in two')).toBeVisible();
  expect(screen.queryByText('Said in four')).toBeNull();
  expect(await screen.findByRole('radio', { name: 'Open (4)' })).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Show more comments' }));
  expect(await screen.findByText('Said in four')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more comments' })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'This page' }));
  await expect.poll(() => screen.queryByText('Said in four')).toBeNull();
  expect(await screen.findByText('Said in one')).toBeVisible();
});

it('keeps a comment with the page where it was begun, until the user moves it', async () => {
  const { sent, moveTo } = await open([]);
  await userEvent.type(await screen.findByLabelText('Comment on page 2'), 'The ninth.');
  moveTo({ kind: 'page', page: 5, quote: null });
  expect(screen.getByLabelText('Comment on page 2')).toHaveValue('The ninth.');
  expect(screen.getByText(/Something else is open now/)).toBeVisible();
  moveTo(null);
  expect(screen.getByLabelText('Comment on page 2')).toHaveValue('The ninth.');
  moveTo({ kind: 'page', page: 5, quote: null });
  await userEvent.click(screen.getByRole('button', { name: 'Comment on what is open now' }));
  expect(screen.getByLabelText('Comment on page 5')).toHaveValue('The ninth.');
  await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
  await expect.poll(() => sent).toMatchObject([{ page: 5, text: 'The ninth.' }]);
});

it('keeps an unsent answer while another page is open', async () => {
  const { moveTo } = await open([said('one')]);
  await userEvent.click(await screen.findByRole('radio', { name: 'This page' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Answer' }));
  await userEvent.type(screen.getByLabelText('Answer'), 'It was moved.');
  moveTo({ kind: 'page', page: 5, quote: null });
  expect(await screen.findByText('Nothing was said of this page yet.')).toBeVisible();
  moveTo(PAGE);
  expect(await screen.findByLabelText('Answer')).toHaveValue('It was moved.');
});

const QUOTE = { text: 'ninth rib', before: 'the', after: 'is broken' };
it('comments on a selected phrase, a second of a lecture and a question', async () => {
  const places: [SeenPlace, RegExp, object][] = [
    [{ kind: 'page', page: 4, quote: QUOTE }, /phrase of page 4/, { page: 4, quote: QUOTE }],
    [
      { kind: 'lecture', id: 'm1', title: 'Auscultation', second: 83 },
      /at 1:23 of “Auscultation”/,
      { lecture: { id: 'm1', second: 83 } },
    ],
    [{ kind: 'question', id: 'q1', title: 'Which rib?' }, /“Which rib\?”/, { question_id: 'q1' }],
  ];
  for (const [place, label, about] of places) {
    const { sent, unmount } = await open([], { place });
    await userEvent.type(await screen.findByLabelText(label), 'Really?');
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('Really?', { selector: 'p' })).toBeVisible();
    expect(sent).toMatchObject([{ text: 'Really?', ...about }]);
    unmount();
  }
});

it('describes the place of a comment if it is gone', async () => {
  await open([
    said('one', { page: null, was_page: 12 }),
    said('two', { lecture: { id: null, title: 'Auscultation', second: 83 } }),
    said('three', { question: { id: null, title: 'Which rib?', kind: 'quiz', list_id: null } }),
  ]);
  expect(await screen.findByText(/it was page 12/)).toBeVisible();
  expect(screen.getByText(/1:23 of “Auscultation”, which is not in the preview/)).toBeVisible();
  expect(screen.getByText(/not in the preview: Which rib\?/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Auscultation|Which rib|Page/ })).toBeNull();
});

it('sends a comment once for two clicks, and asks before it is discarded', async () => {
  const { sent } = await open([]);
  const field = await screen.findByLabelText('Comment on page 2');
  await userEvent.type(field, 'Begun on two');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = await screen.findByRole('dialog', { name: 'Give up this comment?' });
  expect(question).toHaveTextContent('What you wrote is not stored.');
  await userEvent.keyboard('{Escape}');
  expect(field).toHaveValue('Begun on two');
  const send = screen.getByRole('button', { name: 'Comment' });
  fireEvent.click(send);
  fireEvent.click(send);
  expect(await screen.findByText('Begun on two', { selector: 'p' })).toBeVisible();
  expect(sent).toMatchObject([{ page: 2, text: 'Begun on two' }]);
  expect(sent).toHaveLength(1);
});

it.each([
  ['en', /^Page xii$/, /^Comment on page xii$/, /^Page 2 of the file$/],
  [
    'ar',
    /^الصفحة \u2068?xii\u2069?$/,
    /^تعليق على الصفحة \u2068?xii\u2069?$/,
    /^الصفحة \u2068?2\u2069? من الملف$/,
  ],
] as const)('names pages as readers see them, in %s', async (language, page, form, inFile) => {
  await open([said('one')], { language, labels: ['xi', 'xii'] });
  expect(await screen.findByRole('button', { name: page })).toHaveAttribute(
    'title',
    expect.stringMatching(inFile),
  );
  expect(screen.getByLabelText(form)).toBeVisible();
});

it('does not name the page of the file where it is the same', async () => {
  await open([said('one')], { labels: ['1', '2'] });
  expect(await screen.findByRole('button', { name: 'Page 2' })).not.toHaveAttribute('title');
});
