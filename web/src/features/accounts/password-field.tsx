import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A password, to be shown and hidden by mouse and by keyboard; a complaint about it is announced as of any field. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordInput
      dir="ltr"
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('label.showPassword') }}
      aria-invalid={props.error ? true : undefined}
      {...props}
    />
  );
}
