import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../testing/open-reader.tsx';
import { isSmallWindow } from './layout/page-layout.ts';

// Set before the viewer is loaded, which reads it once: a phone in landscape.
vi.hoisted(() => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-height: 499px') });
});
beforeAll(stubLayout);
beforeEach(() => localStorage.clear());

it('leaves the white margins out, as in portrait', async () => {
  const ink = Array.from({ length: 40 }, (): [number, number, number, number] => [0.2, 0.1, 0.6, 0.8]);
  const { container } = await openReader({ ...bookPages(), ink });
  const { left, width } = container.querySelector<HTMLElement>('[data-page]')!.style;
  const [from, size] = [Number.parseFloat(left), Number.parseFloat(width)];
  // The window is 900 pixels wide here.
  expect([from + 0.2 * size, from + 0.8 * size]).toEqual([expect.closeTo(20), expect.closeTo(880)]);
});

it.each([
  [390, 844, true],
  [844, 390, true],
  [956, 440, true],
  [1280, 480, false],
  [820, 1180, false],
])('a window of %i by %i pixels is small: %s', (width, height, isSmall) => {
  expect(isSmallWindow({ width, height })).toBe(isSmall);
});

it('opens the panel of the page only when asked, and leaves the setting for higher windows', async () => {
  await openReader(bookPages(), { slots: { PagePanel: () => <p>Lectures of the page</p> } });
  const pagePanel = () => screen.queryByRole('complementary', { name: 'On this page' });
  expect(pagePanel()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'On this page' }));
  expect(pagePanel()).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'On this page' }));
  expect(pagePanel()).toBeNull();
  expect(localStorage.getItem('reader-view')).toContain('"pagePanelOpen":true');
});
