import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { RegisterBody } from '@vesalius/contract/accounts';
import type { Language } from '@vesalius/contract/constants';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceId } from '../../lib/device-id.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { paths } from '../../lib/paths.ts';
import { accountsApi } from './api.ts';
import {
  clearBegunRegistration,
  leaveBegunRegistration,
  readBegunRegistration,
  storeBegunRegistration,
} from './begun-registration.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { NameFields, OptionalFields, ProfessionAndCountry } from './person-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { RememberField } from './remember-field.tsx';
import { TermsAndFailure } from './terms-and-failure.tsx';
import { useSignedIn } from './use-signed-in.ts';

const EMPTY = {
  email: '',
  password: '',
  first_name: '',
  second_name: '',
  phone: '',
  institution: '',
  city: '',
  country_id: '',
  job_id: '',
  image: null as string | null,
  termsAgreement: false,
  remember: true,
};

/** Creates an account. Then the user is signed in and receives a verification mail. */
export function RegisterForm({
  next,
  before,
  onRegistered,
}: {
  next: string | undefined;
  /** Another way to register. */
  before?: (remember: boolean) => ReactNode;
  onRegistered: () => void;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const signedIn = useSignedIn();
  const [failure, setFailure] = useState<string | null>(null);
  const [initialValues] = useState((): typeof EMPTY => ({ ...EMPTY, ...readBegunRegistration() }));
  const form = useForm({
    initialValues,
    validate: errors.validate(RegisterBody),
    validateInputOnBlur: true,
    onValuesChange: ({ password: _password, ...values }) => storeBegunRegistration(values),
  });
  useEffect(() => {
    window.addEventListener('pagehide', leaveBegunRegistration);
    return () => {
      window.removeEventListener('pagehide', leaveBegunRegistration);
      leaveBegunRegistration();
    };
  }, []);
  const request = useMutation({
    mutationFn: (values: typeof form.values) =>
      accountsApi.register({
        body: {
          ...values,
          termsAgreement: true,
          language: i18n.language as Language,
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          device_id: deviceId(),
        },
      }),
    onMutate: () => setFailure(null),
    onSuccess: (user, { remember }) => {
      clearBegunRegistration();
      signedIn(user, remember, t('register.created'));
      onRegistered();
    },
    onError: async (error) => {
      const fields = errors.fromServer(error);
      if (fields) form.setErrors(fields);
      else setFailure(await errorText(error, i18n.language));
    },
  });
  const inputProps = (field: string) => form.getInputProps(field);
  return (
    <>
      {before?.(form.values.remember)}
      <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
        <Stack gap="md">
          <NameFields inputProps={inputProps} />
          <TextInput
            label={t('label.email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            {...inputProps('email')}
          />
          <NewPasswordField
            label={t('label.password')}
            {...inputProps('password')}
            value={form.values.password}
          />
          <ProfessionAndCountry inputProps={inputProps} />
          <OptionalFields inputProps={inputProps} />
          <PictureField value={form.values.image} onChange={(link) => form.setFieldValue('image', link)} />
          <RememberField inputProps={form.getInputProps('remember', { type: 'checkbox' })} />
          <TermsAndFailure
            inputProps={form.getInputProps('termsAgreement', { type: 'checkbox' })}
            failure={failure}
          />
          <Button type="submit" loading={request.isPending}>
            {t('register.submit')}
          </Button>
          <Group gap={6} justify="center">
            <span>{t('register.haveAccount')}</span>
            <Anchor component={Link} to={paths.signIn.to(next)}>
              {t('signIn.submit')}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </>
  );
}
