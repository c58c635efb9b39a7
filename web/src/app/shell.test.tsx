import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SNACKBAR_MS } from '@vesalius/contract/constants';
import { describe, expect, it, vi } from 'vitest';
import { leaveTabsBy } from '../lib/end-session.ts';
import { takeNotice } from '../lib/notice.ts';
import { choosePreference } from '../lib/preferences.ts';
import { getSession } from '../lib/session.ts';
import { keepUnsent } from '../lib/unsent.ts';
import { expectAccessible, renderScreen, sessionOf } from '../testing/render.tsx';
import { dismissAllToasts, notify, notifyError, notifySuccess } from '../ui/notify.ts';
import { accountMenuOf } from './account-menu.ts';
import { Shell } from './shell.tsx';
import { shortName } from './shell-account-menu.tsx';

const answers = { 'GET /books/featured': { data: [], metadata: { count: 0, currentPage: 1, pages: 1 } } };
const renderShell = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<Shell />, { answers, namespaces: ['accounts'], ...options });
const keys = (session: Parameters<typeof accountMenuOf>[0]) => accountMenuOf(session).map(({ key }) => key);

describe('the header', () => {
  it('offers visitors the sections, sign-in and registration', async () => {
    const { container } = await renderShell();
    const header = screen.getByRole('banner');
    for (const name of ['Home', 'Digital Courses', 'About us', 'Contact us', 'Sign in', 'Register'])
      expect([...header.querySelectorAll('a')].map((link) => link.textContent)).toContain(name);
    await expectAccessible(container);
  });

  it('greets by the first eight characters', async () => {
    await renderShell({ session: sessionOf('customer', { firstName: 'Abdulrahman' }) });
    expect(screen.getByRole('button', { name: 'Hi, Abdulrah...' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Register' })).toBeNull();
  });

  it.each([
    ['Ada', 'Ada'],
    ['Abdullah', 'Abdullah'],
    ['Abdurrahman', 'Abdurrah...'],
    ['مُحَمَّد', 'مُحَمَّد'],
    ['👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️', '👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️👩‍⚕️...'],
  ])('cuts %s to %s', (name, expected) => expect(shortName(name)).toBe(expected));

  it('opens the account menu, closes it on Escape, and gives the focus back', async () => {
    const user = userEvent.setup();
    await renderShell({ session: sessionOf('customer') });
    const button = screen.getByRole('button', { name: 'Hi, Ada' });
    await user.click(button);
    expect(screen.getByRole('link', { name: 'Your Certificates' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('link', { name: 'Your Certificates' })).toBeNull();
    expect(button).toHaveFocus();
  });

  it('leads from the button of a phone into the menu that it opens', async () => {
    const user = userEvent.setup();
    await renderShell();
    const button = screen.getByRole('button', { name: 'Open the menu' });
    await user.click(button);
    await user.tab();
    expect(screen.getAllByRole('link', { name: 'Home' })[0]).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(button).toHaveFocus();
  });

  it('signs out: ends the session, forgets the person, goes home', async () => {
    const user = userEvent.setup();
    const view = { hide: vi.fn(), open: vi.fn() };
    leaveTabsBy({ view, forgetContent: async () => {} });
    const { calls } = await renderShell({
      session: sessionOf('customer'),
      at: '/books',
      answers: { ...answers, 'DELETE /v1/sessions': null },
    });
    sessionStorage.setItem('book_to_buy', '{}');
    await user.click(screen.getByRole('button', { name: 'Hi, Ada' }));
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findAllByRole('link', { name: 'Register' })).not.toHaveLength(0);
    await waitFor(() => expect(calls).toContain('DELETE /v1/sessions'));
    expect(getSession()).toBeNull();
    expect(sessionStorage.getItem('book_to_buy')).toBeNull();
    await waitFor(() => expect(view.open).toHaveBeenCalledWith('/'));
    expect(view.hide.mock.lastCall?.[0]).toBe('You are signed out.');
    expect(takeNotice()).toMatchObject({ text: 'You are signed out.' });
  });
});

it('sends the place in a book that waited for its reader to come back', async () => {
  const session = sessionOf('customer');
  const reading = { bookId: 'b1', page: 12, readAt: '2026-03-01T09:00:00.000Z' };
  localStorage.setItem(`reading-progress:${session.userId}`, JSON.stringify({ b1: reading }));
  const { calls } = await renderShell({
    session,
    answers: { ...answers, 'PATCH /books/update_current_progress': { page: 12 } },
  });
  await waitFor(() =>
    expect(calls.join()).toContain('PATCH /books/update_current_progress?book_id=b1&page=12'),
  );
  await waitFor(() => expect(localStorage.getItem(`reading-progress:${session.userId}`)).toBeNull());
});

it('has the links in its footer that the server wrote into the page', async () => {
  const { unmount } = await renderShell();
  expect(screen.queryByRole('navigation', { name: 'Follow us' })).toBeNull();
  unmount();
  const meta = document.createElement('meta');
  meta.name = 'social-links';
  meta.content = JSON.stringify([{ name: 'LinkedIn', url: 'https://linkedin.example/books' }]);
  document.head.append(meta);
  await renderShell();
  meta.remove();
  const links = screen.getByRole('navigation', { name: 'Follow us' });
  expect(within(links).getByRole('link', { name: 'LinkedIn' })).toHaveAttribute(
    'href',
    'https://linkedin.example/books',
  );
});

describe('signing out of a tab’s own session', () => {
  it('says who is signed in in the browser', async () => {
    const user = userEvent.setup();
    leaveTabsBy({ view: { hide() {}, open() {} }, forgetContent: async () => {} });
    await renderShell({
      session: sessionOf('customer'),
      remember: false,
      answers: { ...answers, 'DELETE /v1/sessions': null },
    });
    const boris = sessionOf('customer', { userId: 'boris', token: 'vsl_boris-token', firstName: 'Boris' });
    localStorage.setItem('user', JSON.stringify(boris));
    await user.click(screen.getByRole('button', { name: 'Hi, Ada' }));
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(getSession()).toBeNull());
    expect(takeNotice()?.text).toBe('You are signed out. Boris is signed in in this browser.');
  });
});

describe('signing out with answers that are not saved', () => {
  it('asks first, and stays or leaves as told', async () => {
    const user = userEvent.setup();
    leaveTabsBy({ view: { hide() {}, open() {} }, forgetContent: async () => {} });
    const session = sessionOf('customer');
    const { container } = await renderShell({
      session,
      answers: { ...answers, 'DELETE /v1/sessions': null },
    });
    localStorage.setItem(`draft:${session.userId}:pre:1`, '{}');
    await user.click(screen.getByRole('button', { name: 'Hi, Ada' }));
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Answers in 1 test have not been saved yet.');
    await expectAccessible(container);
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    expect(getSession()).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Log out' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await user.click(await screen.findByRole('button', { name: 'Log out anyway' }));
    expect(getSession()).toBeNull();
  });
});

describe('signing out with a text that is not saved', () => {
  it('says where each stands, and leads there', async () => {
    const user = userEvent.setup();
    const session = sessionOf('customer');
    const { container, location } = await renderShell({ session });
    window.history.replaceState(null, '', '/getprogra/1/topics/2');
    keepUnsent('comment:2', { text: 'half a sentence' });
    keepUnsent('contact', { email_body: 'Dear' });
    await user.click(screen.getByRole('button', { name: 'Hi, Ada' }));
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('2 texts that you wrote have not been saved');
    expect(screen.getByRole('link', { name: 'A message to us' })).toBeVisible();
    await expectAccessible(container);
    await user.click(screen.getByRole('link', { name: 'A comment' }));
    expect(location()).toBe('/getprogra/1/topics/2');
    expect(getSession()).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the account menu', () => {
  it('is full for a verified customer', () =>
    expect(keys(sessionOf('customer'))).toEqual([
      'profile',
      'myBooks',
      'notebook',
      'review',
      'subscriptions',
      'certificates',
      'topics',
      'changePassword',
    ]));
  it('has only the password for somebody who is not verified', () =>
    expect(keys(sessionOf('customer', { emailVerified: false }))).toEqual(['changePassword']));
  it.each([{ isBeta: true }, { hasInstitution: true }])('has no more for %j without verification', (flags) =>
    expect(keys(sessionOf('customer', { emailVerified: false, ...flags }))).toEqual(['changePassword']),
  );
  it('shows institution books to members', () => {
    expect(keys(sessionOf('customer', { hasInstitution: true }))).toContain('institutionBooks');
    expect(keys(sessionOf('customer'))).not.toContain('institutionBooks');
  });
  it('leads a manager of an institution to members and usage, and no other member', () => {
    const manager = sessionOf('customer', { hasInstitution: true, managesInstitution: true });
    expect(keys(manager)).toContain('institutionManagement');
    expect(keys(sessionOf('customer', { hasInstitution: true }))).not.toContain('institutionManagement');
  });
  it.each(['author', 'editor', 'program_director', 'staff'] as const)(
    'shows %s what they bought and earned as readers',
    async (role) => {
      const user = userEvent.setup();
      const own = role === 'staff' ? '/own' : '';
      const some = { data: [], metadata: { count: 1, currentPage: 1, pages: 1 } };
      await renderShell({
        session: sessionOf(role),
        answers: {
          ...answers,
          [`GET ${own}/subscribed_books`]: some,
          [`GET ${own}/certificates`]: some,
          'GET /works': some,
        },
      });
      await user.click(screen.getByRole('button', { name: 'Hi, Ada' }));
      expect(await screen.findByRole('link', { name: 'Your Certificates' })).toHaveAttribute(
        'href',
        '/certificates',
      );
      expect(screen.getByRole('link', { name: 'Subscription management' })).toHaveAttribute(
        'href',
        '/subscription-management',
      );
      const studio = screen.queryByRole('link', { name: 'Studio' });
      if (role === 'program_director') expect(studio).toBeNull();
      else expect(studio).toHaveAttribute('href', '/studio');
    },
  );

  it('leads program directors to their programs, and to no certificates', () =>
    expect(keys(sessionOf('program_director'))).toEqual([
      'profile',
      'programs',
      'myBooks',
      'notebook',
      'subscriptions',
      'changePassword',
    ]));
  it('leads staff to the administration', () => expect(keys(sessionOf('staff'))).toContain('administration'));
  it.each([
    ['customer', '/change-password'],
    ['author', '/authors/change-password'],
    ['editor', '/editors/change-password'],
    ['program_director', '/programs/change-password'],
  ] as const)('leads a %s to %s', (role, path) =>
    expect(accountMenuOf(sessionOf(role)).at(-1)).toEqual({ key: 'changePassword', to: path }),
  );
});

describe('snackbars', () => {
  it('say what was done politely and what failed at once, and can be closed', async () => {
    const user = userEvent.setup();
    const { container } = await renderShell();
    notifySuccess('User has been updated');
    notifyError('Something went wrong');
    const regionOf = async (text: string) => (await screen.findByText(text)).closest('[aria-live]');
    expect(await regionOf('User has been updated')).toHaveAttribute('aria-live', 'polite');
    expect(await regionOf('Something went wrong')).toHaveAttribute('aria-live', 'assertive');
    await expectAccessible(container);
    for (const button of screen.getAllByRole('button', { name: 'Close' })) await user.click(button);
    expect(screen.queryByText('Something went wrong')).toBeNull();
  });

  it('wait for a tab that is not seen, and stay where the page was taken away', async () => {
    await renderShell();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    try {
      act(() => {
        notifySuccess('Saved');
        notify('error', 'Your session has ended', { stays: true });
      });
      const text = await screen.findByText('Saved');
      await pass(60_000);
      expect(text).toBeInTheDocument();
      visibility.mockReturnValue('visible');
      act(() => void fireEvent(document, new Event('visibilitychange')));
      await pass(60_000);
      expect(text).not.toBeInTheDocument();
      expect(screen.getByText('Your session has ended')).toBeInTheDocument();
    } finally {
      vi.useRealTimers();
      visibility.mockRestore();
      dismissAllToasts();
    }
  });

  it('go after their time, stay while somebody points at them, and for good where that was chosen', async () => {
    await renderShell();
    notifySuccess('Welcome back');
    const text = await screen.findByText('Welcome back');
    vi.useFakeTimers();
    // The one that is on the screen began with real time: the pointer starts its time anew.
    const leave = () => act(() => fireEvent.mouseLeave(text.parentElement as HTMLElement));
    const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
    try {
      act(() => fireEvent.mouseEnter(text.parentElement as HTMLElement));
      pass(60_000);
      expect(text).toBeInTheDocument();
      leave();
      pass(SNACKBAR_MS - 1);
      expect(text).toBeInTheDocument();
      pass(1);
      expect(text).not.toBeInTheDocument();
      act(() => choosePreference('messagesStay', true));
      act(() => notifySuccess('Saved'));
      pass(60_000);
      expect(screen.getByText('Saved')).toBeInTheDocument();
    } finally {
      vi.useRealTimers();
      dismissAllToasts();
    }
  });
});
