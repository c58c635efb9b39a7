import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The second factor after the password or Google: a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({
  pending,
  problem,
  onCode,
  onBack,
}: {
  pending: boolean;
  /** Why the last code was refused. */
  problem: string | null;
  onCode: (code: string) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation(['accounts', 'fields']);
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(code.trim() === '');
    if (code.trim() !== '') onCode(code);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t('twoSteps.askCode')}</Text>
        <CodeField
          autoFocus
          value={code}
          onChange={setCode}
          error={isEmpty ? t('text.codeRequired', { ns: 'fields' }) : problem}
        />
        <Button type="submit" loading={pending} fullWidth>
          {t('signIn.submit')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('twoSteps.lost')}
        </Text>
        <Button variant="subtle" onClick={onBack}>
          {t('twoSteps.back')}
        </Button>
      </Stack>
    </form>
  );
}

/**
 * Browsers fill in the code of an authenticator here. Recovery codes have letters, so no numeric keyboard is forced.
 */
export function CodeField({
  value,
  onChange,
  error,
  autoFocus = false,
}: {
  value: string;
  onChange: (code: string) => void;
  error: string | null;
  autoFocus?: boolean;
}) {
  const { t } = useTranslation('accounts');
  return (
    <TextInput
      label={t('twoSteps.code')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={40}
      ref={autoFocus ? (field) => field?.focus() : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
