import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnsFocus } from '../lib/use-returns-focus.ts';
import { ActButton } from './act-button.tsx';
import { FocusFirst } from './focus-first.tsx';

/**
 * Asks before what cannot be undone by whoever does it, and says what follows from it. There only while it is open. What
 * opens other people's data asks for a word as well, which nobody types by a slip.
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
  /** What follows. */
  children: ReactNode;
  /** The act, as its button says it. */
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
          // React hands it on to the form that asks, which would ask again.
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
