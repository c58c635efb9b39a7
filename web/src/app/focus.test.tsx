import { Modal } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { createI18n } from '../i18n/i18n.ts';
import { setTransport } from '../lib/api-client.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { announce } from '../ui/announce.ts';
import LibraryFrame from '../ui/library-frame.tsx';
import { notifyError, notifySuccess } from '../ui/notify.ts';
import { startAtHeading } from './keep-focus.ts';
import { Providers } from './providers.tsx';
import { Shell } from './shell.tsx';

const show = async (children: Parameters<typeof createMemoryRouter>[0], at = '/first') => {
  // There is a server, with nothing for the footer.
  setTransport(async () => ({ status: 404, body: {} }));
  const context = { queryClient: createQueryClient(), i18n: await createI18n('en', ['shell']) };
  const router = createMemoryRouter([{ element: <Shell />, children }], { initialEntries: [at] });
  await act(async () => {
    render(
      <Providers context={context}>
        <RouterProvider router={router} />
      </Providers>,
    );
  });
  return router;
};

describe('after another screen was opened', () => {
  function Late() {
    const [isLoaded, setLoaded] = useState(false);
    return isLoaded ? (
      <h1>Late</h1>
    ) : (
      <button type="button" onClick={() => setLoaded(true)}>
        Arrive
      </button>
    );
  }
  const screens = [
    { path: '/first', element: <h1>First</h1> },
    { path: '/second', element: <h1>Second</h1> },
    { path: '/late', element: <Late /> },
    {
      path: '/field',
      element: (
        <>
          <h1>Field</h1>
          <input aria-label="Search" ref={(field) => field?.focus()} />
        </>
      ),
    },
  ];

  it('the focus is at its heading, also when that comes later', async () => {
    const router = await show(screens);
    await act(() => router.navigate('/second'));
    expect(screen.getByRole('heading', { name: 'Second' })).toHaveFocus();
    await act(() => router.navigate('/late'));
    expect(screen.getByRole('main')).toHaveFocus();
    fireEvent.click(screen.getByRole('button', { name: 'Arrive' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Late' })).toHaveFocus());
  });

  it('the focus is at the heading of the first screen only after another page was left for it', async () => {
    await show(screens);
    expect(document.body).toHaveFocus();
    cleanup();
    startAtHeading();
    await show(screens);
    expect(screen.getByRole('heading', { name: 'First' })).toHaveFocus();
  });

  it('a link to a section of the home page leads the focus to its heading, also from that page', async () => {
    const home = (
      <>
        <h1>Home</h1>
        <section id="about">
          <h2>About</h2>
        </section>
        <Link to="/#about">To about</Link>
      </>
    );
    const router = await show([...screens, { path: '/', element: home }]);
    await act(() => router.navigate('/#about'));
    expect(screen.getByRole('heading', { name: 'About' })).toHaveFocus();
    screen.getByRole('link', { name: 'To about' }).focus();
    await act(() => router.navigate('/#about'));
    expect(screen.getByRole('heading', { name: 'About' })).toHaveFocus();
    await act(() => router.navigate('/second'));
    await act(() => router.navigate('/#unknown'));
    expect(screen.getByRole('heading', { name: 'Home' })).toHaveFocus();
  });

  it('the focus stays in a field that the screen opened', async () => {
    const router = await show(screens);
    await act(() => router.navigate('/field'));
    expect(screen.getByRole('textbox', { name: 'Search' })).toHaveFocus();
  });

  it('the same screen with another query keeps the focus where it is', async () => {
    const router = await show([{ path: '/first', element: <Link to="?page=2">Next</Link> }]);
    screen.getByRole('link', { name: 'Next' }).focus();
    await act(() => router.navigate('/first?page=2'));
    expect(screen.getByRole('link', { name: 'Next' })).toHaveFocus();
  });
});

describe('after what had the focus is gone', () => {
  function Rows() {
    const [rows, setRows] = useState(['a', 'b']);
    return (
      <>
        <h1>Students</h1>
        <section>
          <h2>Behind</h2>
          <ul>
            {rows.map((row) => (
              <li key={row}>
                <button type="button" onClick={() => setRows(rows.filter((each) => each !== row))}>
                  Delete {row}
                </button>
              </li>
            ))}
          </ul>
        </section>
      </>
    );
  }
  function Save() {
    const [isSaving, setSaving] = useState(false);
    return (
      <>
        <h1>Profile</h1>
        <button type="button" disabled={isSaving} onClick={() => setSaving(true)}>
          Save
        </button>
        <output data-testid="answer" onClickCapture={() => setSaving(false)} />
      </>
    );
  }

  it.each([
    ['is scrolled into view, if the focus is shown', { top: -766, isShown: true, scrolls: 1 }],
    ['is left where it is, if it is in view', { top: 40, isShown: true, scrolls: 0 }],
    ['moves no page under a mouse', { top: -766, isShown: false, scrolls: 0 }],
  ])('the heading that gets the focus %s', async (_what, { top, isShown, scrolls }) => {
    await show([{ path: '/first', element: <Rows /> }]);
    const heading = screen.getByRole('heading', { name: 'Behind' });
    vi.spyOn(heading, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 20));
    // jsdom does not know whether the keyboard was used last.
    const matches = heading.matches.bind(heading);
    vi.spyOn(heading, 'matches').mockImplementation((selector: string) =>
      selector === ':focus-visible' ? isShown : matches(selector),
    );
    const scroll = vi.spyOn(heading, 'scrollIntoView');
    screen.getByRole('button', { name: 'Delete a' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(heading).toHaveFocus());
    expect(scroll).toHaveBeenCalledTimes(scrolls);
  });

  it('a button that works for long keeps its turn', async () => {
    await show([
      {
        path: '/first',
        element: (
          <>
            <h1>Checkout</h1>
            <button type="button">Pay</button>
          </>
        ),
      },
    ]);
    const button = screen.getByRole('button', { name: 'Pay' });
    button.focus();
    const focusHeading = vi.spyOn(screen.getByRole('heading', { name: 'Checkout' }), 'focus');
    const focusButton = vi.spyOn(button, 'focus');
    // Browsers take the focus from a button that is off, jsdom does not.
    const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    button.setAttribute('data-loading', 'true');
    button.setAttribute('disabled', '');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(focusHeading).not.toHaveBeenCalled();
    button.removeAttribute('data-loading');
    button.removeAttribute('disabled');
    await vi.advanceTimersByTimeAsync(1000);
    expect(focusButton).toHaveBeenCalledOnce();
    active.mockRestore();
    vi.useRealTimers();
  });

  it('the button that opened a dialog has the focus again, where dialogs share an element that stays', async () => {
    const portal = document.body.appendChild(document.createElement('div'));
    portal.setAttribute('data-portal', 'true');
    function Renewal() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <h1>Subscriptions</h1>
          <button type="button" onClick={() => setOpen(true)}>
            Cancel the renewal
          </button>
          {isOpen &&
            createPortal(
              <div role="dialog">
                <button type="button" ref={(button) => button?.focus()} onClick={() => setOpen(false)}>
                  Keep it
                </button>
              </div>,
              portal,
            )}
        </>
      );
    }
    await show([{ path: '/first', element: <Renewal /> }]);
    const opener = screen.getByRole('button', { name: 'Cancel the renewal' });
    opener.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(opener).toHaveFocus());
    portal.remove();
  });

  it('the button that opened a dialog has the focus again, where the dialog is first rendered open', async () => {
    function Enroll() {
      // As a dialog whose code loads when it is first opened.
      const [opened, setOpened] = useState<boolean | null>(null);
      return (
        <>
          <h1>A book</h1>
          <button type="button" onClick={() => setOpened(true)}>
            Enroll
          </button>
          {opened !== null && (
            <LibraryFrame>
              <Modal opened={opened} onClose={() => setOpened(false)} title="Enroll in this book">
                <button type="button">Continue</button>
              </Modal>
            </LibraryFrame>
          )}
        </>
      );
    }
    await show([{ path: '/first', element: <Enroll /> }]);
    const opener = screen.getByRole('button', { name: 'Enroll' });
    for (const _time of ['first', 'second']) {
      opener.focus();
      await userEvent.keyboard('{Enter}');
      const dialog = await screen.findByRole('dialog', { name: 'Enroll in this book' });
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(document.activeElement).not.toBe(document.body));
      expect(opener).toHaveFocus();
    }
  });

  it('the focus stays in a dialog that is still open', async () => {
    function Codes() {
      const [opened, setOpened] = useState<boolean | null>(null);
      const [isDone, setDone] = useState(false);
      return (
        <>
          <h1>Security</h1>
          <button type="button" onClick={() => setOpened(true)}>
            Codes
          </button>
          {opened !== null && (
            <LibraryFrame>
              <Modal opened={opened} onClose={() => setOpened(false)} title="New codes">
                {isDone ? (
                  <p>Here they are</p>
                ) : (
                  <button type="button" data-autofocus onClick={() => setDone(true)}>
                    Make them
                  </button>
                )}
              </Modal>
            </LibraryFrame>
          )}
        </>
      );
    }
    await show([{ path: '/first', element: <Codes /> }]);
    screen.getByRole('button', { name: 'Codes' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Make them' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('the focus is at the heading of the part that is left', async () => {
    await show([{ path: '/first', element: <Rows /> }]);
    screen.getByRole('button', { name: 'Delete a' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Behind' })).toHaveFocus());
  });

  it('a button that was off while something was saved has the focus again', async () => {
    await show([{ path: '/first', element: <Save /> }]);
    const button = screen.getByRole('button', { name: 'Save' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(button).toBeDisabled();
    // Browsers take the focus from a button that is off, jsdom does not.
    const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
    const focusButton = vi.spyOn(button, 'focus');
    fireEvent.click(screen.getByTestId('answer'));
    await waitFor(() => expect(focusButton).toHaveBeenCalledOnce());
    // Off for good.
    const focusHeading = vi.spyOn(screen.getByRole('heading', { name: 'Profile' }), 'focus');
    fireEvent.click(button);
    await waitFor(() => expect(focusHeading).toHaveBeenCalledOnce());
    expect(focusButton).toHaveBeenCalledOnce();
    active.mockRestore();
  });
});

describe('what is said', () => {
  it('stands in a region that was there before, and again when it is said again', async () => {
    await show([{ path: '/first', element: <h1>First</h1> }]);
    const region = document.querySelector('[data-announcer]');
    expect(region).toHaveAttribute('aria-live', 'polite');
    act(() => announce('1 book'));
    await waitFor(() => expect(region).toHaveTextContent('1 book'));
    const first = region?.firstElementChild;
    act(() => announce('1 book'));
    await waitFor(() => expect(region?.firstElementChild).not.toBe(first));
    expect(region).toHaveTextContent('1 book');
  });

  it('as a message is reached by F8, closed by Escape, and gives the focus back', async () => {
    await show([{ path: '/first', element: <button type="button">Save</button> }]);
    const region = screen.getByRole('region', { name: 'Notifications (F8)' });
    const [errors, others] = region.querySelectorAll('[aria-live]');
    expect(errors).toBeEmptyDOMElement();
    screen.getByRole('button', { name: 'Save' }).focus();
    act(() => notifyError('It did not work'));
    act(() => notifySuccess('Saved'));
    await screen.findByText('Saved');
    expect(errors).toHaveTextContent('It did not work');
    expect(others).toHaveTextContent('Saved');
    await userEvent.keyboard('{F8}');
    expect(others?.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Saved')).toBeNull();
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  });
});
