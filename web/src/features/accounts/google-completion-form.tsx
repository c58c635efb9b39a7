import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { SocialCompletionBody } from '@vesalius/contract/accounts-bodies';
import type { Language } from '@vesalius/contract/constants';
import type { SignedIn } from '@vesalius/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceId } from '../../lib/device-id.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { accountsApi } from './api.ts';
import type { GoogleAnswer } from './google-request.ts';
import { NameFields, ProfessionAndCountry } from './person-fields.tsx';
import { TermsAndFailure } from './terms-and-failure.tsx';

/** Completes a new account after signing in with Google: the name from Google, profession, country and terms. */
export function GoogleCompletionForm({
  answer,
  onDone,
}: {
  answer: GoogleAnswer;
  onDone: (user: SignedIn) => void;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: {
      first_name: answer.firstName,
      second_name: answer.secondName,
      country_id: '',
      job_id: '',
      termsAgreement: false,
    },
    validate: errors.validate(SocialCompletionBody),
  });
  const request = useMutation({
    mutationFn: (values: typeof form.values) =>
      accountsApi.socialRegistration({
        body: {
          ...values,
          social_provider_type: 'google',
          id_token: answer.idToken,
          nonce: answer.nonce,
          email: answer.email,
          language: i18n.language as Language,
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          device_id: deviceId(),
          remember: answer.remember,
        },
      }),
    onMutate: () => setFailure(null),
    onSuccess: onDone,
    onError: async (error) => {
      const fields = errors.fromServer(error);
      if (fields) form.setErrors(fields);
      else setFailure(await errorText(error, i18n.language));
    },
  });
  const inputProps = (field: string) => form.getInputProps(field);
  return (
    <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
      <Stack gap="md">
        <NameFields inputProps={inputProps} />
        <ProfessionAndCountry isNew inputProps={inputProps} />
        <TermsAndFailure
          inputProps={form.getInputProps('termsAgreement', { type: 'checkbox' })}
          failure={failure}
        />
        <Button type="submit" loading={request.isPending}>
          {t('google.complete')}
        </Button>
      </Stack>
    </form>
  );
}
