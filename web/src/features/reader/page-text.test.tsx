import { act, screen } from '@testing-library/react';
import { oneRun } from '@vesalius/contract/page-runs';
import type { BookPages } from '@vesalius/contract/reader';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render.tsx';
import { fakeEngine, wordsInLines } from './engine/fake-engine.ts';
import { pageFilesEngine } from './engine/page-files-engine.ts';
import { ReaderModelProvider } from './model/reader-model.ts';
import { PageView } from './page-view.tsx';

/** All pages are in one set. */
const files = { runs: oneRun('b1', 1, 40), grants: { 'b1/1': 'old' } };
const data = { book: { id: 'b1' }, revision: 1, files } as unknown as BookPages;
const refresh = vi.fn(async () => {});
/** An engine with texts from the network and images without one. */
const engineOf = (files: ReturnType<typeof pageFilesEngine>) => ({
  ...fakeEngine(),
  text: files.text,
  renew: files.renew,
});
const open = (engine: ReturnType<typeof engineOf>) =>
  renderScreen(
    <ReaderModelProvider
      model={{
        book: {
          engine,
          sizes: Array.from({ length: 7 }, () => ({ width: 504, height: 720 })),
          crops: [],
          labels: null,
          language: 'en',
          numberOfPages: 7,
          licensee: null,
        },
        markDrawn: () => {},
      }}
    >
      <PageView
        placed={{ page: 7, left: 0, top: 0, width: 504, height: 720 }}
        rotation={0}
        resting
        dark={false}
        hit={{ page: 7, rangeIn: () => null, onShown() {} }}
      />
    </ReaderModelProvider>,
    { namespaces: ['reader'] },
  );
const later = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const words = () => screen.queryByText('Aorta', { selector: '[data-word]' });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  refresh.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([404, 403, 503])('a page’s text that failed with %i appears automatically later', async (status) => {
  let isBack = false;
  const asked = vi.fn(async () =>
    isBack ? Response.json(wordsInLines('Aorta')) : new Response('{}', { status }),
  );
  vi.stubGlobal('fetch', asked);
  await open(engineOf(pageFilesEngine(data, refresh)));
  await later(600_000);
  expect(words()).toBeNull();
  expect(asked.mock.calls.length).toBeGreaterThan(3);
  expect(asked.mock.calls.length).toBeLessThan(40);
  expect(refresh.mock.calls.length > 0).toBe(status < 500);
  isBack = true;
  await later(40_000);
  expect(words()).toBeInTheDocument();
});

it.each(['the network is back', 'the page is visited again'])('and at once when %s', async (when) => {
  let isBack = false;
  vi.stubGlobal('fetch', async () =>
    isBack ? Response.json(wordsInLines('Aorta')) : new Response('{}', { status: 404 }),
  );
  const engine = engineOf(pageFilesEngine(data, refresh));
  const first = await open(engine);
  await later(100_000);
  isBack = true;
  if (when === 'the network is back') act(() => void window.dispatchEvent(new Event('online')));
  else {
    first.unmount();
    await open(engine);
  }
  await later(1);
  expect(words()).toBeInTheDocument();
});
