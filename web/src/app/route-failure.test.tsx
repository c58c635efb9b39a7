import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { Providers } from './providers.tsx';
import { RouteFailure } from './route-failure.tsx';

const reload = vi.fn();

const MISSING = new TypeError('Failed to fetch dynamically imported module: /assets/certificates-a.js');
const page = (entry: string) =>
  `<head><script type="module" crossorigin src="/assets/${entry}"></script></head>`;

/** The server of the present build, as a tab of the build before sees it. */
function answerProbe(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', vi.fn(answer));
}
const fail = async (error: unknown) => {
  const i18n = await createI18n('en');
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => Promise.reject(error),
      element: null,
      HydrateFallback: () => null,
      errorElement: <RouteFailure load={reload} />,
    },
  ]);
  return render(
    <Providers context={{ i18n, queryClient: createQueryClient() }}>
      <RouterProvider router={router} />
    </Providers>,
  );
};

describe('a screen that fails', () => {
  let entry: HTMLScriptElement;
  beforeEach(() => {
    entry = document.createElement('script');
    entry.type = 'module';
    entry.setAttribute('src', '/assets/index-a.js');
    document.head.append(entry);
    sessionStorage.clear();
    reload.mockClear();
  });
  afterEach(() => {
    entry.remove();
    vi.unstubAllGlobals();
  });

  it('because of a release is loaded anew, once', async () => {
    answerProbe(async () => new Response(page('index-b.js')));
    const first = await fail(MISSING);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    first.unmount();
    await fail(MISSING);
    expect(await screen.findByRole('alert')).toHaveTextContent('There is a new version of Vesalius');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('because of a file that the build lacks is loaded anew once, and then says so', async () => {
    answerProbe(async () => new Response(page('index-a.js')));
    const first = await fail(MISSING);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    first.unmount();
    await fail(MISSING);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on this page');
  });

  it('without a connection says so, and without a server says that', async () => {
    answerProbe(() => Promise.reject(new TypeError('offline')));
    const first = await fail(MISSING);
    expect(await screen.findByRole('alert')).toHaveTextContent('You are not connected');
    first.unmount();
    answerProbe(async () => new Response('', { status: 503 }));
    await fail(MISSING);
    expect(await screen.findByRole('alert')).toHaveTextContent('not available right now');
    expect(reload).not.toHaveBeenCalled();
  });

  it('opens by itself when the connection is back', async () => {
    answerProbe(() => Promise.reject(new TypeError('offline')));
    await fail(MISSING);
    await screen.findByRole('alert');
    answerProbe(async () => new Response(page('index-a.js')));
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('because of a fault of its own blames nobody else and stays', async () => {
    answerProbe(async () => new Response(page('index-b.js')));
    await fail(new Error('undefined is not a function'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Something went wrong on this page');
    expect(alert).not.toHaveTextContent(/connect/);
    expect(reload).not.toHaveBeenCalled();
  });
});
