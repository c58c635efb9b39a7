import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The email address of an account, written from left to right in every language. */
export function EmailField({
  inputProps,
  isGiven = false,
  ...rest
}: {
  inputProps: TextInputProps;
  /** The link decides the address, so the field is read-only. */
  isGiven?: boolean;
  /** The dialog focuses this field when it opens. */
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
