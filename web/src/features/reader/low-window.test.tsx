import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { bookPages, openReader, stubLayout } from '../../testing/open-reader.tsx';

// Set before the viewer is loaded, which reads it once: a window at 400 percent.
vi.hoisted(() => {
  const { matchMedia } = window;
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-height: 480px') });
});
beforeAll(stubLayout);
beforeEach(() => localStorage.clear());

it.each(['pages', 'text'])('gives the space of the bars to the %s while reading goes on', async (mode) => {
  localStorage.setItem('reader-view', JSON.stringify({ mode }));
  const { container } = await openReader(bookPages());
  const area = screen.getByRole('region', { name: 'Pages of The Heart' });
  const bars = () => container.querySelector('[data-bars]')?.getAttribute('data-bars');
  const scrollTo = (top: number, timeStamp: number) => {
    area.scrollTop = top;
    const event = new Event('scroll');
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    fireEvent(area, event);
  };
  const from = area.scrollTop;
  expect(bars()).toBeUndefined();
  scrollTo(from + 100, 1000);
  expect(bars()).toBe('away');
  // The pages keep their place when they become taller.
  scrollTo(from + 50, 1100);
  expect(bars()).toBe('away');
  scrollTo(from, 2000);
  expect(bars()).toBeUndefined();
  scrollTo(from + 100, 3000);
  await userEvent.keyboard('t');
  expect(bars()).toBeUndefined();
});
