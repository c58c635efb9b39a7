import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { getSession } from '../../lib/session.ts';
import { expectAccessible, FakeFailure, renderScreen } from '../../testing/render.tsx';
import { getToasts } from '../../ui/notify.ts';
import { SignInForm } from './sign-in-form.tsx';

const USER = {
  id: '0197a000-0000-7000-8000-000000000001',
  role_name: 'customer',
  email: 'ada@example.org',
  email_verified: true,
  first_name: 'Ada',
  second_name: 'Byron',
  image: null,
  institution_subscription: null,
  manages_institution: false,
  is_beta: false,
  language: 'en',
  auth_token: 'vsl_token',
  message: 'Welcome back',
};

async function renderForm(answer: unknown, language: 'en' | 'ar' = 'en') {
  const onSignedIn = vi.fn();
  const rendered = await renderScreen(<SignInForm onSignedIn={onSignedIn} />, {
    namespaces: ['accounts', 'fields'],
    answers: { 'POST /v1/sessions': answer },
    language,
  });
  return { ...rendered, onSignedIn, user: userEvent.setup() };
}

describe('the sign-in form', () => {
  it('is accessible', async () => {
    const { container } = await renderForm(USER);
    await expectAccessible(container);
  });

  it('says that the result of a PayPal approval is shown after signing in', async () => {
    const next = '/checkout?mode=book&id=1&paypal=approved&subscription_id=I-1';
    await renderScreen(<SignInForm next={next} onSignedIn={() => {}} />, {
      namespaces: ['accounts', 'fields'],
      answers: {},
    });
    expect(await screen.findByText(/Sign in to see the result of your payment/)).toBeVisible();
  });

  it.each([
    ['', '', ['Email is required.', 'Password is required.']],
    ['ada', 'x', ['Please provide a valid email format']],
    ['ada@example.org', '', ['Password is required.']],
  ])('says what is wrong with "%s" and "%s", and sends nothing', async (email, password, complaints) => {
    const { user, calls } = await renderForm(USER);
    if (email) await user.type(screen.getByLabelText('Email'), email);
    if (password) await user.type(screen.getByLabelText('Password'), password);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    for (const complaint of complaints) expect(await screen.findByText(complaint)).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('shows and hides the password', async () => {
    const { user } = await renderForm(USER);
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show or hide the password' }));
    expect(field).toHaveAttribute('type', 'text');
  });

  it.each([
    [true, 'localStorage', 'sessionStorage'],
    [false, 'sessionStorage', 'localStorage'],
  ] as const)('with remember-me %s keeps the person in %s', async (remember, kept, empty) => {
    const { user, onSignedIn } = await renderForm(USER);
    await user.type(screen.getByLabelText('Email'), 'ada@example.org');
    await user.type(screen.getByLabelText('Password'), 'Ward-round 7');
    expect(screen.getByLabelText('Remember me')).toBeChecked();
    if (!remember) await user.click(screen.getByLabelText('Remember me'));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(getSession()).toMatchObject({ token: 'vsl_token', firstName: 'Ada' });
    expect(window[kept].getItem('user')).toContain('vsl_token');
    expect(window[empty].getItem('user')).toBeNull();
    expect(getToasts().map(({ text }) => text)).toContain('Welcome back');
  });

  it.each([
    ['en', 401, 'wrong_credentials', 'The email or the password is not right.'],
    ['ar', 401, 'wrong_credentials', 'البريد الإلكتروني أو كلمة المرور غير صحيحة.'],
    ['en', 429, 'too_many_requests', 'Too many attempts. Please wait a little and try again.'],
  ] as const)(
    'in %s shows the server’s answer %s %s below the password',
    async (language, status, code, text) => {
      const message = language === 'en' ? text : 'English';
      const { user, onSignedIn } = await renderForm(new FakeFailure(status, { code, message }), language);
      const [email, password] = [screen.getByRole('textbox'), document.querySelector('input[type=password]')];
      await user.type(email, 'ada@example.org');
      await user.type(password as HTMLElement, 'Ward-round 7');
      await user.click(document.querySelector('button[type=submit]') as HTMLElement);
      expect(await screen.findByRole('alert')).toHaveTextContent(text);
      expect(onSignedIn).not.toHaveBeenCalled();
      expect(getSession()).toBeNull();
    },
  );

  it('asks for the second factor, and sends all values again with the code', async () => {
    const sent: unknown[] = [];
    const { user, onSignedIn, container } = await renderForm(
      ({ body }: { body: { second_factor_code?: string } }) => {
        sent.push(body.second_factor_code);
        if (body.second_factor_code === '123456') return USER;
        if (body.second_factor_code)
          return new FakeFailure(422, {
            code: 'second_factor_wrong',
            message: 'This code is not right, or was used already.',
            fields: { second_factor_code: 'This code is not right, or was used already.' },
          });
        return new FakeFailure(401, { code: 'second_factor_needed', message: 'Please enter the code.' });
      },
    );
    await user.type(screen.getByLabelText('Email'), 'ada@example.org');
    await user.type(screen.getByLabelText('Password'), 'Ward-round 7');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const field = await screen.findByLabelText('Code');
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expectAccessible(container);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('The code is required.')).toBeVisible();
    await user.type(field, '000000');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('This code is not right, or was used already.')).toBeVisible();
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sent).toEqual([undefined, '000000', '123456']);
  });

  it('asks the owner of an account that was created by others for the missing data, and sends it', async () => {
    const [country, job] = ['0197a000-0000-7000-8000-00000000c001', '0197a000-0000-7000-8000-00000000d001'];
    const listOf = (row: object) => ({ data: [row], metadata: { count: 1, currentPage: 1, pages: 1 } });
    const sent: Record<string, unknown>[] = [];
    const onSignedIn = vi.fn();
    const { container } = await renderScreen(<SignInForm onSignedIn={onSignedIn} />, {
      namespaces: ['accounts', 'fields'],
      answers: {
        'POST /v1/sessions': ({ body }: { body: Record<string, unknown> }) => {
          sent.push(body);
          return body.termsAgreement
            ? USER
            : new FakeFailure(422, { code: 'profile_needed', message: 'Tell us.' });
        },
        'GET /countries': listOf({ id: country, code: 'EG', name: 'Egypt', name_ar: 'مصر' }),
        'GET /users/user_jobs': listOf({ id: job, job_type: 'Surgeon', job_type_ar: 'جراح' }),
      },
    });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Email'), 'ada@example.org');
    await user.type(screen.getByLabelText('Password'), 'Ward-round 7');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const open = await screen.findByRole('button', { name: 'Open my account' });
    await expectAccessible(container);
    await user.click(open);
    expect(screen.getByRole('combobox', { name: 'Profession' })).toBeInvalid();
    for (const [list, choice] of [
      ['Profession', 'Surgeon'],
      ['Country', 'Egypt'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: list }));
      await user.click(await screen.findByRole('option', { name: choice, hidden: true }));
    }
    await user.click(screen.getByRole('checkbox', { name: /terms/i }));
    await user.click(open);
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    expect(sent[1]).toMatchObject({
      email: 'ada@example.org',
      password: 'Ward-round 7',
      country_id: country,
      job_id: job,
      termsAgreement: true,
      language: 'en',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
});
