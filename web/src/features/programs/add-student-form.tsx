import { Alert, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { StudentToAdd } from '@vesalius/contract/programs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { complaintsOf } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { notifySuccess } from '../../ui/notify.ts';
import classes from './add-students.module.css';
import { importsKey, overviewKey, programsApi, studentsKey } from './api.ts';
import { rowComplaint } from './row-complaint.ts';

const EMPTY = { first_name: '', second_name: '', email: '' };

/** One student. The form is empty again afterwards, for the next one. */
export function AddStudentForm({ programId }: { programId: string }) {
  const { t, i18n } = useTranslation('programs');
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const inWords = (fields: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, rowComplaint(text, i18n.language)]),
    );
  const form = useForm({
    initialValues: EMPTY,
    validate: (values) => inWords(complaintsOf(StudentToAdd, values)),
    validateInputOnBlur: true,
  });
  const request = useMutation({
    mutationFn: (user: typeof EMPTY) =>
      programsApi.assignUsers({ params: { id: programId }, query: {}, body: { program: { users: [user] } } }),
    onMutate: () => setFailure(null),
    onSuccess: async () => {
      notifySuccess(t('add.added'));
      form.reset();
      await queryClient.invalidateQueries({ queryKey: studentsKey(programId) });
      await queryClient.invalidateQueries({ queryKey: overviewKey(programId) });
      await queryClient.invalidateQueries({ queryKey: importsKey(programId) });
    },
    onError: async (error) => {
      if (error instanceof CallError && Object.keys(error.fields).length > 0)
        form.setErrors(inWords(error.fields));
      else if (error instanceof CallError && error.code === 'duplicate_student')
        setFailure(t('add.duplicate'));
      else if (error instanceof CallError && error.code !== 'internal')
        setFailure(await errorText(error, i18n.language));
      else setFailure(t('add.failed'));
    },
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => request.mutate(values), focusFirstError)}
    >
      <TextInput
        label={t('add.firstName')}
        required
        autoComplete="off"
        {...form.getInputProps('first_name')}
      />
      <TextInput
        label={t('add.secondName')}
        required
        autoComplete="off"
        {...form.getInputProps('second_name')}
      />
      <TextInput
        label={t('add.email')}
        type="email"
        required
        autoComplete="off"
        dir="ltr"
        {...form.getInputProps('email')}
      />
      {failure && (
        <Alert color="oxblood" role="alert">
          {failure}
        </Alert>
      )}
      <Button type="submit" loading={request.isPending}>
        {t('add.submit')}
      </Button>
    </form>
  );
}
