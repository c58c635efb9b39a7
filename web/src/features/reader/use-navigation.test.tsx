import { act, renderHook, waitFor } from '@testing-library/react';
import type { BookPages } from '@vesalius/contract/reader';
import { expect, it, vi } from 'vitest';
import { useBackCloses } from '../../lib/use-back-closes.ts';
import { useNavigation } from './use-navigation.ts';

const DATA = { book: { number_of_pages: 40 }, access: { granted: true, last_page: 40 } } as BookPages;

it('the address follows the scrolling, but not into the entry of what was opened meanwhile', async () => {
  history.pushState({ key: 'page' }, '', '/book?page=7');
  const report = vi.fn();
  const move = { current: null };
  const { result } = renderHook(() => useNavigation(DATA, 7, report, move));
  act(() => result.current.onPage(8));
  await waitFor(() => expect(report).toHaveBeenLastCalledWith(8, 'scroll'));

  // A sheet opens before the address has followed the next page.
  const close = vi.fn();
  act(() => result.current.onPage(9));
  const sheet = renderHook(() => useBackCloses(true, close));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(report).toHaveBeenCalledTimes(1);
  act(() => sheet.result.current());
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1));
  sheet.unmount();
  await waitFor(() => expect(report).toHaveBeenLastCalledWith(9, 'scroll'));
  expect(history.state).toEqual({ key: 'page' });
});
