import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { leaveEntryToNavigation, useBackCloses, whenLayersAreGone } from './use-back-closes.ts';

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

it('takes its entry away when something else closes it, and only then goes elsewhere', async () => {
  const { unmount } = opened();
  expect(layers()).toBe(1);
  unmount();
  const seen: number[] = [];
  whenLayersAreGone(() => seen.push(layers()));
  await waitFor(() => expect(seen).toEqual([0]));
  expect(location.search).toBe('?page=7');
});

it('gives its entry to the layer that follows it', async () => {
  const first = opened();
  first.unmount();
  const second = opened();
  await new Promise<void>(whenLayersAreGone);
  expect(layers()).toBe(1);
  act(() => history.back());
  await waitFor(() => expect(second.onClose).toHaveBeenCalledTimes(1));
  expect(layers()).toBe(0);
});

it('leaves its entry to a navigation that replaces it', () => {
  const { unmount } = opened();
  const step = vi.spyOn(history, 'go');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  leaveEntryToNavigation();
  unmount();
  vi.advanceTimersByTime(20);
  history.replaceState({ key: 'other' }, '', '/book?page=10');
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  expect(step).not.toHaveBeenCalled();
  step.mockRestore();
  expect(location.search).toBe('?page=10');
});

it('passes over the entry of a layer that is no longer open when one comes back to it', async () => {
  const { unmount } = opened();
  history.pushState({ key: 'lectures' }, '', '/lectures');
  unmount();
  act(() => history.back());
  await waitFor(() => expect(history.state).toEqual({ key: 'page' }));
  expect(location.search).toBe('?page=7');
});

it('is closed once by closing it twice', async () => {
  history.pushState({ key: 'second' }, '', '/book?page=9');
  const { onClose, result } = opened();
  const step = vi.spyOn(history, 'back');
  act(() => {
    result.current();
    result.current();
  });
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(step).toHaveBeenCalledTimes(1);
  step.mockRestore();
  expect(location.search).toBe('?page=9');
});
