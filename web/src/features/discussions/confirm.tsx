import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { FocusFirst } from '../../ui/focus-first.tsx';

/** Asks before something is deleted for good. */
export function Confirm({
  title,
  text,
  action,
  disabled = false,
  pending,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  text?: string;
  action: string;
  disabled?: boolean;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation('discussions');
  useReturnsFocus();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('cancel') }}>
      {text && <Text>{text}</Text>}
      <FocusFirst>
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <ActButton color="oxblood" loading={pending} disabled={disabled} onClick={onConfirm}>
            {action}
          </ActButton>
        </Group>
      </FocusFirst>
    </Modal>
  );
}
