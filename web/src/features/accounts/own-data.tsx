import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { User } from '@vesalius/contract/users';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { notifyError } from '../../ui/notify.ts';
import { accountsApi } from './api.ts';
import { GoogleAgain } from './google-again.tsx';
import { PasswordField } from './password-field.tsx';

/** Downloads all of the user's data as a file. */
export function DownloadOwnData() {
  const { t, i18n } = useTranslation('accounts');
  const request = useMutation({
    mutationFn: () => accountsApi.downloadOwnData({}),
    onSuccess: (data) => {
      saveFile(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        'vesalius-my-data.json',
      );
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <Button variant="default" loading={request.isPending} onClick={() => request.mutate()}>
      {t('ownData.download')}
    </Button>
  );
}

/**
 * Says what is kept and what is not, asks for the password, and deletes the account for good. `notice` lists what other
 * features lose with the account. Deleting is disabled until `notice` has called `onShown`.
 */
export function DeleteAccount({
  user,
  notice,
  onDeleted,
}: {
  user: User;
  notice?: (onShown: () => void) => ReactNode;
  onDeleted: () => void;
}) {
  const { t, i18n } = useTranslation('accounts');
  const errors = useFieldErrors();
  const [open, setOpen] = useState(false);
  const [proof, setProof] = useState('');
  const [isNoticeShown, setNoticeShown] = useState(!notice);
  const showNotice = useCallback(() => setNoticeShown(true), []);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement | null>(null);
  const request = useMutation({
    mutationFn: () =>
      accountsApi.deleteAccount({ body: user.has_password ? { password: proof } : { email: proof } }),
    onSuccess: onDeleted,
    onError: async (error) => {
      const fields = errors.fromServer(error);
      form.current?.querySelector('input')?.focus();
      setProblem(Object.values(fields ?? {})[0] ?? (await errorText(error, i18n.language)));
    },
  });
  const again = request.error instanceof CallError && request.error.code === 'sign_in_again';
  const field = {
    value: proof,
    onChange: (event: { currentTarget: { value: string } }) => setProof(event.currentTarget.value),
    error: again ? null : problem,
    dir: 'ltr',
    'data-autofocus': true,
  } as const;
  return (
    <>
      <Button variant="outline" color="oxblood" onClick={() => setOpen(true)}>
        {t('deleteAccount.open')}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('deleteAccount.title')}
        closeButtonProps={{ 'aria-label': t('label.close') }}
      >
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isNoticeShown) return;
            setProblem(null);
            request.mutate();
          }}
        >
          <Stack gap="md">
            {notice?.(showNotice)}
            <Text>{t('deleteAccount.gone')}</Text>
            <Text>{t('deleteAccount.kept')}</Text>
            <Alert color="oxblood" variant="light" p="sm">
              {t('deleteAccount.final')}
            </Alert>
            {user.has_password ? (
              <PasswordField label={t('label.password')} autoComplete="current-password" {...field} />
            ) : (
              <TextInput label={t('deleteAccount.writeEmail')} {...field} />
            )}
            {again && <GoogleAgain />}
            <Group gap="sm">
              <Button
                type="submit"
                color="oxblood"
                disabled={!isNoticeShown || proof === ''}
                loading={request.isPending}
              >
                {t('deleteAccount.submit')}
              </Button>
              <Button variant="default" onClick={() => setOpen(false)}>
                {t('label.cancel')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
