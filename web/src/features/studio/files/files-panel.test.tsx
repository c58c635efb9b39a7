import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import Toasts from '../../../ui/toasts.tsx';
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

async function open({
  mayEdit = true,
  language = 'en' as 'en' | 'ar',
  more = 0,
  findings = [] as object[],
} = {}) {
  const document = { title: 'Atlas', slug: 'atlas', cover: 'cover.png' };
  const others = Array.from({ length: more }, (_, index) => file(`more-${index}/picture.png`));
  let files = [file('cover.png'), file('spare.png'), ...others];
  let removals: ReturnType<typeof removal>[] = [];
  const sent: unknown[] = [];
  const store = { undo: vi.fn(() => 'u1'), takeSteps: vi.fn() };
  const steps = { can_undo: true, can_redo: false };
  const { answers } = workAnswers(document);
  const shown = await renderScreen(
    <>
      <Toasts errors={false} />
      <FilesPanel
        workId="w1"
        document={document}
        version={0}
        store={store}
        mayEdit={mayEdit}
        onClose={() => {}}
      />
    </>,
    {
      namespaces: ['studio', 'publishing'],
      session: sessionOf('staff'),
      language,
      answers: {
        ...answers,
        'GET /works/w1': () => ({ id: 'w1', files }),
        'GET /works/w1/check_list': { version: 0, findings },
        'GET /works/w1/file_removals': () => ({ removals }),
        'POST /works/w1/file_removals': ({ body }: { body: { path: string; even_if_used: boolean } }) => {
          sent.push([body.path, body.even_if_used]);
          files = files.filter(({ path }) => path !== body.path);
          removals = [removal(body.path), ...removals];
          return { removals, steps };
        },
        'DELETE /works/w1/file_removals/removal-of-spare.png': () => {
          files = [...files, file('spare.png')];
          removals = [];
          return { removals, steps, restored: [file('spare.png')] };
        },
      },
    },
  );
  return { ...shown, sent, store };
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

it('undoes a removal as the last change of the desk', async () => {
  const { store } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove spare.png' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  expect(store.takeSteps).toHaveBeenCalledWith({ can_undo: true, can_redo: false });
  expect(store.undo).toHaveBeenCalledWith({ changeId: expect.any(String) });
});

it('a double click removes once', async () => {
  const { sent } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove cover.png' }));
  await userEvent.dblClick(screen.getByRole('button', { name: 'Remove it all the same' }));
  expect(await screen.findByRole('button', { name: 'Put cover.png back' })).toBeVisible();
  expect(sent).toEqual([['cover.png', true]]);
  expect(within(await files()).queryByRole('button', { name: 'Remove cover.png' })).toBeNull();
});

it('says that a study waits for a decision, and leads there', async () => {
  const path = ['supplementaries', '#s', 'materials', '#scan'];
  const text = 'waits for a decision; open it, and decide what of its attributes and images is published';
  await open({ findings: [{ kind: 'mistake', path, file: null, text }] });
  expect(await screen.findByText('1 study waits for your decision.')).toBeVisible();
  const address = `/studio/w1?${new URLSearchParams({ field: path.join('/') })}`;
  expect(screen.getByRole('link', { name: 'Decide what is published' })).toHaveAttribute('href', address);
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
