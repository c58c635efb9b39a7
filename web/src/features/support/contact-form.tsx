import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { SupportMessageBody } from '@vesalius/contract/support';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { useSession, wasTakenOver } from '../../lib/session.ts';
import { readUnsent } from '../../lib/unsent.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { useSentId } from '../../lib/use-sent-id.ts';
import { useUnsent } from '../../lib/use-unsent.ts';
import { validateOnBlur } from '../../lib/validate-on-blur.ts';
import { DidYouMean } from '../../ui/did-you-mean.tsx';
import { notify, notifySuccess } from '../../ui/notify.ts';
import { supportApi } from './api.ts';

type Letter = { id?: string; email_subject: string; email_body: string };

/** Sends a message to the support team. The address of a signed-in user is filled in and read-only. */
export function ContactForm({ email }: { email: string | null }) {
  const { t } = useTranslation(['support', 'fields']);
  const errors = useFieldErrors();
  const outcomeText = useOutcomeText(undefined, { isOnce: true });
  const [failure, setFailure] = useState<string | null>(null);
  const userId = useSession()?.userId ?? null;
  const [writerId, setWriterId] = useState(userId);
  const [unsent] = useState(() => readUnsent<Letter>('contact'));
  const form = useForm({
    initialValues: {
      email_address: email ?? '',
      email_subject: unsent?.email_subject ?? '',
      email_body: unsent?.email_body ?? '',
    },
    validate: errors.validate(SupportMessageBody),
    enhanceGetInputProps: validateOnBlur(),
  });
  const { email_subject, email_body } = form.values;
  const isBegun = `${email_subject}${email_body}`.trim() !== '';
  const id = useSentId({ email_subject, email_body }, unsent?.id);
  useUnsent('contact', writerId !== null && email_body.trim() ? { id, email_subject, email_body } : null);
  const onWriterChange = useEffectEvent(() => {
    setWriterId(userId);
    // A visitor who signs in here keeps the text. A user who signed in in another tab must not see it.
    if (wasTakenOver()) {
      if (isBegun) notify('info', t('cleared'), { stays: true });
      form.setValues({ email_address: email ?? '', email_subject: '', email_body: '' });
    } else if (!isBegun) form.setValues(readUnsent<Letter>('contact') ?? {});
  });
  useEffect(() => {
    if (userId !== writerId) onWriterChange();
  }, [userId, writerId]);
  // The address arrives after the page.
  const onAddress = useEffectEvent((address: string) => form.setFieldValue('email_address', address));
  useEffect(() => {
    if (email !== null) onAddress(email);
  }, [email]);
  // The second of two quick clicks finds the button still enabled.
  const isSending = useRef(false);
  const request = useMutation({
    mutationFn: (body: typeof form.values) => supportApi.createSupportMessage({ body: { ...body, id } }),
    onMutate: () => setFailure(null),
    onSuccess: () => {
      notifySuccess(t('sent'));
      form.setValues({ email_subject: '', email_body: '' });
    },
    onError: async (error) => {
      const fields = errors.fromServer(error);
      if (fields) form.setErrors(fields);
      else setFailure(await outcomeText(error));
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  const send = (values: typeof form.values) => {
    if (isSending.current) return;
    isSending.current = true;
    request.mutate(values);
  };
  return (
    <form onSubmit={form.onSubmit(send, focusFirstError)} noValidate>
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
        {email === null && (
          <DidYouMean
            email={form.values.email_address}
            onAccept={(address) => form.setFieldValue('email_address', address)}
          />
        )}
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
