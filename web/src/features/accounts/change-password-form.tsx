import { Alert, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ChangePasswordBody } from '@vesalius/contract/accounts-bodies';
import type { Role } from '@vesalius/contract/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { accountsApi } from './api.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PasswordField } from './password-field.tsx';

interface Body {
  old_password: string;
  password: string;
}
/** Each role has its own path. */
function changePassword(role: Role, userId: string, body: Body) {
  const params = { userId };
  if (role === 'author') return accountsApi.changeAuthorPassword({ params, body });
  if (role === 'editor') return accountsApi.changeEditorPassword({ params, body });
  if (role === 'program_director') return accountsApi.changeDirectorPassword({ params, body });
  return accountsApi.updatePassword({ body });
}

export function ChangePasswordForm({
  role,
  userId,
  onDone,
}: {
  role: Role;
  userId: string;
  onDone: () => void;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { old_password: '', password: '' },
    validate: errors.validate(ChangePasswordBody),
  });
  const request = useMutation({
    mutationFn: (body: Body) => changePassword(role, userId, body),
    onMutate: () => setFailure(null),
    onSuccess: () => {
      notifySuccess(t('changePassword.done'));
      form.reset();
      onDone();
    },
    onError: async (error) => {
      const fields = errors.fromServer(error);
      if (fields) form.setErrors(fields);
      else setFailure(await errorText(error, i18n.language));
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
      <Stack gap="md">
        <PasswordField
          label={t('label.oldPassword')}
          autoComplete="current-password"
          {...form.getInputProps('old_password')}
        />
        <NewPasswordField
          label={t('label.newPassword')}
          {...form.getInputProps('password')}
          value={form.values.password}
        />
        {failure && (
          <Alert color="oxblood" variant="light" role="alert" p="sm">
            {failure}
          </Alert>
        )}
        <Button type="submit" loading={request.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('changePassword.submit')}
        </Button>
      </Stack>
    </form>
  );
}
