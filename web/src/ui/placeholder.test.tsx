import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render.tsx';
import { getAnnouncement } from './announce.ts';
import { Placeholder } from './placeholder.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

it('says once that the page is loading, however many placeholders there are', async () => {
  const before = getAnnouncement()?.id ?? 0;
  const { unmount } = await renderScreen(
    <>
      <Placeholder>one</Placeholder>
      <Placeholder>two</Placeholder>
    </>,
    {},
  );
  expect(screen.queryByRole('status')).toBeNull();
  expect(document.querySelectorAll('[aria-hidden=true][aria-busy=true]')).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(getAnnouncement()).toMatchObject({ id: before + 1, text: 'Loading' });
  unmount();
});

it('says nothing of a page that is shown soon', async () => {
  const before = getAnnouncement()?.id ?? 0;
  const { unmount } = await renderScreen(<Placeholder />, {});
  unmount();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(getAnnouncement()?.id ?? 0).toBe(before);
});
