import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { SupportMessageBody } from '@vesalius/contract/support';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { readUnsent } from '../../lib/unsent.ts';
import { useUnsent } from '../../lib/use-unsent.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { supportApi } from './api.ts';

/** Writes to the people behind the product. A signed-in person's address stands there already, and stays. */
export function ContactForm({ email }: { email: string | null }) {
  // The address arrives after the page: with it the form begins anew.
  return <Letter key={email ?? ''} email={email} />;
}

function Letter({ email }: { email: string | null }) {
  const { t, i18n } = useTranslation(['support', 'fields']);
  const errors = useFieldErrors();
  const [failure, setFailure] = useState<string | null>(null);
  const [unsent] = useState(() =>
    email === null ? null : readUnsent<{ email_subject: string; email_body: string }>('contact'),
  );
  const form = useForm({
    initialValues: { email_address: email ?? '', email_subject: '', email_body: '', ...unsent },
    validate: errors.validate(SupportMessageBody),
    validateInputOnBlur: true,
  });
  const { email_subject, email_body } = form.values;
  useUnsent('contact', email !== null && email_body.trim() ? { email_subject, email_body } : null);
  const request = useMutation({
    mutationFn: (body: typeof form.values) => supportApi.createSupportMessage({ body }),
    onMutate: () => setFailure(null),
    onSuccess: () => {
      notifySuccess(t('sent'));
      form.setValues({ email_subject: '', email_body: '' });
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
        <TextInput
          label={t('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          readOnly={email !== null}
          {...form.getInputProps('email_address')}
        />
        <TextInput label={t('subject')} {...form.getInputProps('email_subject')} />
        <Textarea
          label={t('message')}
          autosize
          minRows={5}
          maxRows={14}
          {...form.getInputProps('email_body')}
        />
        {request.isSuccess && (
          <Text role="status" c="dimmed" size="sm">
            {t('sentHint')}
          </Text>
        )}
        {failure && (
          <Alert color="oxblood" variant="light" role="alert" p="sm">
            {failure}
          </Alert>
        )}
        <Button type="submit" loading={request.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('send')}
        </Button>
      </Stack>
    </form>
  );
}
