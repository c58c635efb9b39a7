import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useBackCloses } from './use-back-closes.ts';

const layers = () => (history.state as { layers?: number } | null)?.layers ?? 0;
const opened = (onClose = vi.fn()) => ({ onClose, ...renderHook(() => useBackCloses(true, onClose)) });
beforeEach(() => history.pushState({ key: 'page' }, '', '/book?page=7'));

it('closes by a step back, at the address that was there before', async () => {
  const { onClose } = opened();
  expect(layers()).toBe(1);
  act(() => history.back());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(history.state).toEqual({ key: 'page' });
  expect(location.search).toBe('?page=7');
});

it('closes one layer with each step back', async () => {
  const below = opened();
  const above = opened();
  act(() => history.back());
  await waitFor(() => expect(above.onClose).toHaveBeenCalledTimes(1));
  expect(below.onClose).not.toHaveBeenCalled();
  above.unmount();
  act(() => history.back());
  await waitFor(() => expect(below.onClose).toHaveBeenCalledTimes(1));
});

it('takes its entry away when it is closed by hand', async () => {
  const { onClose, result } = opened();
  act(() => result.current());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(layers()).toBe(0);
});

it('leaves the history alone where it is not a phone, and after somebody went elsewhere', () => {
  const onClose = vi.fn();
  const wide = renderHook(() => useBackCloses(false, onClose));
  expect(layers()).toBe(0);
  wide.result.current();
  expect(onClose).toHaveBeenCalledTimes(1);

  const left = opened();
  history.replaceState({ key: 'other' }, '', '/book?page=10');
  left.result.current();
  expect(left.onClose).toHaveBeenCalledTimes(1);
  expect(location.search).toBe('?page=10');
});
