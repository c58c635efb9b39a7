import { Anchor, Button, Stack, Text } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { PasswordField } from './password-field.tsx';
import { RememberField } from './remember-field.tsx';

/**
 * The verification link in a browser that did not register. The user who chose the password completes the verification
 * with it. A user whose address was registered by somebody else takes the account over with a reset link.
 */
export function VerifyWithPassword({
  pending,
  problem,
  onPassword,
}: {
  pending: boolean;
  problem: string | null;
  onPassword: (password: string, remember: boolean) => void;
}) {
  const { t } = useTranslation(['accounts', 'fields']);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(password === '');
    if (password !== '') onPassword(password, remember);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PasswordField
          label={t('label.password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={isEmpty ? t('text.passwordRequired', { ns: 'fields' }) : problem}
        />
        <RememberField
          inputProps={{
            checked: remember,
            onChange: (event: ChangeEvent<HTMLInputElement>) => setRemember(event.currentTarget.checked),
          }}
        />
        <Button type="submit" loading={pending}>
          {t('verification.finish')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('verification.notMe')}{' '}
          <Anchor component={Link} to={paths.forgetPassword.to()} size="sm" underline="always">
            {t('changePassword.setOne')}
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
