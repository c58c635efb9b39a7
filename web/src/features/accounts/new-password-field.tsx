import type { PasswordInputProps } from '@mantine/core';
import { PASSWORD_MIN_LENGTH } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import classes from './accounts.module.css';
import { PasswordField } from './password-field.tsx';

const RULES = [
  ['length', (value: string) => [...value].length >= PASSWORD_MIN_LENGTH],
  ['upper', (value: string) => /\p{Lu}/u.test(value)],
  ['lower', (value: string) => /\p{Ll}/u.test(value)],
  ['digit', (value: string) => /\p{Nd}/u.test(value)],
] as const;

/** A field for a new password. The rules below it are its description and are checked while the user types. */
export function NewPasswordField({ value, ...props }: PasswordInputProps & { value: string }) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordField
      autoComplete="new-password"
      value={value}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        <span className={classes.strength}>
          {RULES.map(([name, isMet]) => (
            <span key={name} data-met={isMet(value) || undefined}>
              {t(`passwordRule.${name}`)}
            </span>
          ))}
        </span>
      }
      {...props}
    />
  );
}

/** The repetition of a new password. */
export function RepeatedPassword({
  label,
  repeatLabel,
  value,
  inputProps,
}: {
  label: string;
  repeatLabel: string;
  value: string;
  inputProps: (field: 'new_password' | 'confirm_password') => PasswordInputProps;
}) {
  return (
    <>
      <NewPasswordField label={label} {...inputProps('new_password')} value={value} />
      <PasswordField label={repeatLabel} autoComplete="new-password" {...inputProps('confirm_password')} />
    </>
  );
}
