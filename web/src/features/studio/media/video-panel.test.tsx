import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../routes/studio-work.tsx';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { workAnswers } from '../model/testing/fake-answers.ts';

const BOOK: Fields = {
  ...{ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf' },
  supplementaries: [
    {
      _id: 's',
      page: 1,
      materials: [{ key: 'one', type: 'video', title: 'The valve', file: 'valve.mkv' }],
    },
  ],
};
const FILE = {
  ...{ path: 'valve.mkv', asset: 'a1', bytes: 1000, media_type: 'video/matroska', address: null },
  ...{ original_name: 'valve.mkv', added_at: '2026-03-01T09:00:00.000Z' },
};
const VIDEO = {
  ...{ asset: 'a1', state: 'preparing', step: 'stream', done: 0.42, problem: null, notes: [] },
  ...{ duration_seconds: null, sizes: [], url: '/files/one', poster_url: null, was_stopped: false },
};
async function open(video: object, language: 'en' | 'ar' = 'en', converts = true) {
  const current = { converts, videos: [{ ...VIDEO, ...video }] };
  const { server, answers } = workAnswers(BOOK, { files: [FILE], videos: () => current });
  const canceled = { converts: true, videos: [{ ...VIDEO, state: 'canceled' }] };
  const shown = await renderScreen(<StudioWorkPage />, {
    namespaces: [
      'studio',
      'publishing',
      'questions',
      'studies',
      'videos',
      'assessments',
      'uploads',
      'fields',
    ],
    ...{ path: '/studio/:id', at: '/studio/w1', session: sessionOf('staff'), language },
    answers: {
      ...answers,
      'DELETE /works/w1/videos/a1/preparation': canceled,
      'PUT /works/w1/videos/a1/preparation': { converts: true, videos: [VIDEO] },
    },
  });
  await userEvent.click((await screen.findAllByRole('button', { name: /The valve/ })).at(-1) as HTMLElement);
  return { ...shown, server };
}

it.each(['en', 'ar'] as const)('shows how far a video is, in %s', async (language) => {
  const { container } = await open({}, language);
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '42');
  await expectAccessible(container);
});

it('is canceled, and prepared again', async () => {
  await open({});
  await userEvent.click(await screen.findByRole('button', { name: 'Call off' }));
  expect(await screen.findByText(/^Preparation was called off/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Prepare again' }));
  expect(await screen.findByText('Making the sizes')).toBeVisible();
});

it('says why it failed, and what the file must be where nothing is converted', async () => {
  await open({ state: 'failed', problem: 'is cut off' });
  expect(await screen.findByText('This file cannot be prepared: it is cut off.')).toBeVisible();
});

it('says what the file must be where nothing is converted', async () => {
  await open({ state: 'unchanged' }, 'en', false);
  expect(await screen.findByText(/The file must be an MP4 with H.264/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Prepare again' })).toBeNull();
});

it('sets a mark at the lecture’s position', async () => {
  const { server, container } = await open({ state: 'ready', sizes: [720, 360] });
  expect(await screen.findByText('Ready for readers, in 720p and 360p.')).toBeVisible();
  const player = container.querySelector('video') as HTMLVideoElement;
  player.currentTime = 75.6;
  await userEvent.click(screen.getByRole('button', { name: 'Set a mark here' }));
  await expect
    .poll(() => JSON.stringify(server.copy().document))
    .toContain('"at_seconds":75,"title":"New mark"');
});

it('says that preparing was stopped on the server, and tries again', async () => {
  await open({ state: 'failed', was_stopped: true });
  expect(await screen.findByText(/was stopped on the server twice.*The file is not at fault/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Making the sizes')).toBeVisible();
});
