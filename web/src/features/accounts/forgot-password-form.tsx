import { Alert, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ForgotPasswordBody } from '@vesalius/contract/accounts-bodies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { accountsApi } from './api.ts';
import { DemoMails } from './demo-mails.tsx';
import { EmailField } from './email-field.tsx';

/** Requests a reset link. The response is the same for every address. */
export function ForgotPasswordForm() {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ initialValues: { email: '' }, validate: errors.validate(ForgotPasswordBody) });
  const request = useMutation({
    mutationFn: (body: { email: string }) => accountsApi.forgotPassword({ body }),
    onMutate: () => setFailure(null),
    onError: async (error) => {
      const text = await errorText(error, i18n.language);
      // The same for every address, so it does not reveal whether a link was sent.
      const isTooSoon = error instanceof CallError && error.code === 'too_many_requests';
      setFailure(isTooSoon ? `${t('forgot.tooSoon')} ${text}` : text);
    },
  });
  if (request.isSuccess)
    return (
      <Stack gap="sm" role="status">
        <Text>{t('forgot.sent')}</Text>
        <Text c="dimmed">{t('forgot.sentHint')}</Text>
        <DemoMails />
        <Button variant="default" onClick={() => request.reset()} style={{ alignSelf: 'flex-start' }}>
          {t('forgot.again')}
        </Button>
      </Stack>
    );
  return (
    <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
      <Stack gap="md">
        <EmailField inputProps={form.getInputProps('email')} />
        {failure && (
          <Alert color="oxblood" variant="light" role="alert" p="sm">
            {failure}
          </Alert>
        )}
        <Button type="submit" loading={request.isPending}>
          {t('forgot.submit')}
        </Button>
      </Stack>
    </form>
  );
}
