import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from './password-field.tsx';

/** Asks for the password before a sensitive action. The dialog focuses this field when it opens. */
export function PasswordAgainField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
}) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordField
      label={t('label.password')}
      description={t('confirm.why')}
      autoComplete="current-password"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  );
}
