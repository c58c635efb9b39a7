import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { CommentsPanel } from './comments-panel.tsx';
import type { SeenPlace } from './frame-place.ts';

const said = (id: string, fields: Partial<WorkComment> = {}): WorkComment => ({
  ...{ id, answers: null, page: 2, text: `Said in ${id}`, user_name: 'Ada', is_own: false },
  ...{ was_page: 2, quote: null, lecture: null, question: null },
  ...{ made_at: '2026-03-01T09:00:00.000Z', settled_at: null, settled_by: null, ...fields },
});

const PAGE: SeenPlace = { kind: 'page', page: 2, quote: null };
async function open(
  comments: WorkComment[],
  { place = PAGE, language = 'en' }: { place?: SeenPlace; language?: 'en' | 'ar' } = {},
) {
  const sent: unknown[] = [];
  const pages: number[] = [];
  const shown = await renderScreen(
    <CommentsPanel workId="w1" place={place} goTo={({ page: to }) => void pages.push(to ?? 0)} />,
    {
      namespaces: ['studio', 'publishing', 'fields'],
      session: sessionOf('author'),
      language,
      answers: {
        'GET /works/w1/comments': { comments },
        'POST /works/w1/comments': ({ body }: { body: { id: string; text: string } }) => {
          sent.push(body);
          return { comments: [...comments, said(body.id, { text: body.text, is_own: true })] };
        },
        'DELETE /works/w1/comments/three': ({ url }: { url: string }) => {
          sent.push(url);
          return { comments: [] };
        },
        'PUT /works/w1/comments/one/settled': {
          comments: [said('one', { settled_at: '2026-03-02T09:00:00.000Z', settled_by: 'Ben' })],
        },
      },
    },
  );
  return { ...shown, sent, pages };
}

it.each(['en', 'ar'] as const)('shows what is open, with its answers, in %s', async (language) => {
  const { container } = await open([said('one'), said('two', { answers: 'one', page: null })], { language });
  expect(await screen.findByText('Said in one')).toBeVisible();
  expect(screen.getByText('Said in two')).toBeVisible();
  await expectAccessible(container);
});

it('comments on the page that is open by keyboard', async () => {
  const { sent } = await open([]);
  await userEvent.click(await screen.findByLabelText('Comment on page 2'));
  await userEvent.keyboard('The rib is the ninth.{Tab}{Enter}');
  expect(await screen.findByText('The rib is the ninth.')).toBeVisible();
  expect(sent).toMatchObject([{ page: 2, text: 'The rib is the ninth.' }]);
  expect(screen.getByLabelText('Comment on page 2')).toHaveValue('');
});

it('leads to the page, and settles', async () => {
  const { pages } = await open([said('one', { page: 7 })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Page 7' }));
  expect(pages).toEqual([7]);
  await userEvent.click(screen.getByRole('button', { name: 'Settle' }));
  expect(await screen.findByText('No comment is open.')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Settled' }));
  expect(await screen.findByText('Settled by Ben')).toBeVisible();
});

it('deletes only what is the user’s own and unanswered by others', async () => {
  await open([
    said('one', { is_own: true }),
    said('two', { answers: 'one', page: null }),
    said('three', { is_own: true }),
  ]);
  const [first] = await screen.findAllByRole('listitem');
  expect(within(first as HTMLElement).queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1);
});

const QUOTE = { text: 'ninth rib', before: 'the', after: 'is broken' };
it('comments on the phrase that is selected, the second of a lecture and a question', async () => {
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

it('says where a comment was whose place is gone', async () => {
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

it('sends a comment once by two clicks at once, and asks before it is given up', async () => {
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

it('asks before a comment is deleted', async () => {
  const { sent } = await open([said('three', { is_own: true })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: 'Delete this comment?' });
  expect(question).toHaveTextContent('Said in three');
  expect(sent).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No comment is open.')).toBeVisible();
});
