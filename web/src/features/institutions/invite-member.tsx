import { Button, FileButton, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AddMembersResult } from '@vesalius/contract/institutions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { errorText } from '../../lib/error-text.ts';
import { notify, notifyError } from '../../ui/notify.ts';
import { institutionsApi, ownInstitutionOptions, sendMembersFile } from './api.ts';
import classes from './management.module.css';

const EMPTY = { first_name: '', second_name: '', email: '' };

/** One person by the form, or many from a file; each answer says what became of it. */
export function InviteMember() {
  const { t, i18n } = useTranslation('institutions');
  const queryClient = useQueryClient();
  const [person, setPerson] = useState(EMPTY);
  const refresh = () => queryClient.invalidateQueries({ queryKey: ownInstitutionOptions.queryKey });
  const good = ({ outcome }: AddMembersResult['rows'][number]) => outcome === 'new' || outcome === 'known';
  const invite = useMutation({
    mutationFn: () =>
      institutionsApi.addInstitutionMembers({ query: {}, body: { institution: { users: [person] } } }),
    onSuccess: ({ rows }) => {
      const [row] = rows;
      if (!row) return;
      notify(good(row) ? 'success' : 'error', t(`outcomes.${row.outcome}`));
      if (good(row)) setPerson(EMPTY);
      return refresh();
    },
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  const upload = useMutation({
    mutationFn: sendMembersFile,
    onSuccess: ({ rows }) => {
      const count = rows.filter(good).length;
      notify(count > 0 ? 'success' : 'error', t('fileResult', { count, left: rows.length - count }));
      return refresh();
    },
    onError: async (error) =>
      notifyError(
        error instanceof CallError && error.code !== 'csv_invalid'
          ? await errorText(error, i18n.language)
          : t('invalidFile'),
      ),
  });
  const field = (name: keyof typeof EMPTY) => ({
    value: person[name],
    required: true,
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setPerson((old) => ({ ...old, [name]: value }));
    },
  });
  return (
    <section aria-labelledby="invite-title">
      <h2 id="invite-title">{t('invite')}</h2>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <TextInput label={t('firstName')} size="md" {...field('first_name')} />
        <TextInput label={t('secondName')} size="md" {...field('second_name')} />
        <TextInput label={t('email')} size="md" type="email" dir="ltr" {...field('email')} />
        <Button type="submit" loading={invite.isPending}>
          {t('send')}
        </Button>
      </form>
      <div className={classes.file}>
        <FileButton accept=".csv,text/csv" onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button variant="default" loading={upload.isPending} {...props}>
              {t('file')}
            </Button>
          )}
        </FileButton>
        <p className={classes.hint}>{t('fileHint')}</p>
      </div>
    </section>
  );
}
