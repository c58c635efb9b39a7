import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnsFocus } from '../lib/use-returns-focus.ts';
import { ActButton } from './act-button.tsx';
import { FocusFirst } from './focus-first.tsx';

/**
 * Asks before an action that the user cannot undo, and states its consequences. Render it only while it is open.
 * Actions that reveal other people's data also require a typed word, so that a slip does not confirm them.
 */
export function ConfirmDialog({
  title,
  children,
  confirm,
  keep,
  isHarmless = false,
  word,
  isPending,
  onConfirm,
  onClose,
}: {
  title: string;
  /** The consequences of the action. */
  children: ReactNode;
  /** The label of the button that confirms. */
  confirm: string;
  /** The way back, where "Cancel" could mean either. */
  keep?: string;
  isHarmless?: boolean;
  word?: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('shell');
  useReturnsFocus();
  const [typed, setTyped] = useState('');
  const isReady = !word || typed.trim().toLowerCase() === word.toLowerCase();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('confirm.cancel') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble through portals: the form around the dialog would be submitted and ask again.
          event.stopPropagation();
          if (isReady && !isPending) onConfirm();
        }}
      >
        <Text component="div">{children}</Text>
        <FocusFirst>
          {word && (
            <TextInput
              mt="md"
              label={t('confirm.type', { word })}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {keep ?? t('confirm.cancel')}
            </Button>
            <ActButton
              type="submit"
              {...(isHarmless ? {} : { color: 'oxblood' })}
              disabled={!isReady}
              loading={isPending}
            >
              {confirm}
            </ActButton>
          </Group>
        </FocusFirst>
      </form>
    </Modal>
  );
}
