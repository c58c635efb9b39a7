import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ProfileStepBody } from '@vesalius/contract/accounts-bodies';
import type { Language } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { ProfessionAndCountry } from './person-fields.tsx';
import { TermsAndFailure } from './terms-and-failure.tsx';

export interface OwnProfile {
  readonly job_id: string;
  readonly country_id: string;
  readonly termsAgreement: true;
  readonly language: Language;
  readonly time_zone: string;
}

/** The step after the password for an account that staff or a director created: asks the owner for the missing data. */
export function ProfileStep({
  pending,
  problem,
  onProfile,
  onBack,
}: {
  pending: boolean;
  /** The error of the last attempt. */
  problem: string | null;
  onProfile: (profile: OwnProfile) => void;
  onBack: () => void;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const form = useForm({
    initialValues: { job_id: '', country_id: '', termsAgreement: false },
    validate: errors.validate(ProfileStepBody),
  });
  const submit = (values: typeof form.values) =>
    onProfile({
      ...values,
      termsAgreement: true,
      language: i18n.language as Language,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  return (
    <form onSubmit={form.onSubmit(submit, focusFirstError)} noValidate>
      <Stack gap="md">
        <Text>{t('signIn.profile')}</Text>
        <ProfessionAndCountry isNew inputProps={(field) => form.getInputProps(field)} />
        <TermsAndFailure
          inputProps={form.getInputProps('termsAgreement', { type: 'checkbox' })}
          failure={problem}
        />
        <Button type="submit" loading={pending} fullWidth>
          {t('invitation.submit')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t('twoSteps.back')}
        </Button>
      </Stack>
    </form>
  );
}
