import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { workAnswers } from '../model/testing/fake-answers.ts';
import { FilesPanel } from './files-panel.tsx';

const file = (path: string) => ({
  ...{ path, asset: 'a'.repeat(64), bytes: 2000, media_type: 'image/png', original_name: path },
  ...{ added_at: '2026-03-01T09:00:00.000Z', address: null },
});
const removal = (path: string) => ({
  ...{ id: `removal-of-${path}`, path, files: 1, bytes: 2000 },
  ...{ removed_at: '2026-03-01T10:00:00.000Z', removed_by: 'Ada' },
});

async function open({ mayEdit = true, language = 'en' as 'en' | 'ar', more = 0 } = {}) {
  const document = { title: 'Atlas', slug: 'atlas', cover: 'cover.png' };
  const others = Array.from({ length: more }, (_, index) => file(`more-${index}/picture.png`));
  let files = [file('cover.png'), file('spare.png'), ...others];
  let removals: ReturnType<typeof removal>[] = [];
  const sent: unknown[] = [];
  const { answers } = workAnswers(document);
  const shown = await renderScreen(
    <FilesPanel workId="w1" document={document} mayEdit={mayEdit} onClose={() => {}} />,
    {
      namespaces: ['studio', 'publishing'],
      session: sessionOf('staff'),
      language,
      answers: {
        ...answers,
        'GET /works/w1': () => ({ id: 'w1', files }),
        'GET /works/w1/file_removals': () => ({ removals }),
        'POST /works/w1/file_removals': ({ body }: { body: { path: string; even_if_used: boolean } }) => {
          sent.push([body.path, body.even_if_used]);
          files = files.filter(({ path }) => path !== body.path);
          removals = [removal(body.path), ...removals];
          return { removals };
        },
        'DELETE /works/w1/file_removals/removal-of-spare.png': () => {
          files = [...files, file('spare.png')];
          removals = [];
          return { removals, restored: [file('spare.png')] };
        },
      },
    },
  );
  return { ...shown, sent };
}
const files = () => screen.findByRole('list', { name: 'Files' });

it('removes a file that nothing uses at once, and puts it back', async () => {
  const { sent } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove spare.png' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Put spare.png back' }));
  expect(await screen.findByRole('button', { name: 'Remove spare.png' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Put spare.png back' })).toBeNull();
  expect(sent).toEqual([['spare.png', false]]);
});

it('says what uses a file, and removes it only after it was asked', async () => {
  const { sent } = await open();
  const uses = await screen.findByRole('list', { name: 'Where cover.png is used' });
  expect(within(uses).getByRole('link', { name: 'Cover' })).toHaveAttribute('href', '/studio/w1?field=cover');
  await userEvent.click(screen.getByRole('button', { name: 'Remove cover.png' }));
  expect(screen.getByRole('alertdialog', { name: 'Remove cover.png?' })).toHaveTextContent(/check list/);
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove cover.png' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove it all the same' }));
  expect(await screen.findByRole('button', { name: 'Put cover.png back' })).toBeVisible();
  expect(within(await files()).queryByText('cover.png')).toBeNull();
  expect(sent).toEqual([['cover.png', true]]);
});

it('a double click removes once', async () => {
  const { sent } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove cover.png' }));
  await userEvent.dblClick(screen.getByRole('button', { name: 'Remove it all the same' }));
  expect(await screen.findByRole('button', { name: 'Put cover.png back' })).toBeVisible();
  expect(sent).toEqual([['cover.png', true]]);
  expect(within(await files()).queryByRole('button', { name: 'Remove cover.png' })).toBeNull();
});

it('says that no file matches', async () => {
  await open({ more: 12 });
  await userEvent.type(await screen.findByLabelText('Find a file'), 'zebra');
  expect(await screen.findByText('No file matches “zebra”.')).toBeVisible();
});

it('authors and editors see the files and remove none', async () => {
  await open({ mayEdit: false });
  expect(within(await files()).getByText('spare.png')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove spare.png' })).toBeNull();
});

it.each(['en', 'ar'] as const)('is accessible in %s', async (language) => {
  await open({ language });
  await screen.findByText('spare.png');
  await expectAccessible(document.body);
});
