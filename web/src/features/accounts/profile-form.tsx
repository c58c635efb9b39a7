import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UpdateProfileBody } from '@vesalius/contract/accounts-bodies';
import type { User } from '@vesalius/contract/users';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { keyOf } from '../../lib/query-keys.ts';
import { getSession, updateSession } from '../../lib/session.ts';
import { keepUnsent, readUnsent } from '../../lib/unsent.ts';
import { useUnsent } from '../../lib/use-unsent.ts';
import { validateOnBlur } from '../../lib/validate-on-blur.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifySuccess } from '../../ui/notify.ts';
import classes from './accounts.module.css';
import { accountsApi, sessionOf } from './api.ts';
import { LanguageField } from './language-field.tsx';
import { NameFields, OptionalFields, ProfessionAndCountry } from './person-fields.tsx';
import { PictureField } from './picture-field.tsx';
import { useCountryName } from './use-country-name.ts';

const FORM = 'profile';

/** The profile: read-only until "edit" is pressed, then a form. */
export function Profile({ user }: { user: User }) {
  const { t } = useTranslation('accounts');
  const [editing, setEditing] = useState(() => readUnsent(FORM) !== null);
  if (editing) return <ProfileForm user={user} onClose={() => setEditing(false)} />;
  return (
    <>
      <ProfileFacts user={user} />
      <Button mt="lg" onClick={() => setEditing(true)}>
        {t('profile.edit')}
      </Button>
    </>
  );
}

function ProfileFacts({ user }: { user: User }) {
  const { t, i18n } = useTranslation('accounts');
  const { t: shell } = useTranslation('shell');
  const country = useCountryName(user.country_id);
  const job = i18n.language === 'ar' ? user.job?.job_type_ar : user.job?.job_type;
  const facts: [string, string | null | undefined][] = [
    [t('label.firstName'), user.first_name],
    [t('label.secondName'), user.second_name],
    [t('label.email'), user.email],
    [t('label.job'), job],
    [t('label.country'), country],
    [t('label.city'), user.city],
    [t('label.institution'), user.institution],
    [t('label.phone'), user.phone],
    [t('label.letterLanguage'), shell(`language.${user.language}`)],
    [t('label.timeZone'), user.time_zone.replaceAll('_', ' ')],
  ];
  return (
    <>
      {user.image && (
        <div className={classes.picture}>
          <img src={user.image} alt={t('label.picture')} width={88} height={88} />
        </div>
      )}
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value || '–'}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const valuesOf = (user: User) => ({
  first_name: user.first_name,
  second_name: user.second_name,
  phone: user.phone ?? '',
  institution: user.institution ?? '',
  country_id: user.country_id ?? '',
  city: user.city ?? '',
  job_id: user.job?.id ?? '',
  image: user.image,
  language: user.language,
  wants_digest: user.wants_digest,
  wants_weekly: user.wants_weekly,
  wants_work_comments: user.wants_work_comments,
});

/** Only they see works. */
const MAKERS: readonly string[] = ['author', 'editor', 'staff'];

function ProfileForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const [opened] = useState(() => valuesOf(user));
  // The language switch of the page changes this one while the form is open.
  const stored = { ...opened, language: user.language };
  const form = useForm({
    initialValues: { ...stored, ...readUnsent<Partial<typeof stored>>(FORM) },
    validate: errors.validate(UpdateProfileBody),
    enhanceGetInputProps: validateOnBlur(),
  });
  const shownLanguage = useRef(user.language);
  const { setFieldValue } = form;
  useEffect(() => {
    if (shownLanguage.current === user.language) return;
    shownLanguage.current = user.language;
    setFieldValue('language', user.language);
  }, [user.language, setFieldValue]);
  // Sends only changed fields: another tab may have changed the others.
  const changed = Object.fromEntries(
    Object.entries(form.values).filter(([field, value]) => value !== stored[field as keyof typeof stored]),
  );
  const isChanged = Object.keys(changed).length > 0;
  useUnsent(FORM, isChanged ? changed : null);
  const [isAsking, setAsking] = useState(false);
  const discard = () => {
    keepUnsent(FORM, null);
    onClose();
  };
  const request = useMutation({
    mutationFn: () =>
      accountsApi.updateProfile({
        body: { ...changed, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      }),
    onMutate: () => setFailure(null),
    onSuccess: (updated) => {
      queryClient.setQueryData(keyOf('accounts', 'user'), updated);
      const session = getSession();
      if (session) updateSession(sessionOf(updated, session.token));
      notifySuccess(t('profile.updated'));
      discard();
    },
    onError: async (error) => {
      const fields = errors.fromServer(error);
      if (fields) form.setErrors(fields);
      else setFailure(await errorText(error, i18n.language));
    },
  });
  const inputProps = (field: string) => form.getInputProps(field);
  return (
    <form onSubmit={form.onSubmit(() => request.mutate(), focusFirstError)} noValidate>
      <Stack gap="md" maw={640} mt="lg">
        <PictureField value={form.values.image} onChange={(link) => form.setFieldValue('image', link)} />
        <NameFields inputProps={inputProps} />
        <ProfessionAndCountry inputProps={inputProps} />
        <OptionalFields inputProps={inputProps} />
        <LanguageField inputProps={inputProps('language')} />
        <Checkbox label={t('profile.digest')} {...form.getInputProps('wants_digest', { type: 'checkbox' })} />
        {user.role_name === 'customer' && (
          <Checkbox
            label={t('profile.weekly')}
            {...form.getInputProps('wants_weekly', { type: 'checkbox' })}
          />
        )}
        {MAKERS.includes(user.role_name) && (
          <Checkbox
            label={t('profile.workComments')}
            {...form.getInputProps('wants_work_comments', { type: 'checkbox' })}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('profile.certificateHint')}
        </Text>
        {failure && (
          <Alert color="oxblood" variant="light" role="alert" p="sm">
            {failure}
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" loading={request.isPending}>
            {t('profile.save')}
          </Button>
          <Button variant="default" onClick={isChanged ? () => setAsking(true) : discard}>
            {t('label.cancel')}
          </Button>
        </Group>
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title={t('profile.discardTitle')}
          confirm={t('profile.discard')}
          keep={t('profile.keepEditing')}
          isPending={false}
          onConfirm={discard}
          onClose={() => setAsking(false)}
        >
          {t('profile.discardText')}
        </ConfirmDialog>
      )}
    </form>
  );
}
