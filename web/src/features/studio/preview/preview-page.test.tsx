import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WorkPreview } from '@vesalius/contract/work-preview';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import StudioPreviewPage from '../../../routes/studio-preview.tsx';
import { expectAccessible, renderScreen, sessionOf } from '../../../testing/render.tsx';
import { workAnswers } from '../model/testing/fake-answers.ts';

const MADE: WorkPreview = {
  ...{ state: 'ready', version: 0, made_version: 0, made_at: '2026-03-01T09:00:00.000Z' },
  ...{ is_current: true, findings: [] },
};

afterEach(() => {
  vi.useRealTimers();
});

async function open(preview: WorkPreview, { isEdited = false, later = preview } = {}) {
  let shown = preview;
  const { answers, server } = workAnswers({ title: 'Atlas', slug: 'atlas', pdf: 'book.pdf' });
  const operations = [{ op: 'set' as const, path: ['title'], value: 'Atlas of the heart' }];
  if (isEdited) await server.calls('ben').change({ base_version: 0, changes: [{ id: 'c1', operations }] });
  const opened: unknown[] = [];
  const rendered = await renderScreen(<StudioPreviewPage />, {
    namespaces: ['studio', 'publishing', 'uploads', 'fields'],
    session: sessionOf('author'),
    path: '/studio/:id/preview',
    at: '/studio/w1/preview?page=3',
    answers: {
      ...answers,
      'GET /works/w1/comments': { comments: [], next: null },
      'GET /works/w1/comment_counts': { open: 0, settled: 0, pages: [] },
      'GET /works/w1/preview': () => shown,
      // Requested once when the page opens, and then again.
      'PUT /works/w1/preview': () => {
        const now = shown;
        shown = later;
        return now;
      },
      'POST /works/w1/preview/openings': ({ body }: { body: { as: string } }) => {
        opened.push(body.as);
        return { token: `vslp_${body.as}`, book_id: 'b1', user_id: 'u0' };
      },
    },
  });
  return { ...rendered, opened };
}
const frame = () => screen.findByTitle<HTMLIFrameElement>('The book as this reader sees it');

it('opens the reader at the page of the desk, as the chosen reader', async () => {
  const { opened } = await open(MADE);
  expect((await frame()).getAttribute('src')).toBe('/book-viewer/b1?page=3');
  expect((await frame()).name).toContain('vslp_subscriber');
  await userEvent.click(screen.getByRole('radio', { name: 'Visitor' }));
  await expect.poll(async () => (await frame()).name).toContain('vslp_visitor');
  await userEvent.click(screen.getByRole('radio', { name: 'Profile' }));
  expect((await frame()).getAttribute('src')).toBe('/book-profile/b1');
  expect(opened).toEqual(['subscriber', 'visitor']);
});

it('offers no width to choose on a phone, which has one', async () => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') });
  onTestFinished(() => {
    window.matchMedia = matchMedia;
  });
  await open(MADE);
  await frame();
  expect(screen.getByRole('radio', { name: 'Visitor' })).toBeInTheDocument();
  expect(screen.queryByRole('radiogroup', { name: 'Width' })).toBeNull();
});

it('lists the errors, with links to their fields', async () => {
  const path = ['chapters'];
  const findings = [{ kind: 'mistake' as const, path, file: null, text: 'is missing' }];
  const { container } = await open({
    ...{ ...MADE, state: 'refused' as const, made_version: null, made_at: null, findings },
  });
  const list = await screen.findByRole('region', { name: /cannot be made/ });
  expect(within(list).getByRole('link').getAttribute('href')).toBe('/studio/w1?field=chapters');
  expect(screen.queryByTitle('The book as this reader sees it')).toBeNull();
  await expectAccessible(container);
});

it('opens automatically when the files of the book are prepared', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const findings = [
    { kind: 'waiting' as const, path: ['pdf'], file: 'book.pdf', text: 'is still being prepared' },
  ];
  await open({ ...MADE, state: 'refused', made_version: null, made_at: null, findings }, { later: MADE });
  await screen.findByRole('region', { name: /still being prepared/ });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await vi.advanceTimersByTimeAsync(6000);
  await frame();
});

it('offers to update an outdated preview', async () => {
  await open(MADE, { isEdited: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Update the preview' }));
  expect(screen.getByRole('status').textContent).toBe('The book was changed since this preview was made.');
});

it('shows the changes to who comes back to its tab', async () => {
  const later = { ...MADE, version: 1, made_version: 1, made_at: '2026-03-01T09:05:00.000Z' };
  const { opened } = await open(MADE, { later });
  await frame();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => opened.length).toBe(2);
});

it('says what it leaves out', async () => {
  const findings = [
    { kind: 'mistake' as const, path: ['samples'], file: null, text: 'is missing; give a text' },
  ];
  await open({ ...MADE, findings });
  await frame();
  await userEvent.click(screen.getByText(/^Left out of this preview/));
  expect(screen.getByRole('link', { name: 'Sample pictures' })).toBeVisible();
});
