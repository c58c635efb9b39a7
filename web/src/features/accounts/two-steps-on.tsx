import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import classes from './accounts.module.css';
import { accountsApi } from './api.ts';
import { PasswordAgainField } from './password-again-field.tsx';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { CodeField } from './second-factor-step.tsx';

interface Secret {
  readonly secret: string;
  readonly otpauth_url: string;
}

/**
 * Turns two-factor authentication on: the password, the secret for the authenticator app with its first code, and the
 * recovery codes.
 */
export function TurnOnTwoSteps({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('accounts');
  useReturnsFocus();
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // With the codes, two-factor authentication is on, so closing means done.
  const close = codes ? onDone : onClose;
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={false}
      closeOnEscape={!codes}
      withCloseButton={!codes}
      title={t(codes ? 'twoSteps.codesTitle' : 'twoSteps.turnOn')}
      closeButtonProps={{ 'aria-label': t('label.close') }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={onDone} />
      ) : secret ? (
        <ScanAndProve secret={secret} onCodes={setCodes} />
      ) : (
        <AskPassword onSecret={setSecret} onClose={onClose} />
      )}
    </Modal>
  );
}

/** What both steps share: one field, one button, one error. */
function useStep<Answer>(send: () => Promise<Answer>, onAnswer: (answer: Answer) => void) {
  const { i18n } = useTranslation();
  const errors = useFieldErrors();
  const [problem, setProblem] = useState<string | null>(null);
  const request = useMutation({
    mutationFn: send,
    onMutate: () => setProblem(null),
    onSuccess: onAnswer,
    onError: async (error) =>
      setProblem(Object.values(errors.fromServer(error) ?? {})[0] ?? (await errorText(error, i18n.language))),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  return { problem, submit, isPending: request.isPending };
}

function AskPassword({ onSecret, onClose }: { onSecret: (secret: Secret) => void; onClose: () => void }) {
  const { t } = useTranslation('accounts');
  const [password, setPassword] = useState('');
  const { problem, submit, isPending } = useStep(
    () => accountsApi.beginSecondFactor({ body: { password } }),
    onSecret,
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t('twoSteps.need')}</Text>
        <PasswordAgainField value={password} onChange={setPassword} error={problem} />
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            {t('twoSteps.next')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('label.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ScanAndProve({ secret, onCodes }: { secret: Secret; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('accounts');
  const [code, setCode] = useState('');
  const { problem, submit, isPending } = useStep(
    () => accountsApi.turnOnSecondFactor({ body: { code } }),
    ({ recovery_codes }) => onCodes(recovery_codes),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{t('twoSteps.scan')}</Text>
        <div className={classes.qr}>
          <QrCode text={secret.otpauth_url} label={t('twoSteps.qr')} />
        </div>
        <div>
          <Text size="sm" c="dimmed">
            {t('twoSteps.type')}
          </Text>
          <code className={classes.secret} dir="ltr">
            {(secret.secret.match(/.{1,4}/g) ?? []).join(' ')}
          </code>
          <Anchor href={secret.otpauth_url} size="sm" underline="always">
            {t('twoSteps.openApp')}
          </Anchor>
        </div>
        <CodeField value={code} onChange={setCode} error={problem} />
        <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('twoSteps.turnOn')}
        </Button>
      </Stack>
    </form>
  );
}
