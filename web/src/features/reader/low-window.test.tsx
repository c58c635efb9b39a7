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
  const bars = () => container.querySelector('[data-language]')?.getAttribute('data-bars');
  const happen = (type: string, timeStamp: number) =>
    fireEvent(area, Object.defineProperty(new Event(type), 'timeStamp', { value: timeStamp }));
  const scrollTo = (top: number, timeStamp: number) => {
    area.scrollTop = top;
    happen('scroll', timeStamp);
  };
  const from = area.scrollTop;
  // Opening at a page scrolls, too.
  scrollTo(from + 100, 900);
  expect(bars()).toBeNull();
  happen('wheel', 1000);
  scrollTo(from + 200, 1000);
  expect(bars()).toBe('away');
  // The pages keep their place when they become taller.
  scrollTo(from + 150, 1100);
  expect(bars()).toBe('away');
  happen('wheel', 2000);
  scrollTo(from, 2000);
  expect(bars()).toBeNull();
  happen('wheel', 3000);
  scrollTo(from + 100, 3000);
  await userEvent.keyboard('t');
  expect(bars()).toBeNull();
});
