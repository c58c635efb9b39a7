import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { AddMemberBody, type Institution } from '@vesalius/contract/admin-institutions';
import { useTranslation } from 'react-i18next';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { useReturnsFocus } from '../../lib/use-returns-focus.ts';
import { DidYouMean } from '../../ui/did-you-mean.tsx';
import { useAct } from '../../ui/use-act.ts';
import { adminApi } from './api.ts';

/**
 * Creates account, membership and manager role in one step, with one letter: this is how an institution gets its first
 * manager.
 */
export function InviteMember({
  institution,
  email,
  onEmail,
  onClose,
  onDone,
}: {
  institution: Institution;
  email: string;
  /** Another address was meant. */
  onEmail: (email: string) => void;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation('admin');
  useReturnsFocus();
  const errors = useFieldErrors();
  // Without a manager, the new member is likely to be the first.
  const isFirst = !institution.members.some(({ is_manager }) => is_manager);
  const form = useForm({
    initialValues: { first_name: '', second_name: '', is_manager: isFirst },
    validate: errors.validate(AddMemberBody.pick({ first_name: true, second_name: true })),
  });
  const invite = useAct(
    (values: typeof form.values) =>
      adminApi.addInstitutionMember({ params: { id: institution.id }, body: { email, ...values } }),
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
      <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values), focusFirstError)}>
        <Stack gap="md">
          <Text>{t('institution.inviteText', { email })}</Text>
          <DidYouMean email={email} onAccept={onEmail} />
          <TextInput data-autofocus label={t('invite.firstName')} {...form.getInputProps('first_name')} />
          <TextInput label={t('invite.secondName')} {...form.getInputProps('second_name')} />
          <Checkbox
            label={t('institution.inviteManager')}
            description={t('institution.appointText')}
            {...form.getInputProps('is_manager', { type: 'checkbox' })}
          />
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
