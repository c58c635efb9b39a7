import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ResetPasswordBody } from '@vesalius/contract/accounts';
import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { deviceId } from '../../lib/device-id.ts';
import { errorText } from '../../lib/error-text.ts';
import { complaintsOf, useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { paths } from '../../lib/paths.ts';
import { accountsApi } from './api.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';

const Fields = ResetPasswordBody.pick({ email: true, new_password: true });

/** The new password, twice. Strength is judged first, then whether both are the same. */
export function complaintsAboutReset(values: {
  email: string;
  new_password: string;
  confirm_password: string;
}) {
  const complaints = complaintsOf(Fields, values);
  if (values.confirm_password === '') complaints.confirm_password = FIELD_MESSAGES.repeatPasswordRequired;
  else if (values.confirm_password !== values.new_password)
    complaints.confirm_password = FIELD_MESSAGES.passwordNotMatch;
  return complaints;
}

export function ResetPasswordForm({
  token,
  email,
  isInvitation = false,
  onDone,
}: {
  token: string;
  email: string;
  /** The first password of an account, which is opened with it. */
  isInvitation?: boolean;
  onDone: (given: { email: string; password: string; isWithdrawn: boolean }) => unknown;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const [failure, setFailure] = useState<{ text: string; askAgain: boolean } | null>(null);
  const form = useForm({
    initialValues: { email, new_password: '', confirm_password: '' },
    validate: (values) => errors.translate(complaintsAboutReset(values)),
  });
  const request = useMutation({
    mutationFn: (values: typeof form.values) =>
      accountsApi.resetPassword({
        body: {
          email: values.email,
          new_password: values.new_password,
          reset_password_token: token,
          device_id: deviceId(),
        },
      }),
    onMutate: () => setFailure(null),
    onSuccess: ({ invitation_withdrawn: isWithdrawn }, { email, new_password: password }) =>
      onDone({ email, password, isWithdrawn }),
    onError: async (error) => {
      const fields = errors.fromServer(error);
      if (fields) return form.setErrors(fields);
      const askAgain = error instanceof CallError && error.code === 'reset_token_invalid';
      setFailure({ text: await errorText(error, i18n.language), askAgain });
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('label.email')}
          type="email"
          autoComplete="username"
          dir="ltr"
          readOnly={email !== ''}
          {...form.getInputProps('email')}
        />
        <NewPasswordField
          label={t(isInvitation ? 'label.password' : 'label.newPassword')}
          {...form.getInputProps('new_password')}
          value={form.values.new_password}
        />
        <PasswordField
          label={t(isInvitation ? 'label.repeatPassword' : 'label.confirmPassword')}
          autoComplete="new-password"
          {...form.getInputProps('confirm_password')}
        />
        {failure && (
          <Alert color="oxblood" variant="light" role="alert" p="sm">
            {failure.text}{' '}
            {failure.askAgain && (
              <Anchor component={Link} to={paths.forgetPassword.to()} inherit>
                {t('reset.askAgain')}
              </Anchor>
            )}
          </Alert>
        )}
        <Button type="submit" loading={request.isPending}>
          {t(isInvitation ? 'invitation.submit' : 'reset.submit')}
        </Button>
      </Stack>
    </form>
  );
}
