import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/**
 * A password field. Its text can be shown and hidden by mouse and by keyboard; its errors are announced like those of
 * any field.
 */
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
