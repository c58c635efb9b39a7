import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { accountsApi } from './api.ts';
import { PasswordAgainField } from './password-again-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { CodeField } from './second-factor-step.tsx';

/** Actions that need password and code: turning two-factor authentication off, and new recovery codes. */
export function ChangeTwoSteps({
  what,
  onClose,
  onDone,
}: {
  what: 'off' | 'codes';
  onClose: () => void;
  onDone: () => void;
}) {
  const { t, i18n } = useTranslation('accounts');
  useReturnsFocus();
  const errors = useFieldErrors();
  const [proof, setProof] = useState({ password: '', code: '' });
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const request = useMutation({
    mutationFn: async () => {
      if (what === 'codes') return (await accountsApi.renewRecoveryCodes({ body: proof })).recovery_codes;
      await accountsApi.turnOffSecondFactor({ body: proof });
      return null;
    },
    onMutate: () => setProblems({}),
    onSuccess: (renewed) => (renewed ? setCodes(renewed) : onDone()),
    onError: async (error) =>
      setProblems(errors.fromServer(error) ?? { code: await errorText(error, i18n.language) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  const title = t(what === 'off' ? 'twoSteps.turnOff' : 'twoSteps.newCodes');
  return (
    <Modal
      opened
      onClose={codes ? onDone : onClose}
      closeOnClickOutside={!codes}
      closeOnEscape={!codes}
      withCloseButton={!codes}
      title={codes ? t('twoSteps.codesTitle') : title}
      closeButtonProps={{ 'aria-label': t('label.close') }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onDone} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text>{t(what === 'off' ? 'twoSteps.offIntro' : 'twoSteps.newCodesIntro')}</Text>
            <PasswordAgainField
              value={proof.password}
              onChange={(password) => setProof({ ...proof, password })}
              error={problems.password}
            />
            <CodeField
              value={proof.code}
              onChange={(code) => setProof({ ...proof, code })}
              error={problems.code ?? null}
            />
            <Group gap="sm">
              <Button
                type="submit"
                color={what === 'off' ? 'oxblood' : undefined}
                loading={request.isPending}
              >
                {title}
              </Button>
              <Button variant="default" onClick={onClose}>
                {t('label.cancel')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
