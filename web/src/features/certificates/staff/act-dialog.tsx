import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CertificateHistory } from '@vesalius/contract/certificates-admin';
import { CERTIFICATE_REASON_MAX_LENGTH, REASON_MIN_LENGTH } from '@vesalius/contract/constants';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, keysUnder } from '../../../lib/query-keys.ts';
import { FocusFirst } from '../../../ui/focus-first.tsx';
import type { ToastAction } from '../../../ui/notify.ts';
import { useAct } from '../../../ui/use-act.ts';

/** One action of staff on a certificate: shows a success message and refreshes certificate, lists and log. */
export function useIssuedAct<Input>(
  act: (input: Input) => Promise<CertificateHistory>,
  said: string,
  { done, offered }: { done?: () => void; offered?: ToastAction } = {},
) {
  const queryClient = useQueryClient();
  return useAct(act, said, {
    undo: offered,
    done: (certificate) => {
      // Called here, because the dialog of an issue unmounts together with that issue.
      done?.();
      queryClient.setQueryData(keyOf('admin', 'certificate', certificate.number), certificate);
    },
    complain: () => {
      // Another user may have been faster: show the current state.
      void queryClient.invalidateQueries({ queryKey: keysUnder('admin') });
      return false;
    },
  });
}

/**
 * Confirms an action with its consequences and asks for a reason for the log. It stays mounted, so that the focus
 * returns.
 */
export function ActDialog({
  opened,
  onClose,
  title,
  consequence,
  action,
  isDangerous = false,
  isPending,
  isReady = true,
  onSubmit,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  consequence: string;
  action: string;
  isDangerous?: boolean;
  isPending: boolean;
  isReady?: boolean;
  onSubmit: (reason: string) => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation('issued');
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <FocusFirst>
        <ReasonForm {...{ consequence, action, isDangerous, isPending, isReady, onSubmit, onClose }}>
          {children}
        </ReasonForm>
      </FocusFirst>
    </Modal>
  );
}

function ReasonForm({
  consequence,
  action,
  isDangerous,
  isPending,
  isReady,
  onSubmit,
  onClose,
  children,
}: {
  consequence: string;
  action: string;
  isDangerous: boolean;
  isPending: boolean;
  isReady: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation('issued');
  const [reason, setReason] = useState('');
  const consequenceId = useId();
  return (
    <form
      aria-describedby={consequenceId}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(reason.trim());
      }}
    >
      <Stack gap="md">
        <Text id={consequenceId}>{consequence}</Text>
        {children}
        <Textarea
          label={t('reason')}
          description={`${t('reasonHint', { min: REASON_MIN_LENGTH })} ${t(isDangerous ? 'reasonTold' : 'reasonKept')}`}
          value={reason}
          maxLength={CERTIFICATE_REASON_MAX_LENGTH}
          autosize
          minRows={2}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            {...(isDangerous ? { color: 'oxblood' } : {})}
            loading={isPending}
            disabled={!isReady || reason.trim().length < REASON_MIN_LENGTH}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
