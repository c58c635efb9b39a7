import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Institution, InvitePersonBody } from '@vesalius/contract/admin';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { useAct } from '../../ui/use-act.ts';
import { adminApi } from './api.ts';

/** Makes the account and the member in one go: the way in for the first manager of an institution. */
export function InviteMember({
  institution,
  email,
  onClose,
  onDone,
}: {
  institution: Institution;
  email: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('admin');
  useReturnsFocus();
  const errors = useFieldErrors();
  const bodyOf = (names: { first_name: string; second_name: string }) => ({
    email,
    ...names,
    role_name: 'customer' as const,
    book_ids: [],
    program_ids: [],
  });
  const form = useForm({
    initialValues: { first_name: '', second_name: '' },
    validate: (names) => errors.validate(InvitePersonBody)(bodyOf(names)),
  });
  const invite = useAct(
    async (names: typeof form.values) => {
      await adminApi.invitePerson({ body: bodyOf(names) }).catch((error: unknown) => {
        // Made by an earlier press, whose second half failed.
        if (!(error instanceof CallError && error.code === 'email_taken')) throw error;
      });
      await adminApi.addInstitutionMember({ params: { id: institution.id }, body: { email } });
    },
    t('institution.invited', { email }),
    {
      done: onDone,
      complain: (error) => {
        const fields = errors.fromServer(error);
        if (fields) form.setErrors(fields);
        return fields !== null;
      },
    },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('institution.inviteTitle', { name: institution.name })}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <form noValidate onSubmit={form.onSubmit((names) => invite.mutate(names), focusFirstError)}>
        <Stack gap="md">
          <Text>{t('institution.inviteText', { email })}</Text>
          <TextInput data-autofocus label={t('invite.firstName')} {...form.getInputProps('first_name')} />
          <TextInput label={t('invite.secondName')} {...form.getInputProps('second_name')} />
          <Group gap="sm">
            <Button type="submit" loading={invite.isPending}>
              {t('invite.submit')}
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
