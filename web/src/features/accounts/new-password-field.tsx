import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { PASSWORD_MIN_LENGTH } from '@vesalius/contract/constants';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './accounts.module.css';

const RULES = [
  ['length', (value: string) => [...value].length >= PASSWORD_MIN_LENGTH],
  ['upper', (value: string) => /\p{Lu}/u.test(value)],
  ['lower', (value: string) => /\p{Ll}/u.test(value)],
  ['digit', (value: string) => /\p{Nd}/u.test(value)],
] as const;

/** A password that is being chosen: its rules stand below and are ticked off while one types. */
export function NewPasswordField({ value, ...props }: PasswordInputProps & { value: string }) {
  const { t } = useTranslation('accounts');
  const id = useId();
  return (
    <div>
      <PasswordInput
        autoComplete="new-password"
        dir="ltr"
        visibilityToggleButtonProps={{ 'aria-label': t('label.showPassword') }}
        value={value}
        {...props}
        aria-describedby={id}
      />
      <ul className={classes.strength} id={id}>
        {RULES.map(([name, isMet]) => (
          <li key={name} data-met={isMet(value) || undefined}>
            {t(`passwordRule.${name}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
