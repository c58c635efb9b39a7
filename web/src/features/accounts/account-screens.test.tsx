import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@vesalius/contract/accounts';
import type { ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
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
  is_beta: false,
  language: 'en',
  time_zone: 'Europe/London',
  wants_digest: true,
  has_password: true,
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
  it.each(FORMS)('%s is accessible, also with its complaints', async (_name, element) => {
    const { container } = await render(element, {}, language);
    await expectAccessible(container);
    fireEvent.submit(container.querySelector('form') as HTMLFormElement);
    const wrong = [...container.querySelectorAll('[aria-invalid="true"]')];
    expect(wrong.length).toBeGreaterThan(0);
    // Each complaint belongs to its field for those who hear the page.
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

describe('the profile', () => {
  it('is only read until edit is pressed, then changed and saved', async () => {
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
    await vi.waitFor(() => expect(getToasts().map(({ text }) => text)).toContain('User has been updated'));
    expect(sent).toMatchObject({
      first_name: 'Augusta',
      second_name: 'Byron',
      country_id: COUNTRY,
      job_id: JOB,
    });
    expect(screen.queryAllByRole('textbox')).toEqual([]);
  });

  it('says what failed, and keeps what was written', async () => {
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
  it('are ended one by one, never the present one, or all others at once', async () => {
    const { calls } = await render(<SessionList />, {
      [`DELETE /v1/sessions/${JOB}`]: null,
      'DELETE /v1/sessions/others': null,
    });
    await screen.findByText('Safari on an iPhone');
    const [present] = screen.getAllByRole('listitem');
    expect(within(present as HTMLElement).queryByRole('button')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'End: Safari on an iPhone' }));
    await vi.waitFor(() => expect(calls).toContain(`DELETE /v1/sessions/${JOB}`));
    fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    await vi.waitFor(() => expect(calls).toContain('DELETE /v1/sessions/others'));
  });
});

describe('deleting the account', () => {
  it('says beforehand what goes and what is kept, and asks for the password', async () => {
    const onDeleted = vi.fn();
    let sent: unknown;
    await render(<DeleteAccount user={user} onDeleted={onDeleted} />, {
      'POST /users/delete_account': ({ body }: { body: { password?: string } }) => {
        sent = body;
        return body.password === 'right'
          ? null
          : new FakeFailure(422, {
              code: 'old_password_wrong',
              message: 'The old password is not right.',
              fields: { password: 'The old password is not right.' },
            });
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
    expect(dialog).toHaveTextContent(/Kept without your name: payments.*test results and certificates/);
    expect(dialog).toHaveTextContent('This cannot be undone.');
    await expectAccessible(dialog);
    const submit = within(dialog).getByRole('button', { name: 'Delete for good' });
    expect(submit).toBeDisabled();
    const password = within(dialog).getByLabelText('Password');
    fireEvent.change(password, { target: { value: 'wrong' } });
    await userEvent.click(submit);
    expect(await within(dialog).findByText('The old password is not right.')).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
    fireEvent.change(password, { target: { value: 'right' } });
    await userEvent.click(submit);
    await vi.waitFor(() => expect(onDeleted).toHaveBeenCalled());
    expect(sent).toEqual({ password: 'right' });
  });
});
