import { Button, Group, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Institution, InstitutionBody } from '@vesalius/contract/admin-institutions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEditedMeanwhile } from '../../lib/api-client.ts';
import { dayEnd, dayOf, dayStart } from '../../lib/days.ts';
import { errorText } from '../../lib/error-text.ts';
import { useFieldErrors } from '../../lib/field-errors.ts';
import { focusFirstError } from '../../lib/focus-first-error.ts';
import { formatDate } from '../../lib/formats.ts';
import { keysUnder } from '../../lib/query-keys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../ui/notify.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { SearchMultiSelect } from '../../ui/search-choice.tsx';
import { useAsksBeforeLeaving } from '../../ui/use-asks-before-leaving.ts';
import { bookChoices } from './api.ts';
import { InstitutionConflict } from './institution-conflict.tsx';
import { isPublicMail } from './public-mail.ts';
import { ReplacedBooks } from './replaced-books.tsx';

interface Values {
  name: string;
  from: string;
  until: string;
  seats: number | string;
  domains: string[];
  book_ids: string[];
}
/** A day that was not changed keeps its time. */
const bodyOf = (
  institution: Institution | null,
  { name, from, until, seats, domains, book_ids }: Values,
) => ({
  name,
  starts_at:
    institution && from === dayOf(institution.starts_at) ? institution.starts_at : from && dayStart(from),
  ends_at: institution && until === dayOf(institution.ends_at) ? institution.ends_at : until && dayEnd(until),
  seats: seats === '' ? null : Number(seats),
  // Pasted lists are separated by commas or line breaks.
  domains: domains
    .flatMap((text) => text.toLowerCase().split(/[\s,;]+/))
    .map((text) => text.replace(/^@/, ''))
    .filter(Boolean),
  book_ids,
});
/** Maps the contract's field names to the form's. */
const FORM_FIELD: Readonly<Record<string, string>> = { starts_at: 'from', ends_at: 'until' };
const inForm = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, text]) => {
      const [top = field] = field.split('.');
      return [FORM_FIELD[top] ?? top, text];
    }),
  );

const valuesOf = (institution: Institution | null): Values => ({
  name: institution?.name ?? '',
  from: institution ? dayOf(institution.starts_at) : '',
  until: institution ? dayOf(institution.ends_at) : '',
  seats: institution?.seats ?? '',
  domains: institution?.domains ?? [],
  book_ids: institution?.books.map(({ id }) => id) ?? [],
});

/**
 * Changes to confirm before saving; null if there are none: members lose books (an earlier end, a start in the future,
 * fewer covered books), there are fewer seats than members, or a domain belongs to a public mail provider.
 */
function doubtsOf(institution: Institution | null, body: ReturnType<typeof bodyOf>) {
  const { starts_at: start, ends_at: end, seats, domains, book_ids } = body;
  const isClosed = institution?.is_active === true && start > new Date().toISOString();
  const isEarlier = institution !== null && end !== '' && dayOf(end) < dayOf(institution.ends_at);
  const books = (institution?.books ?? [])
    .filter(({ id }) => !book_ids.includes(id))
    .map(({ title }) => title);
  const isTooSmall = institution !== null && seats !== null && seats < institution.member_count;
  const open = domains.filter((domain) => isPublicMail(domain) && !institution?.domains.includes(domain));
  const isDoubtful = isEarlier || isClosed || books.length > 0 || isTooSmall || open.length > 0;
  return isDoubtful ? { isEarlier, end, isClosed, start, books, isTooSmall, seats, open } : null;
}

/** The form of an institution: its data, the email domains of its members, and the books that it covers. */
export function InstitutionForm({
  institution,
  onSubmit,
  onDone,
}: {
  institution: Institution | null;
  /** `version`: the version of the institution that the form was filled from. */
  onSubmit: (body: InstitutionBody, version: number) => Promise<{ id: string; version?: number }>;
  onDone: (id: string) => void;
}) {
  const { t, i18n } = useTranslation('admin');
  const errors = useFieldErrors();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Values | null>(null);
  // The page may already show a newer version than the form.
  const [version, setVersion] = useState(institution?.version ?? 0);
  // Includes books that another user has removed meanwhile.
  const [opened] = useState(institution);
  const titles = new Map(
    [...(opened?.books ?? []), ...(institution?.books ?? [])].map(({ id, title }) => [id, title]),
  );
  const [isConflict, setIsConflict] = useState(false);
  const form = useForm<Values>({
    initialValues: valuesOf(institution),
    validate: (values) => inForm(errors.validate(InstitutionBody)(bodyOf(institution, values))),
  });
  const allowLeaving = useAsksBeforeLeaving(form.isDirty());
  const save = useMutation({
    mutationFn: (values: Values) => onSubmit(bodyOf(institution, values), version),
    onSuccess: async ({ id, version: stored = version }, values) => {
      form.resetDirty(values);
      allowLeaving();
      setVersion(stored);
      setIsConflict(false);
      notifySuccess(t('institution.saved'));
      await queryClient.invalidateQueries({ queryKey: keysUnder('admin') });
      onDone(id);
    },
    onSettled: () => setAsking(null),
    onError: async (error) => {
      const fields = errors.fromServer(error);
      if (fields) form.setErrors(inForm(fields));
      else if (isEditedMeanwhile(error)) {
        await queryClient.invalidateQueries({ queryKey: keysUnder('admin') });
        setIsConflict(true);
      } else notifyError(await errorText(error, i18n.language));
    },
  });
  const doubts = asking ? doubtsOf(institution, bodyOf(institution, asking)) : null;
  // Once both versions are shown, the next save is intentional.
  if (isConflict && institution && institution.version > version) setVersion(institution.version);
  const submit = (values: Values) => {
    if (doubtsOf(institution, bodyOf(institution, values))) setAsking(values);
    else save.mutate(values);
  };
  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <Stack gap="md" maw={640}>
        <TextInput label={t('institution.name')} {...form.getInputProps('name')} />
        <Group grow align="start">
          <TextInput type="date" label={t('institution.from')} {...form.getInputProps('from')} />
          <TextInput type="date" label={t('institution.until')} {...form.getInputProps('until')} />
        </Group>
        <NumberInput
          label={t('institution.seats')}
          description={t('institution.seatsHint')}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('seats')}
        />
        <TagsInput
          label={t('institution.domains')}
          description={t('institution.domainsHint')}
          dir="ltr"
          splitChars={[',', ' ', ';']}
          {...form.getInputProps('domains')}
        />
        <SearchMultiSelect
          label={t('institution.books')}
          source={bookChoices}
          known={[...titles].map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('book_ids')}
        />
        <ReplacedBooks books={institution?.books ?? []} />
        {isConflict && institution && (
          <InstitutionConflict
            institution={institution}
            values={form.values}
            titles={titles}
            onTake={() => {
              form.setValues(valuesOf(institution));
              form.resetDirty(valuesOf(institution));
              setIsConflict(false);
            }}
          />
        )}
        <Button type="submit" loading={save.isPending} style={{ alignSelf: 'flex-start' }}>
          {t('save')}
        </Button>
      </Stack>
      {asking && doubts && (
        <ConfirmDialog
          title={t(institution ? 'institution.lossTitle' : 'institution.createTitle', { name: asking.name })}
          confirm={t('save')}
          isPending={save.isPending}
          onConfirm={() => save.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          {doubts.isEarlier && (
            <p>
              {t('institution.lossEnd', {
                count: institution?.member_count ?? 0,
                date: formatDate(doubts.end, i18n.language),
              })}
            </p>
          )}
          {doubts.isClosed && (
            <p>
              {t('institution.lossStart', {
                count: institution?.member_count ?? 0,
                date: formatDate(doubts.start, i18n.language),
              })}
            </p>
          )}
          {doubts.books.length > 0 && (
            <p>
              {t('institution.lossBooks', {
                count: institution?.member_count ?? 0,
                titles: doubts.books.join(', '),
              })}
            </p>
          )}
          {doubts.isTooSmall && (
            <p>
              {t('institution.fewerSeats', {
                count: institution?.member_count ?? 0,
                seats: doubts.seats ?? 0,
              })}
            </p>
          )}
          {doubts.open.length > 0 && (
            <p>{t('institution.publicDomains', { domains: doubts.open.join(', ') })}</p>
          )}
        </ConfirmDialog>
      )}
    </form>
  );
}
