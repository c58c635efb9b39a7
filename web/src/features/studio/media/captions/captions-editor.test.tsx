import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Fields } from '@vesalius/contract/working-copy-document';
import { expect, it } from 'vitest';
import StudioWorkPage from '../../../../routes/studio-work.tsx';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../../../../testing/render.tsx';
import { workAnswers } from '../../model/testing/fake-answers.ts';

const lectureWith = (captions: Fields[]): Fields => ({
  ...{ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf', language: 'en' },
  supplementaries: [
    {
      _id: 's',
      page: 1,
      materials: [
        {
          key: 'one',
          type: 'video',
          title: 'The valve',
          file: 'valve.mp4',
          ...(captions.length > 0 ? { captions } : {}),
        },
      ],
    },
  ],
});
const WITH_ENGLISH = lectureWith([{ _id: 'c', language: 'en', file: 'valve.en.srt' }]);
const TRACK_FILE = ['supplementaries', '#s', 'materials', '#one', 'captions', '#c', 'file'];
const file = (path: string, asset: string) => ({
  ...{ path, asset, bytes: 1000, media_type: 'video/mp4', address: null, original_name: path },
  added_at: '2026-03-01T09:00:00.000Z',
});
const VIDEO = {
  ...{ asset: 'a1', state: 'ready', step: null, done: 1, problem: null, notes: [] },
  ...{ duration_seconds: 60, sizes: [360], url: '/files/one', poster_url: null, was_stopped: false },
};
const cue = (start_seconds: number, end_seconds: number, text: string) => ({
  ...{ start_seconds, end_seconds, text, settings: '' },
});
const CUES = [cue(1, 3, 'The valve opens'), cue(2.5, 5, 'and closes'), cue(8, 9, '')];

async function open(document: Fields, language: 'en' | 'ar' = 'en', refuses = false) {
  const { server, answers } = workAnswers(document, {
    ...{ files: [file('valve.mp4', 'a1')], videos: { converts: true, videos: [VIDEO] } },
  });
  const stored: { name: string; cues: object[] }[] = [];
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
      'GET /works/w1/captions': ({ url }: { url: string }) => {
        const path = new URLSearchParams(url.split('?')[1]).get('path') ?? '';
        const cues = path === 'theirs.vtt' ? [cue(0, 1, 'Theirs')] : path.includes('made') ? [] : CUES;
        return { path, original_name: 'valve.en.srt', cues, problems: [] };
      },
      'POST /works/w1/captions': ({ body }: { body: unknown }) => {
        if (refuses) return new FakeFailure(503, { code: 'unavailable', message: 'Later' });
        stored.push(body as (typeof stored)[number]);
        return { ...file(`captions/made-${stored.length}.vtt`, 'a2'), media_type: 'text/vtt' };
      },
    },
  });
  await userEvent.click((await screen.findAllByRole('button', { name: /The valve/ })).at(-1) as HTMLElement);
  return { ...shown, server, stored };
}
const openEnglish = async () =>
  userEvent.click(await screen.findByRole('button', { name: /: (English|الإنجليزية)$/ }));
const rows = async () =>
  within(await screen.findByRole('list', { description: /arrow keys|مفاتيح الأسهم/ })).findAllByRole(
    'listitem',
  );
const player = (container: HTMLElement) => container.querySelector('video') as HTMLVideoElement;
function playAt(container: HTMLElement, seconds: number) {
  act(() => {
    player(container).currentTime = seconds;
    player(container).dispatchEvent(new Event('timeupdate'));
  });
}

it.each(['en', 'ar'] as const)('lists captions with what is wrong at each, in %s', async (language) => {
  const { container } = await open(WITH_ENGLISH, language);
  await openEnglish();
  expect(await rows()).toHaveLength(3);
  if (language === 'en') {
    expect((await rows()).map((row) => row.textContent)).toEqual([
      '0:01.000The valve opens',
      '0:02.500and closesBegins before the one before it ends',
      '0:08.000No words yetHas no words; readers will not see it',
    ]);
    await userEvent.click(screen.getByRole('button', { name: '2 to correct: show the next' }));
    expect(screen.getByRole('textbox', { name: 'Words' })).toHaveValue('and closes');
  }
  await expectAccessible(container);
});

it('marks the caption that plays, and takes begin and end from the lecture by keyboard', async () => {
  const { container, server, stored } = await open(WITH_ENGLISH);
  await openEnglish();
  const [first] = await rows();
  playAt(container, 1.5);
  expect(first).toHaveAttribute('aria-current', 'time');
  await userEvent.click(within(first as HTMLElement).getByRole('button'));
  expect(player(container).currentTime).toBe(1);
  playAt(container, 2.25);
  await userEvent.keyboard('{Control>}e{/Control}!');
  await waitFor(() => expect(stored).toHaveLength(1), { timeout: 5000 });
  expect(stored[0]?.name).toBe('valve.en.srt');
  expect(stored[0]?.cues[0]).toEqual(cue(1, 2.25, 'The valve opens!'));
  // The new file's name is set by an ordinary operation, so it can be undone.
  await waitFor(() =>
    expect(server.made().at(-1)?.operation).toEqual({
      op: 'set',
      path: TRACK_FILE,
      value: 'captions/made-1.vtt',
    }),
  );
  expect(await screen.findByText('Everything is saved.')).toBeVisible();
});

it('adds, splits, joins, deletes and shifts', async () => {
  const { container, stored } = await open(WITH_ENGLISH);
  await openEnglish();
  await rows();
  playAt(container, 20);
  await userEvent.click(screen.getByRole('button', { name: 'Add at this second' }));
  await userEvent.keyboard('one two');
  await userEvent.click(screen.getByRole('button', { name: 'Split' }));
  expect(screen.getByRole('textbox', { name: 'Words' })).toHaveValue('two');
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await userEvent.click(screen.getByRole('button', { name: 'Join with the next' }));
  expect(screen.getByRole('textbox', { name: 'Words' })).toHaveValue('one\ntwo');
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Shift all by (s)' }), '-0,5{Enter}');
  await waitFor(
    () =>
      expect(stored.at(-1)?.cues).toEqual([
        ...[cue(0.5, 2.5, 'The valve opens'), cue(2, 4.5, 'and closes'), cue(19.5, 22.5, 'one\ntwo')],
      ]),
    { timeout: 5000 },
  );
});

it('begins a language without a file', async () => {
  const { server, stored } = await open(lectureWith([]));
  await userEvent.click(await screen.findByRole('button', { name: 'Begin Captions empty' }));
  expect(await screen.findByText(/^No captions yet/)).toBeVisible();
  expect(stored[0]).toEqual({ name: 'The valve.en.vtt', cues: [] });
  await waitFor(() =>
    expect(JSON.stringify(server.copy().document)).toContain('"language":"en","file":"captions/made-1.vtt"'),
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Arabic');
  await waitFor(() => expect(JSON.stringify(server.copy().document)).toContain('"language":"ar"'));
});

it('says that changes are not saved, and saves them when asked', async () => {
  await open(WITH_ENGLISH, 'en', true);
  await openEnglish();
  await userEvent.click(within((await rows())[0] as HTMLElement).getByRole('button'));
  await userEvent.keyboard('!');
  expect(await screen.findByText('Your last changes are not saved.', {}, { timeout: 5000 })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save now' })).toBeVisible();
});

it('asks before it replaces captions that another user wrote meanwhile', async () => {
  const { server, stored } = await open(WITH_ENGLISH);
  await openEnglish();
  await userEvent.click(within((await rows())[0] as HTMLElement).getByRole('button'));
  await userEvent.keyboard('!');
  await server.calls('ben').change({
    ...{ base_version: 0, since: 0 },
    changes: [{ id: 'c9', operations: [{ op: 'set', path: TRACK_FILE, value: 'theirs.vtt' }] }],
  });
  expect(
    await screen.findByText(/^Someone else changed these captions/, {}, { timeout: 8000 }),
  ).toBeVisible();
  expect(stored).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Theirs' }));
  expect(await screen.findByText('Theirs', { selector: 'span, textarea' })).toBeVisible();
});
