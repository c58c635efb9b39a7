import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkComment } from '@vesalius/contract/work-comments';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { CommentsPanel } from './comments-panel.tsx';

const said = (id: string, fields: Partial<WorkComment> = {}): WorkComment => ({
  ...{ id, answers: null, page: 2, text: `Said in ${id}`, user_name: 'Ada', is_own: false },
  ...{ made_at: '2026-03-01T09:00:00.000Z', settled_at: null, settled_by: null, ...fields },
});

async function open(comments: WorkComment[], { page = 2, language = 'en' as 'en' | 'ar' } = {}) {
  const sent: unknown[] = [];
  const pages: number[] = [];
  const shown = await renderScreen(
    <CommentsPanel workId="w1" page={page} goTo={(to) => void pages.push(to)} />,
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
