import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type Person, RenamePersonBody } from '@vesalius/contract/admin-people';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { useAct } from '../../ui/use-act.ts';
import { adminApi } from './api.ts';

/** A button that opens the form for the name. */
export function PersonName({ person }: { person: Person }) {
  const { t } = useTranslation('admin');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setIsOpen(true)}>
        {t('person.rename')}
      </Button>
      {isOpen && <NameDialog person={person} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NameDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'accounts']);
  const errors = useFieldErrors();
  const queryClient = useQueryClient();
  useReturnsFocus();
  // The values at the time when the dialog opened, so that another user's change is not overwritten unseen.
  const [shown, setShown] = useState({ first_name: person.first_name, second_name: person.second_name });
  const current = { first_name: person.first_name, second_name: person.second_name };
  const isConflict = JSON.stringify(shown) !== JSON.stringify(current);
  const form = useForm({
    initialValues: shown,
    validate: errors.validate(RenamePersonBody.omit({ previous: true })),
  });
  const rename = useAct(
    (values: typeof form.values) =>
      adminApi.renamePerson({ params: { id: person.id }, body: { ...values, previous: current } }),
    ({ name }) => t('person.renamed', { name }),
    {
      done: onClose,
      complain: (error) => {
        const fields = errors.fromServer(error);
        if (fields) form.setErrors(fields);
        if (!(error instanceof CallError) || error.code !== 'edited_meanwhile') return fields !== null;
        void queryClient.invalidateQueries({ queryKey: keysUnder('admin') });
        return true;
      },
    },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('person.renameTitle', { name: person.name || person.email })}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          setShown(current);
          rename.mutate(values);
        }, focusFirstError)}
      >
        <Stack gap="md">
          <Text size="sm">{t('person.renameText')}</Text>
          <TextInput
            label={t('invite.firstName')}
            data-autofocus
            maxLength={50}
            {...form.getInputProps('first_name')}
          />
          <TextInput label={t('invite.secondName')} maxLength={50} {...form.getInputProps('second_name')} />
          {isConflict && (
            <Text size="sm" role="alert">
              {t('person.renamedMeanwhile', { name: person.name })}
            </Text>
          )}
          <Group>
            <Button type="submit" loading={rename.isPending}>
              {t('save')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
