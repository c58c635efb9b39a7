import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { InvitePersonBody } from '@vesalius/contract/admin-people';
import type { Role } from '@vesalius/contract/calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { DidYouMean } from '../../ui/did-you-mean.tsx';
import { SearchMultiSelect } from '../../ui/search-choice.tsx';
import { useAct } from '../../ui/use-act.ts';
import { adminApi, bookChoices } from './api.ts';
import { programChoices } from './catalogue-api.ts';
import { ROLES } from './roles.ts';

/**
 * Creates an account for a person, who receives a mail to set the password. The address of an existing account links to
 * it.
 */
export function InvitePerson({ onKnown }: { onKnown: (email: string) => void }) {
  const { t } = useTranslation('admin');
  const errors = useFieldErrors();
  const [open, setOpen] = useState(false);
  const [taken, setTaken] = useState<string | null>(null);
  const form = useForm({
    initialValues: {
      email: '',
      first_name: '',
      second_name: '',
      role_name: 'author' as Role,
      book_ids: [] as string[],
      program_ids: [] as string[],
    },
    validate: errors.validate(InvitePersonBody),
  });
  const role = form.values.role_name;
  const takesBooks = role === 'author' || role === 'editor';
  const takesPrograms = role === 'program_director';
  const invite = useAct(
    // Values entered for another role stay in the form but are not sent.
    (values: typeof form.values) =>
      adminApi.invitePerson({
        body: {
          ...values,
          book_ids: takesBooks ? values.book_ids : [],
          program_ids: takesPrograms ? values.program_ids : [],
        },
      }),
    (_person, { email }) => t('person.mailSent', { email }),
    {
      done: () => {
        setOpen(false);
        form.reset();
      },
      complain: (error) => {
        const isTaken = error instanceof CallError && error.code === 'email_taken';
        setTaken(isTaken ? form.values.email : null);
        const fields = errors.fromServer(error);
        if (fields) form.setErrors(fields);
        return fields !== null;
      },
    },
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('invite.open')}</Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('invite.title')}
        closeButtonProps={{ 'aria-label': t('cancel') }}
      >
        <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values), focusFirstError)}>
          <Stack gap="md">
            <Text c="dimmed">{t('invite.intro')}</Text>
            <TextInput
              data-autofocus
              label={t('invite.email')}
              type="email"
              dir="ltr"
              {...form.getInputProps('email')}
            />
            <DidYouMean email={form.values.email} onAccept={(email) => form.setFieldValue('email', email)} />
            <TextInput label={t('invite.firstName')} {...form.getInputProps('first_name')} />
            <TextInput label={t('invite.secondName')} {...form.getInputProps('second_name')} />
            <Select
              label={t('people.role')}
              allowDeselect={false}
              data={ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
              {...form.getInputProps('role_name')}
            />
            {takesBooks && (
              <SearchMultiSelect
                label={t('invite.books')}
                description={t('invite.booksHint')}
                source={bookChoices}
                {...form.getInputProps('book_ids')}
              />
            )}
            {takesPrograms && (
              <SearchMultiSelect
                label={t('invite.programs')}
                description={t('invite.programsHint')}
                source={programChoices}
                {...form.getInputProps('program_ids')}
              />
            )}
            {taken !== null && (
              <Alert color="oxblood" role="alert">
                <p>{t('invite.taken')}</p>
                <Button
                  size="sm"
                  variant="default"
                  onClick={() => {
                    setOpen(false);
                    setTaken(null);
                    form.reset();
                    onKnown(taken);
                  }}
                >
                  {t('invite.openTaken')}
                </Button>
              </Alert>
            )}
            <Group gap="sm">
              <Button type="submit" loading={invite.isPending}>
                {t('invite.submit')}
              </Button>
              <Button variant="default" onClick={() => setOpen(false)}>
                {t('cancel')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
