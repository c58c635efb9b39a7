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

it('keeps the bars while the pages scroll for a zoom or a jump, and a tap on a page brings them back', async () => {
  const { container } = await openReader(bookPages());
  const area = screen.getByRole('region', { name: 'Pages of The Heart' });
  const bars = () => container.querySelector('[data-language]')?.getAttribute('data-bars');
  const at = <Fired extends Event>(event: Fired, timeStamp: number) =>
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  const scrollBy = (by: number, timeStamp: number) => {
    area.scrollTop += by;
    fireEvent(area, at(new Event('scroll'), timeStamp));
  };
  // Chosen in a menu, entered in the page field, zoomed by two fingers or the wheel.
  fireEvent(container.querySelector('header')!, at(new Event('pointerdown', { bubbles: true }), 1000));
  scrollBy(100, 1100);
  fireEvent(area, at(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }), 2000));
  scrollBy(100, 2100);
  fireEvent(area, at(new WheelEvent('wheel', { ctrlKey: true, bubbles: true, cancelable: true }), 3000));
  scrollBy(100, 3100);
  expect(bars()).toBeNull();
  // A new layout after a movement of the reader's.
  fireEvent(area, at(new WheelEvent('wheel', { bubbles: true }), 4000));
  await userEvent.keyboard('w');
  scrollBy(100, 4500);
  expect(bars()).toBeNull();

  fireEvent(area, at(new WheelEvent('wheel', { bubbles: true }), 6000));
  scrollBy(100, 6000);
  expect(bars()).toBe('away');
  fireEvent(area.querySelector('[data-page]')!, at(new MouseEvent('click', { bubbles: true }), 7000));
  expect(bars()).toBeNull();
});

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
