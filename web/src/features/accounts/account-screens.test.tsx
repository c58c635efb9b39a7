import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@vesalius/contract/users';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describe, expect, it, vi } from 'vitest';
import { changeLanguage } from '../../i18n/i18n.ts';
import { layersAreGone } from '../../lib/use-back-closes.ts';
import { forgetTabEntries } from '../../lib/user-storage.ts';
import {
  type Answers,
  expectAccessible,
  FakeFailure,
  renderScreen,
  sessionOf,
} from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { GoogleCompletionForm } from './google-completion-form.tsx';
import { DeleteAccount, DownloadOwnData } from './own-data.tsx';
import { Profile } from './profile-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';
import { SessionList } from './session-list.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { TwoSteps } from './two-steps.tsx';

const ID = '0197a000-0000-7000-8000-000000000001';
const COUNTRY = '0197a000-0000-7000-8000-000000000002';
const JOB = '0197a000-0000-7000-8000-000000000003';
const WHEN = '2026-03-01T09:00:00.000Z';
const listOf = (...data: unknown[]) => ({
  data,
  metadata: { count: data.length, currentPage: 1, pages: 1 },
});
const user: User = {
  id: ID,
  role_name: 'customer',
  email: 'ada@example.org',
  email_verified: true,
  first_name: 'Ada',
  second_name: 'Byron',
  name: 'Ada Byron',
  image: null,
  phone: null,
  country_id: COUNTRY,
  city: 'London',
  institution: null,
  job: { id: JOB, job_type: 'Surgeon', job_type_ar: 'جرّاح' },
  institution_subscription: null,
  manages_institution: false,
  is_beta: false,
  language: 'en',
  time_zone: 'Europe/London',
  wants_digest: true,
  wants_weekly: false,
  wants_work_comments: true,
  has_password: true,
  has_second_factor: false,
  recovery_codes_left: 0,
  must_add_second_factor: false,
};
const sessionRow = (id: string, device_name: string, current: boolean) => ({
  id,
  device_name,
  current,
  created_at: WHEN,
  last_seen_at: WHEN,
  expires_at: WHEN,
});
const answers: Answers = {
  'GET /countries': listOf({ id: COUNTRY, code: 'EG', name: 'Egypt', name_ar: 'مصر' }),
  'GET /users/user_jobs': listOf({
    id: JOB,
    job_type: 'Surgeon',
    job_type_ar: 'جرّاح',
    may_claim_credit: true,
  }),
  'GET /v1/sessions': listOf(
    sessionRow(ID, 'Firefox on Linux', true),
    sessionRow(JOB, 'Safari on an iPhone', false),
  ),
};
const render = (element: ReactElement, more: Answers = {}, language: 'en' | 'ar' = 'en') =>
  renderScreen(element, {
    namespaces: ['accounts', 'fields'],
    session: sessionOf('customer'),
    answers: { ...answers, ...more },
    language,
  });
const nothing = () => {};
const google = {
  idToken: 't',
  nonce: 'n',
  next: undefined,
  remember: true,
  firstName: 'Grace',
  secondName: '',
  email: 'g@x.example',
};

const FORMS: [name: string, element: ReactElement][] = [
  ['registration', <RegisterForm key="r" next={undefined} onRegistered={nothing} />],
  ['completion after Google', <GoogleCompletionForm key="g" answer={google} onDone={nothing} />],
  ['forgotten password', <ForgotPasswordForm key="f" />],
  ['reset', <ResetPasswordForm key="s" token="t" email="ada@example.org" onDone={nothing} />],
  ['change of password', <ChangePasswordForm key="c" role={user.role_name} userId={ID} onDone={nothing} />],
];

describe.each(['en', 'ar'] as const)('the forms of an account in %s', (language) => {
  it.each(FORMS)('%s is accessible, also with its errors', async (_name, element) => {
    const { container } = await render(element, {}, language);
    await expectAccessible(container);
    fireEvent.submit(container.querySelector('form') as HTMLFormElement);
    const wrong = [...container.querySelectorAll('[aria-invalid="true"]')];
    expect(wrong.length).toBeGreaterThan(0);
    // Screen readers connect each error with its field.
    for (const field of wrong) expect(field).toHaveAccessibleDescription(/\S/);
    await expectAccessible(container);
  });

  it('profile, sessions and deletion are accessible', async () => {
    const { container } = await render(
      <>
        <Profile user={user} />
        <SessionList />
        <DownloadOwnData />
        <DeleteAccount user={user} onDeleted={nothing} />
      </>,
      {},
      language,
    );
    await screen.findByText('Safari on an iPhone');
    await expectAccessible(container);
    fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement);
    await expectAccessible(container);
  });
});

/** Through the first of the two steps. */
function finishFirstStep(): void {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'grace@example.org' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Correct horse 9' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
}

describe('the registration', () => {
  it('asks for the account, then for the person, and for nothing that may wait', async () => {
    await render(<RegisterForm next={undefined} onRegistered={nothing} />);
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByLabelText('Email')).toBeInvalid();
    finishFirstStep();
    for (const label of ['First name', 'Last name']) expect(screen.getByLabelText(label)).toBeVisible();
    for (const name of ['Profession', 'Country'])
      expect(screen.getByRole('combobox', { name })).toBeVisible();
    for (const label of [/Phone/, /City/, /Institution/, /Picture/])
      expect(screen.queryByLabelText(label)).toBeNull();
    expect(screen.getByLabelText('First name')).toHaveFocus();
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByLabelText('Password')).toHaveValue('Correct horse 9');
  });

  it('moves nothing while what was pressed is not released yet', async () => {
    await render(<RegisterForm next={undefined} onRegistered={nothing} />);
    const email = screen.getByLabelText('Email');
    const remember = screen.getByRole('checkbox', { name: 'Remember me' });
    fireEvent.pointerDown(remember);
    fireEvent.blur(email);
    expect(email).toBeValid();
    fireEvent.pointerUp(remember);
    await waitFor(() => expect(email).toBeInvalid());
  });

  it('goes back from the person to the account with what was typed', async () => {
    // The steps of the tests before are gone.
    await waitFor(() => expect(layersAreGone()).toBe(true));
    await render(<RegisterForm next={undefined} onRegistered={nothing} />);
    finishFirstStep();
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Grace' } });
    await waitFor(() => expect(history.state).toMatchObject({ layers: 1 }));
    act(() => history.back());
    expect(await screen.findByLabelText('Password', undefined, { timeout: 5000 })).toHaveValue(
      'Correct horse 9',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByLabelText('First name')).toHaveValue('Grace');
  });

  it('reports unaccepted terms like any missing field', async () => {
    const { container } = await render(<RegisterForm next={undefined} onRegistered={nothing} />);
    finishFirstStep();
    fireEvent.submit(container.querySelector('form') as HTMLFormElement);
    const terms = screen.getByRole('checkbox', { name: /terms/i });
    expect(terms).toBeInvalid();
    expect(terms).toHaveAccessibleDescription(/\S/);
  });

  it.each([
    ['signs in with the same password', null, 1],
    ['offers to sign in with the address', { code: 'second_factor_needed', message: 'x' }, 0],
  ])('whose answer was lost %s', async (_, refusal, registered) => {
    const values = { email: 'grace@example.org', first_name: 'Grace', second_name: 'Hopper' };
    sessionStorage.setItem(
      'registration',
      JSON.stringify({ values: { ...values, country_id: COUNTRY, job_id: JOB }, leftAt: Date.now() }),
    );
    let tries = 0;
    const onRegistered = vi.fn();
    const text = 'There is already an account with this email.';
    const { calls } = await render(<RegisterForm next="/books" onRegistered={onRegistered} />, {
      'POST /users': () => {
        tries += 1;
        return tries === 1
          ? Promise.reject(new TypeError('Failed to fetch'))
          : new FakeFailure(409, { code: 'email_taken', message: text, fields: { email: text } });
      },
      'POST /v1/sessions': () =>
        refusal ? new FakeFailure(401, refusal) : { ...user, user_token: 'vsl_new', token: 'vsl_new' },
    });
    finishFirstStep();
    fireEvent.click(screen.getByRole('checkbox', { name: /terms/i }));
    fireEvent.click(screen.getByRole('button', { name: 'Create the account' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/No connection/));
    expect(calls.filter((call) => call.includes('sessions'))).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Create the account' }));
    if (refusal)
      expect(await screen.findByRole('link', { name: 'Sign in with this address' })).toHaveAttribute(
        'href',
        '/SignIn?next=%2Fbooks',
      );
    await waitFor(() => expect(onRegistered).toHaveBeenCalledTimes(registered));
    sessionStorage.clear();
  });

  it('restores everything but the password after a reload, and nothing after the account was created', async () => {
    const form = <RegisterForm next={undefined} onRegistered={nothing} />;
    const { unmount } = await render(form);
    finishFirstStep();
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Grace' } });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Correct horse');
    unmount();
    const second = await render(form);
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.org');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    finishFirstStep();
    expect(screen.getByLabelText('First name')).toHaveValue('Grace');
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    fireEvent.click(screen.getByLabelText(/^Remember me/));
    second.unmount();
    const third = await render(form);
    expect(screen.getByLabelText(/^Remember me/)).not.toBeChecked();
    third.unmount();
    forgetTabEntries();
    await render(form);
    expect(screen.getByLabelText('Email')).toHaveValue('');
  });
});

describe('an unfinished registration', () => {
  it('is not shown to another user of the tab', async () => {
    const form = <RegisterForm next={undefined} onRegistered={nothing} />;
    const { unmount } = await render(form);
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'grace@example.org' } });
    unmount();
    const later = Date.now() + 16 * 60_000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
    await render(form);
    expect(screen.getByLabelText('Email')).toHaveValue('');
    expect(sessionStorage.getItem('registration')).toBeNull();
    clock.mockRestore();
  });
});

function ToArabic() {
  const { i18n } = useTranslation();
  return (
    <button type="button" onClick={() => void changeLanguage(i18n, 'ar')}>
      To Arabic
    </button>
  );
}

it.each([
  ['registration', <RegisterForm key="r" next={undefined} onRegistered={nothing} />],
  ['signing in', <SignInForm key="s" onSignedIn={nothing} />],
])('the form of %s keeps what is typed when the language changes', async (_name, form) => {
  const { container } = await render(
    <>
      <ToArabic />
      {form}
    </>,
  );
  const field = (label: string) => container.querySelector<HTMLInputElement>(`input[type="${label}"]`);
  fireEvent.change(field('email') as HTMLElement, { target: { value: 'grace@example.org' } });
  fireEvent.change(field('password') as HTMLElement, { target: { value: 'correct horse' } });
  fireEvent.click(screen.getByLabelText(/^Remember me/));
  fireEvent.click(screen.getByRole('button', { name: 'To Arabic' }));
  await waitFor(() => expect(screen.queryByText('Remember me')).toBeNull());
  expect(field('email')).toHaveValue('grace@example.org');
  expect(field('password')).toHaveValue('correct horse');
  expect(
    [...container.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')].map((box) => box.checked),
  ).not.toContain(true);
  document.documentElement.lang = 'en';
  document.documentElement.dir = 'ltr';
});

describe('the profile', () => {
  it('is read-only until edit is pressed, then changed and saved', async () => {
    let sent: unknown;
    await render(<Profile user={user} />, {
      'PATCH /users/update_profile': ({ body }: { body: unknown }) => {
        sent = body;
        return { ...user, first_name: 'Augusta', message: 'User has been updated' };
      },
      'GET /users': { ...user, first_name: 'Augusta' },
    });
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Augusta' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(getToasts().map(({ text }) => text)).toContain('User has been updated'));
    // Only changed fields are sent: another tab may have changed the others.
    expect(sent).toEqual({ first_name: 'Augusta', time_zone: expect.any(String) });
    expect(screen.queryAllByRole('textbox')).toEqual([]);
  });

  it('asks before changes are discarded, and restores them after the page was left', async () => {
    const { unmount } = await render(<Profile user={user} />, {});
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Augusta' } });
    unmount();
    await render(<Profile user={user} />, {});
    expect(screen.getByLabelText('First name')).toHaveValue('Augusta');
    expect(screen.getByLabelText('Last name')).toHaveValue('Byron');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    expect(within(question).getByRole('button', { name: 'Keep editing' })).toBeVisible();
    fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryAllByRole('textbox')).toEqual([]));
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.getByLabelText('First name')).toHaveValue('Ada');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the language of letters, and saves another one', async () => {
    let sent: unknown;
    await render(<Profile user={{ ...user, role_name: 'editor' }} />, {
      'PATCH /users/update_profile': ({ body }: { body: unknown }) => {
        sent = body;
        return { ...user, language: 'ar', message: 'User has been updated' };
      },
    });
    expect(screen.getByText('Language of letters').nextElementSibling).toHaveTextContent('English');
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const field = screen.getByLabelText('Language of letters');
    expect(field).toHaveDisplayValue('English');
    await userEvent.selectOptions(field, 'العربية');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual({ language: 'ar', time_zone: expect.any(String) }));
  });

  it('follows the language switch of the page while the form is open', async () => {
    let switchLanguage = () => {};
    function Page() {
      const [language, setLanguage] = useState<User['language']>('en');
      switchLanguage = () => setLanguage('ar');
      return <Profile user={{ ...user, language }} />;
    }
    await render(<Page />);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    fireEvent.change(screen.getByLabelText('City (optional)'), { target: { value: 'Cairo' } });
    act(() => switchLanguage());
    expect(screen.getByLabelText('Language of letters')).toHaveDisplayValue('العربية');
    expect(screen.getByLabelText('City (optional)')).toHaveValue('Cairo');
  });

  it('says what failed, and keeps the entered text', async () => {
    const message = 'Something went wrong, Please try again later';
    await render(<Profile user={user} />, {
      'PATCH /users/update_profile': new FakeFailure(500, { code: 'internal', message }),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    fireEvent.change(screen.getByLabelText('First name'), { target: { value: 'Augusta' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByLabelText('First name')).toHaveValue('Augusta');
  });
});

describe('sessions', () => {
  it('are ended one by one, except the current one, or all others at once', async () => {
    const sent: unknown[] = [];
    const proved = ({ body }: { body: { password: string } }) => {
      sent.push(body);
      return body.password === 'right'
        ? null
        : new FakeFailure(422, {
            code: 'password_wrong',
            message: 'This password is not right.',
            fields: { password: 'This password is not right.' },
          });
    };
    await render(<SessionList />, {
      [`POST /v1/sessions/${JOB}/end`]: proved,
      'POST /v1/sessions/end_others': proved,
      'GET /users': user,
    });
    await screen.findByText('Safari on an iPhone');
    const [present] = screen.getAllByRole('listitem');
    expect(within(present as HTMLElement).queryByRole('button')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'End: Safari on an iPhone' }));
    const one = await screen.findByRole('dialog', { name: 'End this session' });
    await expectAccessible(one);
    await userEvent.click(within(one).getByRole('button', { name: 'End' }));
    expect(await within(one).findByText('Password is required.')).toBeVisible();
    await userEvent.type(within(one).getByLabelText('Password'), 'wrong');
    await userEvent.click(within(one).getByRole('button', { name: 'End' }));
    expect(await within(one).findByText('This password is not right.')).toBeVisible();
    await userEvent.clear(within(one).getByLabelText('Password'));
    await userEvent.type(within(one).getByLabelText('Password'), 'right');
    await userEvent.click(within(one).getByRole('button', { name: 'End' }));
    await waitFor(() => expect(getToasts().map(({ text }) => text)).toContain('The session was ended'));
    fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    const others = await screen.findByRole('dialog', { name: 'Sign out everywhere else' });
    await userEvent.type(within(others).getByLabelText('Password'), 'right');
    await userEvent.click(within(others).getByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() =>
      expect(getToasts().map(({ text }) => text)).toContain('All other sessions were ended'),
    );
    expect(sent).toEqual([{ password: 'wrong' }, { password: 'right' }, { password: 'right' }]);
  });

  it('of a user with Google only end after a fresh sign-in with Google', async () => {
    const message = 'Please sign in again to confirm that it is you.';
    await render(<SessionList />, {
      'POST /v1/sessions/end_others': new FakeFailure(403, { code: 'sign_in_again', message }),
      'GET /users': { ...user, has_password: false },
      'GET /users/sign_in_options': {
        kept_mails: false,
        demo_accounts: [],
        google: { client_id: 'c', authorization_url: '/oidc/auth', nonce: 'n', test_mode: false },
      },
    });
    await screen.findByText('Safari on an iPhone');
    fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign out everywhere else' });
    await waitFor(() => expect(within(dialog).queryByLabelText('Password')).toBeNull());
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('sign in with Google once more');
    expect(await within(dialog).findByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  });
});

describe('two-factor authentication', () => {
  const CODES = ['aaaaa-11111', 'bbbbb-22222'];

  it('is turned on with the password, a first code, and saved recovery codes', async () => {
    await render(<TwoSteps user={user} />, {
      'POST /users/second_factor': {
        secret: 'ABCDEFGHIJKLMNOP',
        otpauth_url: 'otpauth://totp/Vesalius:ada?secret=ABCDEFGHIJKLMNOP',
      },
      'POST /users/second_factor/turn_on': ({ body }: { body: { code: string } }) =>
        body.code === '123456'
          ? { recovery_codes: CODES }
          : new FakeFailure(422, {
              code: 'second_factor_wrong',
              message: 'This code is not right, or was used already.',
              fields: { code: 'This code is not right, or was used already.' },
            }),
      'GET /users': { ...user, has_second_factor: true, recovery_codes_left: 10 },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Turn on two-step sign-in' }));
    const dialog = await screen.findByRole('dialog', { name: 'Turn on two-step sign-in' });
    await expectAccessible(dialog);
    await userEvent.type(within(dialog).getByLabelText('Password'), 'Ward-round 7');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(await within(dialog).findByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    await waitFor(() =>
      expect(
        within(dialog)
          .getByRole('img', { name: /QR code/ })
          .querySelector('path'),
      ).not.toBeNull(),
    );
    await expectAccessible(dialog);
    await userEvent.type(within(dialog).getByLabelText('Code'), '000000');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn on two-step sign-in' }));
    expect(await within(dialog).findByText('This code is not right, or was used already.')).toBeVisible();
    await userEvent.clear(within(dialog).getByLabelText('Code'));
    await userEvent.type(within(dialog).getByLabelText('Code'), '123456');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn on two-step sign-in' }));
    const codes = await screen.findByRole('dialog', { name: 'Recovery codes' });
    for (const code of CODES) expect(within(codes).getByText(code)).toBeVisible();
    await expectAccessible(codes);
    expect(within(codes).getByRole('button', { name: 'Done' })).toBeDisabled();
    await userEvent.click(within(codes).getByRole('checkbox', { name: 'I saved the codes' }));
    await userEvent.click(within(codes).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is turned off with password and code, and shows the error at the right field', async () => {
    await render(<TwoSteps user={{ ...user, has_second_factor: true, recovery_codes_left: 1 }} />, {
      'POST /users/second_factor/turn_off': new FakeFailure(422, {
        code: 'password_wrong',
        message: 'This password is not right.',
        fields: { password: 'This password is not right.' },
      }),
    });
    expect(screen.getByText(/1 recovery code is left. Make new ones/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Turn off two-step sign-in' }));
    const dialog = await screen.findByRole('dialog', { name: 'Turn off two-step sign-in' });
    await userEvent.type(within(dialog).getByLabelText('Password'), 'x');
    await userEvent.type(within(dialog).getByLabelText('Code'), '123456');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Turn off two-step sign-in' }));
    expect(await within(dialog).findByText('This password is not right.')).toBeVisible();
    expect(within(dialog).getByLabelText('Password')).toHaveAccessibleDescription(/not right/);
  });

  it('asks users without a password to set one first', async () => {
    await render(<TwoSteps user={{ ...user, has_password: false }} />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Set a password' })).toHaveAttribute('href', '/forget-password');
  });
});

describe('deleting the account', () => {
  it('says what is deleted and what is kept, and asks for the password', async () => {
    const onDeleted = vi.fn();
    let sent: unknown;
    let arrive = () => {};
    const notice = (onShown: () => void) => {
      arrive = onShown;
      return <p>Your subscription ends now</p>;
    };
    await render(<DeleteAccount user={user} notice={notice} onDeleted={onDeleted} />, {
      'POST /users/delete_account': ({ body }: { body: { password?: string } }) => {
        sent = body;
        return body.password === 'right'
          ? null
          : new FakeFailure(422, {
              code: 'password_wrong',
              message: 'This password is not right.',
              fields: { password: 'This password is not right.' },
            });
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
    expect(dialog).toHaveTextContent(/Kept without your name: payments.*test results and certificates/);
    expect(dialog).toHaveTextContent('Your subscription ends now');
    expect(dialog).toHaveTextContent('This cannot be undone.');
    await expectAccessible(dialog);
    const submit = within(dialog).getByRole('button', { name: 'Delete for good' });
    expect(submit).toBeDisabled();
    const password = within(dialog).getByLabelText('Password');
    fireEvent.change(password, { target: { value: 'wrong' } });
    // The consequences are not loaded yet.
    expect(submit).toBeDisabled();
    fireEvent.submit(dialog.querySelector('form') as HTMLFormElement);
    expect(sent).toBeUndefined();
    act(() => arrive());
    await userEvent.click(submit);
    expect(await within(dialog).findByText('This password is not right.')).toBeVisible();
    expect(password).toHaveFocus();
    expect(onDeleted).not.toHaveBeenCalled();
    fireEvent.change(password, { target: { value: 'right' } });
    await userEvent.click(submit);
    await waitFor(() => expect(onDeleted).toHaveBeenCalled());
    expect(sent).toEqual({ password: 'right' });
  });
});

describe('requesting another link too soon', () => {
  it('says that a link may already be in the mailbox', async () => {
    const refusal = new FakeFailure(429, { code: 'too_many_requests', message: 'Too many attempts.' });
    await render(<ForgotPasswordForm />, { 'POST /users/forgot_password': refusal });
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('A link may have been sent a moment ago.');
  });
});
