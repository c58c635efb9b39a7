import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { InvitationBody } from '@vesalius/contract/accounts-bodies';
import type { Language } from '@vesalius/contract/constants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { deviceId } from '../../lib/device-id.ts';
import { errorText } from '../../lib/error-text.ts';
import { complaintsOf, useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { paths } from '../../lib/paths.ts';
import { notifySuccess } from '../../ui/notify.ts';
import { accountsApi } from './api.ts';
import { EmailField } from './email-field.tsx';
import { End, InvitationOver } from './link-over.tsx';
import { RepeatedPassword } from './new-password-field.tsx';
import { ProfessionAndCountry } from './person-fields.tsx';
import { RememberField } from './remember-field.tsx';
import { complaintsAboutRepetition } from './reset-password-form.tsx';
import { TermsAndFailure } from './terms-and-failure.tsx';
import { trySignIn } from './try-sign-in.ts';
import { useSignedIn } from './use-signed-in.ts';

/**
 * Sets the first password of an invited person and asks for the data that a registration asks for. Says so if the
 * invitation was withdrawn meanwhile.
 */
export function InvitationForm({
  token,
  email,
  knowsItIsWithdrawn,
}: {
  token: string;
  email: string;
  /** The page says so already, and the form is a registration. */
  knowsItIsWithdrawn: boolean;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isUsed, setIsUsed] = useState(false);
  const form = useForm({
    initialValues: {
      email,
      new_password: '',
      confirm_password: '',
      job_id: '',
      country_id: '',
      remember: true,
      termsAgreement: false,
    },
    validate: (values) =>
      errors.translate({ ...complaintsOf(InvitationBody, values), ...complaintsAboutRepetition(values) }),
  });
  const goOn = async (isIn: boolean) => {
    await navigate(isIn ? paths.home.to() : paths.signIn.to(), { replace: true });
  };
  const request = useMutation({
    mutationFn: ({ confirm_password: _, remember: __, ...values }: typeof form.values) =>
      accountsApi.resetPassword({
        body: {
          ...values,
          termsAgreement: true,
          reset_password_token: token,
          device_id: deviceId(),
          language: i18n.language as Language,
          time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    onMutate: () => setFailure(null),
    onSuccess: async (answer, values) => {
      // The password is set, even if signing in needs a second factor or fails now.
      const { user } = await trySignIn(values);
      if (user) signedIn(user, values.remember, t('invitation.done'));
      else notifySuccess(t('invitation.signInNow'));
      if (answer.invitation_withdrawn && !knowsItIsWithdrawn) return setIsWithdrawn(true);
      await goOn(user !== null);
    },
    onError: async (error, values) => {
      // The response to the same request was lost. If the password signs in, this user set it.
      if (error instanceof CallError && error.code === 'reset_token_invalid') {
        const { user, isRight } = await trySignIn(values);
        if (!isRight) return setIsUsed(true);
        if (user) signedIn(user, values.remember, t('invitation.done'));
        else notifySuccess(t('invitation.signInNow'));
        return goOn(user !== null);
      }
      const fields = errors.fromServer(error);
      if (fields) form.setErrors(fields);
      else setFailure(await errorText(error, i18n.language));
    },
  });
  const inputProps = (field: string) => form.getInputProps(field);
  if (isWithdrawn)
    return (
      <End text={t('invitation.withdrawn')}>
        <Button component={Link} to={paths.home.to()} replace>
          {t('verification.goOn')}
        </Button>
      </End>
    );
  if (isUsed) return <InvitationOver />;
  return (
    <form onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)} noValidate>
      <Stack gap="md">
        <EmailField inputProps={inputProps('email')} isGiven={email !== ''} />
        <RepeatedPassword
          label={t('label.password')}
          repeatLabel={t('label.repeatPassword')}
          value={form.values.new_password}
          inputProps={inputProps}
        />
        <ProfessionAndCountry isNew inputProps={inputProps} />
        <RememberField inputProps={form.getInputProps('remember', { type: 'checkbox' })} />
        <TermsAndFailure
          inputProps={form.getInputProps('termsAgreement', { type: 'checkbox' })}
          failure={failure}
        />
        <Button type="submit" loading={request.isPending}>
          {t('invitation.submit')}
        </Button>
      </Stack>
    </form>
  );
}
