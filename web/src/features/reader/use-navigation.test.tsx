import { act, renderHook } from '@testing-library/react';
import type { BookPages } from '@vesalius/contract/reader';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followRouter } from '../../lib/navigation.ts';
import { layersAreGone, useBackCloses } from '../../lib/use-back-closes.ts';
import { useNavigation } from './use-navigation.ts';

const DATA = { book: { number_of_pages: 40 }, access: { granted: true, last_page: 40 } } as BookPages;

// The address is updated by an interval, which is faked; history events use real time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

it('updates the address while scrolling, but not in the history entry of a sheet that was opened meanwhile', async () => {
  history.pushState({ key: 'page' }, '', '/book?page=7');
  const report = vi.fn();
  const { result } = renderHook(() => useNavigation(DATA, 7, report));
  act(() => result.current.onPage(8));
  pass(1000);
  expect(report).toHaveBeenLastCalledWith(8, 'scroll');

  // A sheet opens before the address has been updated to the next page.
  const close = vi.fn();
  act(() => result.current.onPage(9));
  const sheet = renderHook(() => useBackCloses(true, close));
  pass(1000);
  expect(report).toHaveBeenCalledTimes(1);
  act(() => sheet.result.current());
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1), { timeout: 25_000 });
  sheet.unmount();
  await vi.waitFor(() => expect(layersAreGone()).toBe(true), { timeout: 25_000 });
  pass(1000);
  expect(report).toHaveBeenLastCalledWith(9, 'scroll');
  expect(history.state).toEqual({ key: 'page' });
});

it('leaves the address alone while another screen is loading', () => {
  let tell: (state: 'loading' | 'idle') => void = () => {};
  const router = {
    subscribe(listener: (state: { navigation: { state: string } }) => void) {
      tell = (state) => listener({ navigation: { state } });
      return () => {};
    },
  };
  followRouter(router as unknown as Parameters<typeof followRouter>[0]);
  const report = vi.fn();
  const { result } = renderHook(() => useNavigation(DATA, 7, report));
  act(() => result.current.onPage(8));
  tell('loading');
  pass(1000);
  expect(report).not.toHaveBeenCalled();
  tell('idle');
  pass(1000);
  expect(report).toHaveBeenCalledWith(8, 'scroll');
});
