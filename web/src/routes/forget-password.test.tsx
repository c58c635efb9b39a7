import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveTabsBy } from '../lib/end-session.ts';
import { getSession, openForNobody } from '../lib/session.ts';
import { expectAccessible, FakeFailure, renderScreen, sessionOf } from '../testing/render.tsx';
import ForgetPasswordPage from './forget-password.tsx';

const EMAIL = 'noor@hospital.example';
const user = {
  id: '0197a000-0000-7000-8000-000000000001',
  auth_token: 'vsl_new',
  role_name: 'customer',
  first_name: 'Noor',
  image: null,
  email_verified: true,
  is_beta: false,
  institution_subscription: null,
  manages_institution: false,
  must_add_second_factor: false,
  language: 'en',
};
const COUNTRY = '0197a000-0000-7000-8000-00000000c001';
const JOB = '0197a000-0000-7000-8000-00000000d001';
const listOf = (row: object) => ({ data: [row], metadata: { count: 1, currentPage: 1, pages: 1 } });
let sent: unknown[] = [];
const render = (answers = {}, isWithdrawn = false, more = '&invitation=true') =>
  renderScreen(<ForgetPasswordPage />, {
    namespaces: ['accounts', 'fields'],
    path: '/forget-password',
    at: `/forget-password?token=t&email=${encodeURIComponent(EMAIL)}${more}`,
    answers: {
      'GET /countries': listOf({ id: COUNTRY, code: 'EG', name: 'Egypt', name_ar: 'مصر' }),
      'GET /users/user_jobs': listOf({ id: JOB, job_type: 'Surgeon', job_type_ar: 'جراح' }),
      'POST /users/reset_password': ({ body }: { body: unknown }) => {
        sent = [body];
        return { message: '', invitation_withdrawn: isWithdrawn };
      },
      'POST /users/reset_password/check': { withdrawn_by: null },
      'POST /v1/sessions': user,
      ...answers,
    },
  });
async function choosePassword() {
  await userEvent.type(screen.getByLabelText('Password'), 'Night shift 8');
  await userEvent.type(screen.getByLabelText('Repeat the password'), 'Night shift 8');
  for (const [list, choice] of [
    ['Profession', 'Surgeon'],
    ['Country', 'Egypt'],
  ] as const) {
    await userEvent.click(screen.getByRole('combobox', { name: list }));
    await userEvent.click(await screen.findByRole('option', { name: choice, hidden: true }));
  }
  await userEvent.click(screen.getByRole('checkbox', { name: /terms/i }));
  await userEvent.click(screen.getByRole('button', { name: 'Open my account' }));
}

it('lets an invited person choose a password, and signs in with it', async () => {
  const { container, location } = await render();
  expect(screen.getByRole('heading', { name: 'Choose a password for your account' })).toBeVisible();
  expect(screen.queryByText(/signed out|new password/i)).toBeNull();
  await expectAccessible(container);
  await choosePassword();
  await waitFor(() => expect(location()).toBe('/'));
  expect(getSession()).toMatchObject({ userId: user.id, token: user.auth_token });
  expect(localStorage.getItem('user')).toContain(user.auth_token);
});

it('asks an invited person the same as a registration, and is remembered in this browser only on request', async () => {
  const { location } = await render();
  await userEvent.click(screen.getByRole('button', { name: 'Open my account' }));
  expect(screen.getByRole('combobox', { name: 'Profession' })).toBeInvalid();
  expect(screen.getByRole('combobox', { name: 'Country' })).toBeInvalid();
  expect(screen.getByText('Please agree to the terms and conditions.')).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: /remember me/i }));
  await choosePassword();
  await waitFor(() => expect(location()).toBe('/'));
  expect(sent).toMatchObject([
    {
      email: EMAIL,
      country_id: COUNTRY,
      job_id: JOB,
      termsAgreement: true,
      language: 'en',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  ]);
  expect(getSession()).toMatchObject({ userId: user.id });
  expect(localStorage.getItem('user')).toBeNull();
});

it('links to signing in when the link was already used', async () => {
  const refused = new FakeFailure(422, { code: 'reset_token_invalid', message: 'not valid any more' });
  const wrong = new FakeFailure(401, { code: 'wrong_credentials', message: 'not right' });
  await render({ 'POST /users/reset_password': refused, 'POST /v1/sessions': wrong });
  await choosePassword();
  expect(await screen.findByRole('alert')).toHaveTextContent(/used already, or has expired/);
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/SignIn');
});

it('says that the invitation was withdrawn meanwhile and that the account stays open', async () => {
  const { location } = await render({}, true);
  await choosePassword();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /The invitation was withdrawn while you filled this in/,
  );
  expect(getSession()).toMatchObject({ userId: user.id });
  await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
  await waitFor(() => expect(location()).toBe('/'));
});

it('says before the form that the invitation was withdrawn and by whom, and lets the person register', async () => {
  const check = { withdrawn_by: 'General Hospital' };
  const { container, location } = await render({ 'POST /users/reset_password/check': check }, true);
  expect(await screen.findByRole('heading', { name: 'This invitation was withdrawn' })).toBeVisible();
  expect(screen.getByText(/General Hospital has withdrawn it\. You can register/)).toBeVisible();
  await expectAccessible(container);
  await choosePassword();
  await waitFor(() => expect(location()).toBe('/'));
});

it('redirects to signing in for an account with two-factor authentication', async () => {
  const refused = new FakeFailure(401, { code: 'second_factor_needed', message: 'A code is needed.' });
  const { location } = await render({ 'POST /v1/sessions': refused });
  await choosePassword();
  await waitFor(() => expect(location()).toBe('/SignIn'));
  expect(getSession()).toBeNull();
});

it('says that a link has expired before a password is typed', async () => {
  const over = new FakeFailure(422, { code: 'reset_token_invalid', message: 'No.' });
  const { container } = await render({ 'POST /users/reset_password/check': over });
  expect(await screen.findByRole('alert')).toHaveTextContent(/was used already, or has expired/);
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(container);
});

it.each([
  ['an invitation', '&invitation=true', /invitation was used already/],
  ['a reset', '', /link was used already/],
])('says of %s that is over whose tab it is, and leads on', async (_name, more, text) => {
  const over = new FakeFailure(422, { code: 'reset_token_invalid', message: 'No.' });
  // A new tab, opened from the link of a letter, in a browser where a user is signed in.
  localStorage.setItem('user', JSON.stringify(sessionOf('customer', { firstName: 'Ada' })));
  openForNobody();
  const { container, location } = await render({ 'POST /users/reset_password/check': over }, false, more);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  const onwards = await screen.findByRole('link', { name: 'Go on as Ada' });
  expect(getSession()).toMatchObject({ firstName: 'Ada' });
  expect(screen.getByRole('button', { name: 'Sign in as someone else' })).toBeVisible();
  expect(screen.queryByLabelText('Password')).toBeNull();
  await expectAccessible(container);
  await userEvent.click(onwards);
  await waitFor(() => expect(location()).toBe('/'));
});

const USED = new FakeFailure(422, {
  code: 'reset_token_invalid',
  message: 'This link is not valid any more.',
});

it('opens the account of an invited person when the first response was lost and the button is pressed again', async () => {
  const { location } = await render({ 'POST /users/reset_password': USED });
  await choosePassword();
  await waitFor(() => expect(location()).toBe('/'));
  expect(getSession()?.token).toBe('vsl_new');
});

it('says that a new password is set when the response was lost, and leaves no session behind', async () => {
  const ended: unknown[] = [];
  const { location } = await render(
    {
      'POST /users/reset_password': USED,
      'DELETE /v1/sessions': (request: unknown) => {
        ended.push(request);
        return null;
      },
    },
    false,
    '',
  );
  await userEvent.type(screen.getByLabelText('New password'), 'Night shift 8');
  await userEvent.type(screen.getByLabelText('Repeat the new password'), 'Night shift 8');
  await userEvent.click(screen.getByRole('button', { name: 'Set the password' }));
  await waitFor(() => expect(location()).toBe('/SignIn'));
  expect(getSession()).toBeNull();
});

describe('a link that is opened in the tab of a user whom the browser does not remember', () => {
  const ada = sessionOf('customer', { userId: 'ada', firstName: 'Ada', token: 'vsl_ada-own-token' });
  const KEY = 'unsent:ada:note:1';
  beforeEach(() => {
    sessionStorage.setItem('user', JSON.stringify(ada));
    openForNobody();
  });

  it.each(['&invitation=true', ''])('asks before that user’s unsaved texts are lost (%s)', async (more) => {
    localStorage.setItem(KEY, 'A thought of Ada');
    const open = vi.fn();
    leaveTabsBy({ view: { hide() {}, open }, forgetContent: async () => {} });
    const { container } = await render({}, false, more);
    expect(await screen.findByText(/Ada\W* has something unsaved/)).toBeVisible();
    expect(screen.queryByLabelText(/password/i)).toBeNull();
    await expectAccessible(container);
    await userEvent.click(screen.getByRole('button', { name: 'Go on with the link' }));
    expect(await screen.findByLabelText(more ? 'Password' : 'New password')).toBeVisible();
    expect(localStorage.getItem(KEY)).not.toBeNull();
    expect(open).not.toHaveBeenCalled();
  });

  it('keeps the tab for its user', async () => {
    localStorage.setItem(KEY, 'A thought of Ada');
    const open = vi.fn();
    leaveTabsBy({ view: { hide() {}, open }, forgetContent: async () => {} });
    await render();
    await userEvent.click(await screen.findByRole('button', { name: /Stay signed in as/ }));
    expect(open).toHaveBeenCalledWith('/');
    expect(getSession()).toMatchObject({ userId: 'ada' });
    expect(localStorage.getItem(KEY)).not.toBeNull();
  });

  it('does not ask when nothing is unsaved', async () => {
    await render();
    expect(await screen.findByLabelText('Password')).toBeVisible();
  });
});
