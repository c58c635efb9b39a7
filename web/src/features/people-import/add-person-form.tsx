import { Alert, Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PersonToAdd } from '@vesalius/contract/people-import';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api-client.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { likelyAddress } from '../../lib/likely-address.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { useOutcomeText } from '../../lib/use-outcome-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DidYouMean } from '../../ui/did-you-mean.tsx';
import { notifySuccess } from '../../ui/notify.ts';
import { type Freed, FreedSeats, freedBy } from './freed-seats.tsx';
import type { PeopleImportClient } from './import-client.ts';
import classes from './people-import.module.css';
import { isGood } from './use-import.ts';

const EMPTY = { first_name: '', second_name: '', email: '' };

interface Attempt {
  readonly user: typeof EMPTY;
  readonly isAsked: boolean;
}

/** Adds one person. Afterwards the form is empty for the next one. */
export function AddPersonForm({ client }: { client: PeopleImportClient }) {
  const { t } = useTranslation('imports');
  const queryClient = useQueryClient();
  const outcomeText = useOutcomeText(keysUnder(client.cache));
  const [failure, setFailure] = useState<string | null>(null);
  const fieldErrors = useFieldErrors();
  const form = useForm({
    initialValues: EMPTY,
    validate: fieldErrors.validate(PersonToAdd),
  });
  /** An emptied field is complained about on submission only: after a success the form is empty and has the focus. */
  const field = (name: keyof typeof EMPTY) => ({
    ...form.getInputProps(name),
    onBlur: () => {
      if (form.values[name].trim()) void form.validateField(name);
    },
  });
  /** The member whose seat would be freed. */
  const [asking, setAsking] = useState<{ user: typeof EMPTY; freed: Freed } | null>(null);
  /** Domains that are right in this group: known once the server has seen an address. */
  const [knownDomains, setKnownDomains] = useState<readonly string[]>([]);
  const request = useMutation({
    mutationFn: async ({ user, isAsked }: Attempt) => {
      const trial = isAsked ? null : await client.add([user], { isDryRun: true });
      if (trial) setKnownDomains(trial.known_domains);
      if (trial?.rows.every(isGood) && isSuspect(user.email, trial.known_domains))
        return { suspected: user.email, freed: null, answer: null };
      if (trial && trial.freed_seats > 0) return { suspected: null, freed: freedBy(trial), answer: null };
      return { suspected: null, freed: null, answer: await client.add([user], {}) };
    },
    onMutate: () => setFailure(null),
    onSettled: () => {
      isRunning.current = false;
    },
    onSuccess: async ({ answer, freed, suspected }, { user }) => {
      if (suspected) return askAbout(suspected);
      setAsking(freed ? { user, freed } : null);
      if (!answer) return;
      const [row] = answer.rows;
      // An institution returns the row with its result; a program refuses with an error.
      if (row && !isGood(row)) {
        if (row.fields) form.setErrors(fieldErrors.translate(row.fields));
        else setFailure(t(`outcomes.${row.outcome}`));
        return;
      }
      const message = t(client.group === 'students' ? 'added.students' : 'added.members');
      notifySuccess(t('added.named', { message, name: `${user.first_name} ${user.second_name}`.trim() }));
      form.getInputNode('first_name')?.focus();
      form.reset();
      await queryClient.invalidateQueries({ queryKey: keysUnder(client.cache) });
    },
    onError: async (error) => {
      setAsking(null);
      if (error instanceof CallError && Object.keys(error.fields).length > 0)
        form.setErrors(fieldErrors.translate(error.fields));
      else if (error instanceof CallError && error.code === 'duplicate_student') setFailure(t('duplicate'));
      else if (error instanceof CallError && error.code !== 'internal') setFailure(await outcomeText(error));
      else setFailure(t('failed'));
    },
  });
  /** An address that looks mistyped is asked about once; the same address again is meant. */
  const [suspect, setSuspect] = useState('');
  const isSuspect = (email: string, known: readonly string[]) =>
    likelyAddress(email, known) !== null && suspect !== email;
  const askAbout = (email: string) => {
    setSuspect(email);
    form.getInputNode('email')?.focus();
  };
  const submit = (user: typeof EMPTY) =>
    isSuspect(user.email, knownDomains) ? askAbout(user.email) : start({ user, isAsked: false });
  // A second Enter arrives before the button shows that the request is running, and would find the person already in.
  const isRunning = useRef(false);
  const start = (given: Attempt) => {
    if (isRunning.current) return;
    isRunning.current = true;
    request.mutate(given);
  };
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <TextInput label={t('fields.first_name')} required autoComplete="off" {...field('first_name')} />
      <TextInput label={t('fields.second_name')} required autoComplete="off" {...field('second_name')} />
      <TextInput
        label={t('fields.email')}
        type="email"
        required
        autoComplete="off"
        dir="ltr"
        {...field('email')}
      />
      <DidYouMean
        email={form.values.email}
        knownDomains={knownDomains}
        onAccept={(email) => form.setFieldValue('email', email)}
      />
      {suspect !== '' && suspect === form.values.email && (
        <Alert color="oxblood" role="alert">
          {t('checkAddress', { email: suspect })}
        </Alert>
      )}
      {failure && (
        <Alert color="oxblood" role="alert">
          {failure}
        </Alert>
      )}
      <Button type="submit" loading={request.isPending}>
        {t(`submit.${client.group}`)}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('takeSeat')}
          confirm={t('submit.members')}
          isPending={request.isPending}
          onConfirm={() => start({ user: asking.user, isAsked: true })}
          onClose={() => setAsking(null)}
        >
          <FreedSeats freed={asking.freed} />
        </ConfirmDialog>
      )}
    </form>
  );
}
