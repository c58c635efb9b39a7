import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { SignInBody } from '@vesalius/contract/accounts-bodies';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { deviceId } from '../../lib/device-id.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { paths } from '../../lib/paths.ts';
import { validateOnBlur } from '../../lib/validate-on-blur.ts';
import { isPaymentReturn } from '../../product/payment-return.ts';
import { accountsApi } from './api.ts';
import { EmailField } from './email-field.tsx';
import { PasswordField } from './password-field.tsx';
import { type OwnProfile, ProfileStep } from './profile-step.tsx';
import { RememberField } from './remember-field.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import { useSignedIn } from './use-signed-in.ts';

const Fields = SignInBody.pick({ email: true, password: true });

/**
 * Email and password; then the profile if it is incomplete, and the second factor if it is turned on. The error of a
 * failed attempt is shown below.
 */
export function SignInForm({
  next,
  before,
  onSignedIn,
  onLeave,
}: {
  next?: string | undefined;
  /** Another way to sign in; hidden once the second factor is asked for. */
  before?: (remember: boolean) => ReactNode;
  onSignedIn: () => void;
  /** Called when the user follows a link to another page: a dialog around the form closes. */
  onLeave?: () => void;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const signedIn = useSignedIn();
  const [failure, setFailure] = useState<string | null>(null);
  const [step, setStep] = useState<'password' | 'profile' | 'code'>('password');
  /** The values of earlier steps, sent again with the next step. */
  const [profile, setProfile] = useState<OwnProfile | null>(null);
  const { state } = useLocation() as { state: { email?: unknown } | null };
  const form = useForm({
    // From the registration, whose address has an account already.
    initialValues: {
      email: typeof state?.email === 'string' ? state.email : '',
      password: '',
      remember: true,
    },
    validate: errors.validate(Fields),
    enhanceGetInputProps: validateOnBlur(['email']),
  });
  const request = useMutation({
    mutationFn: (values: typeof form.values & Partial<OwnProfile> & { second_factor_code?: string }) =>
      accountsApi.signIn({ body: { ...values, device_id: deviceId() } }),
    onMutate: () => setFailure(null),
    onSuccess: (user, { remember }) => {
      signedIn(user, remember);
      onSignedIn();
    },
    onError: async (error) => {
      if (error instanceof CallError && error.code === 'second_factor_needed') return setStep('code');
      if (error instanceof CallError && error.code === 'profile_needed') return setStep('profile');
      const fields = errors.fromServer(error);
      if (fields?.second_factor_code) setFailure(fields.second_factor_code);
      else if (fields) form.setErrors(fields);
      else setFailure(await errorText(error, i18n.language));
    },
  });
  const onBack = () => {
    setFailure(null);
    setProfile(null);
    setStep('password');
  };
  if (step === 'profile')
    return (
      <ProfileStep
        pending={request.isPending}
        problem={failure}
        onProfile={(told) => {
          setProfile(told);
          request.mutate({ ...form.values, ...told });
        }}
        onBack={onBack}
      />
    );
  if (step === 'code')
    return (
      <SecondFactorStep
        pending={request.isPending}
        problem={failure}
        onCode={(second_factor_code) => request.mutate({ ...form.values, ...profile, second_factor_code })}
        onBack={onBack}
      />
    );
  return (
    <>
      {isPaymentReturn(next) && (
        <Alert variant="light" color="ochre" mb="md">
          {t('signIn.paymentReturn')}
        </Alert>
      )}
      {before?.(form.values.remember)}
      <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
        <Stack gap="md">
          <EmailField inputProps={form.getInputProps('email')} data-autofocus />
          <PasswordField
            label={t('label.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          {failure && (
            <Alert color="oxblood" variant="light" role="alert" p="sm">
              {failure}
            </Alert>
          )}
          <Group justify="space-between" gap="sm">
            <RememberField inputProps={form.getInputProps('remember', { type: 'checkbox' })} />
            <Anchor component={Link} to={paths.forgetPassword.to()} size="sm" onClick={onLeave}>
              {t('signIn.forgotPassword')}
            </Anchor>
          </Group>
          <Button type="submit" loading={request.isPending} fullWidth>
            {t('signIn.submit')}
          </Button>
          <Group gap={6} justify="center">
            <span>{t('signIn.noAccount')}</span>
            <Anchor component={Link} to={paths.registration.to(next)} onClick={onLeave}>
              {t('signIn.register')}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </>
  );
}
