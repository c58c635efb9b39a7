import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { leaveTabsBy } from '../lib/end-session.ts';
import { getSession, isUserUnchanged, storeSession } from '../lib/session.ts';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import MissingVerificationPage from './missing-verification.tsx';
import VerificationPage from './verification.tsx';

const unverified = sessionOf('customer', { emailVerified: false });
const WANTED = '/checkout?mode=book&id=1';
const WAITS_AT = `/missing_verification?next=${encodeURIComponent(WANTED)}`;
const USER = {
  id: unverified.userId,
  role_name: 'customer',
  email: 'ada@example.org',
  email_verified: false,
  first_name: 'Ada',
  second_name: 'Byron',
  image: null,
  institution_subscription: null,
  manages_institution: false,
  is_beta: false,
  language: 'en',
};
const VERIFIED = { ...USER, email_verified: true, auth_token: 'vsl_verified', message: 'Verified' };
const PASSWORD_NEEDED = new FakeFailure(401, {
  code: 'registration_password_needed',
  message: 'Please enter the password of the registration.',
});

const waits = (user: object, remember = true, more = {}) =>
  renderScreen(<MissingVerificationPage />, {
    namespaces: ['accounts'],
    path: '/missing_verification',
    at: WAITS_AT,
    session: unverified,
    remember,
    answers: { 'GET /users': user, 'GET /users/sign_in_options': {}, ...more },
  });
const follows = (answer: unknown) =>
  renderScreen(<VerificationPage />, {
    namespaces: ['accounts', 'fields'],
    path: '/verification',
    at: '/verification?token=vsl_link',
    answers: { 'PATCH /users/verify_email': answer },
  });

/** Simulates another tab of the same browser on the channel between tabs. */
function otherTab() {
  const channel = new BroadcastChannel('email-verification');
  const heard: unknown[] = [];
  channel.onmessage = ({ data }) => heard.push(data);
  return { heard, channel };
}

describe('the tab that waits for the verification', () => {
  it('opens the requested page when the address was verified on another device', async () => {
    const { location } = await waits({ ...USER, email_verified: true });
    await waitFor(() => expect(location()).toBe(WANTED));
    expect(getSession()).toMatchObject({ emailVerified: true, token: unverified.token });
  });

  it('opens the requested page when the link was opened in another tab', async () => {
    const { location } = await waits(USER);
    expect(location()).toBe(WAITS_AT);
    const verified = { ...unverified, emailVerified: true, token: 'vsl_verified' };
    localStorage.setItem('user', JSON.stringify(verified));
    act(() => void isUserUnchanged());
    await waitFor(() => expect(location()).toBe(WANTED));
    expect(getSession()?.token).toBe('vsl_verified');
  });

  it('verifies on behalf of the link’s tab where the session belongs to this tab alone', async () => {
    const { heard, channel } = otherTab();
    const { location } = await waits(USER, false, { 'PATCH /users/verify_email': VERIFIED });
    channel.postMessage({ token: 'vsl_link' });
    await waitFor(() => expect(location()).toBe(WANTED));
    await waitFor(() => expect(heard).toEqual([{ token: 'vsl_link', user: VERIFIED }]));
    expect(sessionStorage.getItem('user')).toContain('vsl_verified');
    expect(localStorage.getItem('user')).toBeNull();
    channel.close();
  });
});

describe('a user who mistyped the address', () => {
  it('logs out and registers with another address', async () => {
    await waits(USER, true, { 'DELETE /v1/sessions': '' });
    const opened: string[] = [];
    leaveTabsBy({
      view: { hide() {}, open: (path) => opened.push(path) },
      forgetContent: async () => {},
    });
    await userEvent.click(screen.getByRole('button', { name: 'Log out and register with another one' }));
    await waitFor(() => expect(opened).toEqual([`/registration?next=${encodeURIComponent(WANTED)}`]));
    expect(getSession()).toBeNull();
  });
});

describe('the tab of the verification link', () => {
  it('opens the page that was requested in the registering tab', async () => {
    await waits(USER);
    const { location } = await follows(VERIFIED);
    await waitFor(() => expect(location()).toBe(WANTED));
    expect(localStorage.getItem('user')).toContain('vsl_verified');
  });

  it('tells a signed-in user to enter the password of the link’s account', async () => {
    storeSession(sessionOf('customer', { userId: 'agnes', firstName: 'Agnes' }), true);
    await follows(PASSWORD_NEEDED);
    expect(await screen.findByText(/Agnes is signed in in this browser. If the link was sent/)).toBeVisible();
    expect(screen.queryByText(/that you chose when you registered/)).toBeNull();
  });

  it('asks only for the password, and remembers the user unless told otherwise', async () => {
    await follows(PASSWORD_NEEDED);
    expect(await screen.findByLabelText('Password')).toBeVisible();
    expect(screen.getByLabelText('Remember me')).toBeChecked();
    expect(getSession()).toBeNull();
  });

  it('is signed in by the registering tab, and its session belongs to this tab alone', async () => {
    const { heard, channel } = otherTab();
    const { location } = await follows(PASSWORD_NEEDED);
    await waitFor(() => expect(heard).toEqual([{ token: 'vsl_link' }]));
    channel.postMessage({ token: 'vsl_of-somebody-else', user: { ...VERIFIED, auth_token: 'vsl_wrong' } });
    channel.postMessage({ token: 'vsl_link', user: VERIFIED });
    await waitFor(() => expect(location()).toBe('/'));
    expect(getSession()?.token).toBe('vsl_verified');
    expect(localStorage.getItem('user')).toBeNull();
    channel.close();
  });
});

describe('a verification link that is opened a second time', () => {
  const used = new FakeFailure(422, { code: 'token_invalid', message: 'Invalid activation url' });
  const opensAgain = (session: ReturnType<typeof sessionOf>, user: object) =>
    renderScreen(<VerificationPage />, {
      namespaces: ['accounts', 'fields'],
      path: '/verification',
      at: '/verification?token=vsl_link',
      session,
      answers: { 'PATCH /users/verify_email': used, 'GET /users': user },
    });

  it('tells a verified user that the address is verified, and continues', async () => {
    // This session is older than the verification on another device.
    const { location, container } = await opensAgain(unverified, VERIFIED);
    expect(await screen.findByText('Your address is verified already')).toBeVisible();
    expect(screen.queryByText('Invalid activation url')).toBeNull();
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    expect(location()).toBe('/');
  });

  it('offers another mail to an unverified user', async () => {
    await opensAgain(unverified, USER);
    expect(await screen.findByText('Invalid activation url')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Send it again' })).toBeVisible();
  });
});

describe('a link of another account, in the tab of a user with unsaved texts', () => {
  const OTHER = { ...VERIFIED, id: '0197a000-0000-7000-8000-0000000000b0', email: 'boris@example.org' };
  const writer = sessionOf('customer');
  const text = `unsent:${writer.userId}:contact`;
  const opens = async () => {
    localStorage.setItem(text, '{}');
    const rendered = await renderScreen(<VerificationPage />, {
      namespaces: ['accounts', 'fields'],
      path: '/verification',
      at: '/verification?token=vsl_link',
      session: writer,
      remember: false,
      answers: { 'PATCH /users/verify_email': OTHER, 'DELETE /sessions': {} },
    });
    expect(await screen.findByRole('heading', { name: /boris@example\.org.* is verified/ })).toBeVisible();
    expect(getSession()?.userId).toBe(writer.userId);
    return rendered;
  };

  it('asks first, and can keep the tab for its user', async () => {
    const { container, location } = await opens();
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: /Stay signed in as/ }));
    await waitFor(() => expect(location()).toBe('/'));
    expect(getSession()?.userId).toBe(writer.userId);
    expect(localStorage.getItem(text)).not.toBeNull();
  });

  it('signs the other account in on confirmation', async () => {
    await opens();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with the other account' }));
    await waitFor(() => expect(sessionStorage.getItem('user')).toContain('vsl_verified'));
  });
});
