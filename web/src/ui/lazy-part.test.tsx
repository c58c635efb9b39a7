import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findNetwork, loseNetwork } from '../testing/network.ts';
import { expectAccessible, renderScreen } from '../testing/render.tsx';
import { lazyPart } from './lazy-part.tsx';
import { LoadAgain, MissingDialog } from './missing-part.tsx';
import { dismissAllToasts, getToasts } from './notify.ts';
import { preloadWhenIdle } from './preload-when-idle.ts';

const gone = () => new TypeError('error loading dynamically imported module: /assets/part-a.js');
/** The server's answer to the request for the page, which names the current build. */
let probe: () => Promise<Response>;
const ofBuild = (name: string) => async () =>
  new Response(`<script type="module" crossorigin src="/assets/${name}.js"></script>`);
beforeEach(() => {
  probe = ofBuild('main-b');
  vi.stubGlobal('fetch', () => probe());
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await findNetwork();
  act(dismissAllToasts);
});

/** A form with a lazy part (its code comes from `load`) that can be removed and shown again. */
function Page({ Part }: { Part: ReturnType<typeof lazyPart> }) {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={() => setShown(!isShown)}>
        Show or hide
      </button>
      <Suspense>{isShown && <Part />}</Suspense>
    </>
  );
}
const Words = () => <p>The part itself</p>;
const render = (Part: ReturnType<typeof lazyPart>) => renderScreen(<Page Part={Part} />);

it('says that a new release removed the part, offers to reload, and keeps typed text', async () => {
  const { container } = await render(lazyPart(() => Promise.reject(gone())));
  await userEvent.type(screen.getByLabelText('Note'), 'half a sentence');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(
    'There is a new version of Vesalius. Reload the page to use this part of it.',
  );
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveValue('half a sentence');
  await expectAccessible(container);
});

it('says that there is no connection, and loads the part when the connection is back', async () => {
  const load = vi.fn(async () => ({ default: Words }));
  await loseNetwork();
  await render(lazyPart(load));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No connection\./);
  expect(load).not.toHaveBeenCalled();
  await findNetwork();
  expect(await screen.findByText('The part itself')).toBeVisible();
});

it('says the same when the browser wrongly reports a connection, and tries again on request', async () => {
  let isReached = false;
  probe = async () => {
    if (!isReached) throw new TypeError('Failed to fetch');
    return ofBuild('main-b')();
  };
  await render(
    lazyPart(async () => {
      if (!isReached) throw gone();
      return { default: Words };
    }),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No connection\./);
  isReached = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The part itself')).toBeVisible();
});

it('requests a failed part again when it is shown the next time', async () => {
  let attempts = 0;
  await render(
    lazyPart(async () => {
      attempts += 1;
      if (attempts === 1) throw gone();
      return { default: Words };
    }),
  );
  await screen.findByRole('alert');
  const button = screen.getByRole('button', { name: 'Show or hide' });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(await screen.findByText('The part itself')).toBeVisible();
});

it('can show nothing in place of a missing part', async () => {
  await loseNetwork();
  await render(lazyPart(async () => ({ default: Words }), { Missing: LoadAgain }));
  expect(screen.queryByRole('alert')).toBeNull();
  await findNetwork();
  expect(await screen.findByText('The part itself')).toBeVisible();
});

it('closes a dialog that did not load with a message, and opens it when the connection is back', async () => {
  const Dialog = lazyPart(
    async () => ({ default: (_: { open: boolean; onClose: () => void }) => <Words /> }),
    {
      Missing: MissingDialog,
    },
  );
  function Opener() {
    const [open, setOpen] = useState<boolean | null>(null);
    return (
      <>
        <button type="button" aria-pressed={open === true} onClick={() => setOpen(true)}>
          Open
        </button>
        <Suspense>{open !== null && <Dialog open={open} onClose={() => setOpen(false)} />}</Suspense>
      </>
    );
  }
  await loseNetwork();
  await renderScreen(<Opener />);
  const button = screen.getByRole('button', { name: 'Open' });
  await userEvent.click(button);
  await waitFor(() =>
    expect(getToasts().map(({ text }) => text)).toEqual([expect.stringMatching(/^No connection\./)]),
  );
  expect(button).toHaveAttribute('aria-pressed', 'false');
  await findNetwork();
  await userEvent.click(button);
  expect(await screen.findByText('The part itself')).toBeVisible();
});

it('shows a preloaded part without a connection', async () => {
  const Part = lazyPart(async () => ({ default: Words }));
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    run();
    return 1;
  });
  preloadWhenIdle([Part]);
  await waitFor(async () => expect(await Part.preload()).toBeNull());
  await loseNetwork();
  await render(Part);
  expect(screen.getByText('The part itself')).toBeVisible();
});

it('does not report an error inside the module as a missing part', async () => {
  await expect(
    lazyPart(async () => {
      throw new Error('an error in the module');
    }).preload(),
  ).rejects.toThrow('an error in the module');
});
