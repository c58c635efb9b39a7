import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The address that an account is known by, from left to right in every language. */
export function EmailField({
  inputProps,
  isGiven = false,
  ...rest
}: {
  inputProps: TextInputProps;
  /** By the link that was opened: it belongs to that account alone. */
  isGiven?: boolean;
  /** A dialog opens in it. */
  'data-autofocus'?: boolean;
}) {
  const { t } = useTranslation('accounts');
  return (
    <TextInput
      label={t('label.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      dir="ltr"
      readOnly={isGiven}
      {...rest}
      {...inputProps}
    />
  );
}
