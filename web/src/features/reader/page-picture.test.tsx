import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { fakeEngine } from './engine/fake-engine.ts';
import type { PageEngine } from './engine/page-engine.ts';
import { PageFileError } from './engine/page-file-error.ts';
import { PagePicture } from './page-picture.tsx';

/** An engine that fails with this error until the test repairs it. */
const failingEngine = (error: Error) => {
  const state = { drawn: 0, renewed: 0, heals: false };
  const engine: PageEngine = {
    ...fakeEngine(),
    async drawPicture() {
      state.drawn += 1;
      if (!state.heals) throw error;
    },
    async renew() {
      state.renewed += 1;
    },
  };
  return { engine, state };
};
const open = (engine: PageEngine) =>
  renderScreen(
    <PagePicture
      engine={engine}
      page={7}
      pixelWidth={800}
      better={false}
      resting={false}
      figures={undefined}
      onDrawn={() => {}}
    />,
    { namespaces: ['reader'] },
  );
const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const message = () =>
  screen.queryByText(
    /^(Page 7 is not available right now|No connection\. Page 7 appears as soon as it is back)/,
  );

describe('the sharp image', () => {
  it('is requested again after a failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const sharp: boolean[] = [];
    const engine: PageEngine = {
      ...fakeEngine(),
      async drawPicture(_page, quality) {
        if (quality === '1x') return;
        sharp.push(sharp.length > 0);
        if (sharp.length === 1) throw new PageFileError(503);
      },
    };
    try {
      await renderScreen(
        <PagePicture
          engine={engine}
          page={7}
          pixelWidth={800}
          better
          resting
          figures={undefined}
          onDrawn={() => {}}
        />,
        { namespaces: ['reader'] },
      );
      await later(60_000);
      expect(sharp).toEqual([false, true]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a page’s image while the store fails', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => vi.useRealTimers());

  it('appears automatically later, and the message disappears', async () => {
    const { engine, state } = failingEngine(new PageFileError(503));
    await open(engine);
    await later(1);
    expect(message()).toBeVisible();
    state.heals = true;
    await later(3000);
    expect(message()).toBeNull();
    expect(state.renewed).toBe(0);
  });

  it('is retried less and less often, and never in a hidden tab', async () => {
    const { engine, state } = failingEngine(new PageFileError(503));
    await open(engine);
    await later(600_000);
    expect(state.drawn).toBeGreaterThan(15);
    expect(state.drawn).toBeLessThan(40);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await later(40_000);
    const { drawn } = state;
    await later(600_000);
    expect(state.drawn).toBe(drawn);
    state.heals = true;
    visibility.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await later(1);
    expect(message()).toBeNull();
    visibility.mockRestore();
  });

  it('is retried at once on a press, and when the connection is back', async () => {
    for (const way of ['press', 'online'] as const) {
      const { engine, state } = failingEngine(new TypeError('Failed to fetch'));
      const { unmount } = await open(engine);
      await later(100_000);
      state.heals = true;
      if (way === 'online') act(() => void window.dispatchEvent(new Event('online')));
      else await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try now' }));
      await later(1);
      expect(message()).toBeNull();
      unmount();
    }
  });

  it('distinguishes a missing connection from a failing server', async () => {
    const { unmount } = await open(failingEngine(new TypeError('Failed to fetch')).engine);
    await later(1);
    expect(message()).toHaveTextContent('No connection. Page 7 appears as soon as it is back.');
    unmount();
    await open(failingEngine(new PageFileError(503)).engine);
    await later(1);
    expect(message()).toHaveTextContent('Page 7 is not available right now. Trying again …');
  });

  it('gets a new address when the old one is refused', async () => {
    const { engine, state } = failingEngine(new PageFileError(403));
    await open(engine);
    await later(1);
    expect(state.renewed).toBeGreaterThan(0);
  });
});
