import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { RegisterBody } from '@vesalius/contract/accounts-bodies';
import type { Language } from '@vesalius/contract/constants';
import type { SignedIn } from '@vesalius/contract/users';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError, LostAnswer } from '../../lib/api-client.ts';
import { deviceId } from '../../lib/device-id.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { paths } from '../../lib/paths.ts';
import { leaveEntryToNavigation, useBackCloses } from '../../lib/use-back-closes.ts';
import { validateOnBlur } from '../../lib/validate-on-blur.ts';
import { DidYouMean } from '../../ui/did-you-mean.tsx';
import { accountsApi } from './api.ts';
import {
  clearBegunRegistration,
  leaveBegunRegistration,
  readBegunRegistration,
  storeBegunRegistration,
} from './begun-registration.ts';
import { EmailField } from './email-field.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { NameFields, ProfessionAndCountry } from './person-fields.tsx';
import { RememberField } from './remember-field.tsx';
import { TermsAndFailure } from './terms-and-failure.tsx';
import { trySignIn } from './try-sign-in.ts';
import { useSignedIn } from './use-signed-in.ts';
import { mailedPage } from './wanted-page.ts';

const EMPTY = {
  email: '',
  password: '',
  first_name: '',
  second_name: '',
  country_id: '',
  job_id: '',
  termsAgreement: false,
  remember: true,
};

/** The fields of the first step; all others belong to the second one. */
const ACCOUNT_FIELDS = ['email', 'password'] as const;

/**
 * Creates an account in two steps: email and password, then what the specification requires of the person. Everything
 * else is asked on the profile. Then the user is signed in and receives a verification mail.
 */
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
  const [step, setStep] = useState<'account' | 'person'>('account');
  const [initialValues] = useState((): typeof EMPTY => ({ ...EMPTY, ...readBegunRegistration() }));
  const form = useForm({
    initialValues,
    validate: errors.validate(RegisterBody),
    enhanceGetInputProps: validateOnBlur(),
    onValuesChange: ({ password: _password, ...values }) => storeBegunRegistration(values),
  });
  useEffect(() => {
    window.addEventListener('pagehide', leaveBegunRegistration);
    return () => {
      window.removeEventListener('pagehide', leaveBegunRegistration);
      leaveBegunRegistration();
    };
  }, []);
  /** The account of a try whose answer was lost: the address is taken by it, probably. */
  const lost = useRef<{ email: string; password: string }>(undefined);
  const [takenEmail, setTakenEmail] = useState<string>();
  const request = useMutation({
    mutationFn: (values: typeof form.values) =>
      accountsApi.register({
        body: {
          ...values,
          termsAgreement: true,
          next: mailedPage(next),
          language: i18n.language as Language,
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          device_id: deviceId(),
        },
      }),
    onMutate: () => setFailure(null),
    onSuccess: (user, { remember }) => enter(user, remember),
    onError: async (error, { email, password, remember }) => {
      if (error instanceof LostAnswer) lost.current = { email, password };
      const isTaken = error instanceof CallError && error.code === 'email_taken';
      if (isTaken && lost.current?.email === email && lost.current.password === password) {
        // As if its user signed in: with the same limits, and without a second step.
        const { user } = await trySignIn({ email, new_password: password, remember });
        if (user) return enter(user, remember);
      }
      if (isTaken) setTakenEmail(email);
      const fields = errors.fromServer(error);
      if (!fields) return setFailure(await errorText(error, i18n.language));
      form.setErrors(fields);
      if (ACCOUNT_FIELDS.some((field) => fields[field])) setStep('account');
    },
  });
  const enter = (user: SignedIn, remember: boolean) => {
    clearBegunRegistration();
    leaveEntryToNavigation();
    signedIn(user, remember, t('register.created'));
    onRegistered();
  };
  const inputProps = (field: string) => form.getInputProps(field);
  const goOn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isRefused = ACCOUNT_FIELDS.map((field) => form.validateField(field).hasError).includes(true);
    if (isRefused) focusFirstError(null, null, event);
    else setStep('person');
  };
  const fields = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step
  useEffect(() => fields.current?.querySelector('input')?.focus(), [step]);
  useBackCloses(step === 'person', () => setStep('account'));
  const signInState = { email: form.values.email };
  if (step === 'account')
    return (
      <>
        {before?.(form.values.remember)}
        <form onSubmit={goOn} noValidate>
          <Stack gap="md" ref={fields}>
            <EmailField inputProps={inputProps('email')} />
            {takenEmail === form.values.email && (
              <Anchor component={Link} to={paths.signIn.to(next)} state={signInState} underline="always">
                {t('register.signInWith')}
              </Anchor>
            )}
            <DidYouMean email={form.values.email} onAccept={(email) => form.setFieldValue('email', email)} />
            <NewPasswordField
              label={t('label.password')}
              {...inputProps('password')}
              value={form.values.password}
            />
            <RememberField inputProps={form.getInputProps('remember', { type: 'checkbox' })} />
            <Button type="submit">{t('register.goOn')}</Button>
            <Group gap={6} justify="center">
              <span>{t('register.haveAccount')}</span>
              <Anchor component={Link} to={paths.signIn.to(next)} state={signInState}>
                {t('signIn.submit')}
              </Anchor>
            </Group>
          </Stack>
        </form>
      </>
    );
  return (
    <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
      <Stack gap="md" ref={fields}>
        <Text size="sm" c="dimmed">
          {t('register.as', { email: form.values.email })}{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => setStep('account')}
          >
            {t('register.change')}
          </Anchor>
        </Text>
        <NameFields inputProps={inputProps} />
        <ProfessionAndCountry isNew inputProps={inputProps} />
        <TermsAndFailure
          inputProps={form.getInputProps('termsAgreement', { type: 'checkbox' })}
          failure={failure}
        />
        <Button type="submit" loading={request.isPending}>
          {t('register.submit')}
        </Button>
      </Stack>
    </form>
  );
}
