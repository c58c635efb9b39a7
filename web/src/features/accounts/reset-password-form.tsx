import { Alert, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ResetPasswordBody } from '@vesalius/contract/accounts-bodies';
import { FIELD_MESSAGES } from '@vesalius/contract/accounts-messages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { deviceId } from '../../lib/device-id.ts';
import { endOnServer } from '../../lib/ended-tokens.ts';
import { errorText } from '../../lib/error-text.ts';
import { complaintsOf, useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { accountsApi } from './api.ts';
import { EmailField } from './email-field.tsx';
import { ResetOver } from './link-over.tsx';
import { RepeatedPassword } from './new-password-field.tsx';
import { trySignIn } from './try-sign-in.ts';

const Fields = ResetPasswordBody.pick({ email: true, new_password: true });

interface Repetition {
  readonly new_password: string;
  readonly confirm_password: string;
}

/** The repetition must equal the new password. */
export function complaintsAboutRepetition(values: Repetition): Record<string, string> {
  if (values.confirm_password === '') return { confirm_password: FIELD_MESSAGES.repeatPasswordRequired };
  const isSame = values.confirm_password === values.new_password;
  return isSame ? {} : { confirm_password: FIELD_MESSAGES.passwordNotMatch };
}

/** Checks the strength first, then the repetition. */
export const complaintsAboutReset = (values: Repetition & { email: string }) => ({
  ...complaintsOf(Fields, values),
  ...complaintsAboutRepetition(values),
});

export function ResetPasswordForm({
  token,
  email,
  onDone,
}: {
  token: string;
  email: string;
  onDone: () => unknown;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const [failure, setFailure] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
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
    onSuccess: () => onDone(),
    onError: async (error, values) => {
      const fields = errors.fromServer(error);
      if (fields) return form.setErrors(fields);
      if (error instanceof CallError && error.code === 'reset_token_invalid') {
        // The response to the same request was lost, and the new password is already set.
        const { user, isRight } = await trySignIn({ ...values, remember: false });
        if (user) await endOnServer(user.auth_token);
        if (isRight) return onDone();
        return setOver(true);
      }
      setFailure(await errorText(error, i18n.language));
    },
  });
  if (isOver) return <ResetOver />;
  return (
    <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
      <Stack gap="md">
        <EmailField inputProps={form.getInputProps('email')} isGiven={email !== ''} />
        <RepeatedPassword
          label={t('label.newPassword')}
          repeatLabel={t('label.confirmPassword')}
          value={form.values.new_password}
          inputProps={(field) => form.getInputProps(field)}
        />
        {failure && (
          <Alert color="oxblood" variant="light" role="alert" p="sm">
            {failure}
          </Alert>
        )}
        <Button type="submit" loading={request.isPending}>
          {t('reset.submit')}
        </Button>
      </Stack>
    </form>
  );
}
