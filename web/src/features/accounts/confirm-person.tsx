import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { currentUserOptions } from './api.ts';
import { GoogleAgain } from './google-again.tsx';
import { PasswordAgainField } from './password-again-field.tsx';

/**
 * Asks for the password before a sensitive action, which a stranger at an open screen must not do. Users without a
 * password sign in with Google again; a recent sign-in is enough.
 */
export function ConfirmPerson({
  title,
  action,
  children,
  act,
  onClose,
  onDone,
}: {
  title: string;
  /** The button's label. */
  action: string;
  children: ReactNode;
  act: (password: string | null) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t, i18n } = useTranslation(['accounts', 'fields']);
  useReturnsFocus();
  const errors = useFieldErrors();
  const { data: user } = useQuery(currentUserOptions);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const hasPassword = user?.has_password !== false;
  const request = useMutation({
    mutationFn: () => act(hasPassword ? password : null),
    onSuccess: onDone,
    onError: async (error) => {
      const fields = errors.fromServer(error);
      setProblem(fields?.password ?? (await errorText(error, i18n.language)));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hasPassword && password === '') return setProblem(t('text.passwordRequired', { ns: 'fields' }));
    setProblem(null);
    request.mutate();
  };
  const again = request.error instanceof CallError && request.error.code === 'sign_in_again';
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('label.close') }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text>{children}</Text>
          {hasPassword ? (
            <PasswordAgainField value={password} onChange={setPassword} error={problem} />
          ) : again ? (
            <GoogleAgain />
          ) : (
            problem && (
              <Alert color="oxblood" variant="light" role="alert" p="sm">
                {problem}
              </Alert>
            )
          )}
          <Group gap="sm">
            <Button type="submit" loading={request.isPending} disabled={again}>
              {action}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('label.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
