import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Call } from '@vesalius/contract/calls';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/error-text.ts';
import { saveAnswer } from '../lib/save-file.ts';
import { useTypedFilter } from '../lib/use-address-filters.ts';
import { notifyError } from './notify.ts';
import classes from './records.module.css';

/** The bar above a list: its search, filters and actions. */
export const ListBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.bar}>{children}</div>
);

export function SearchFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const search = useTypedFilter(value, onChange);
  return (
    <TextInput
      className={classes.grow ?? ''}
      label={label}
      type="search"
      value={search.value}
      onChange={(event) => search.onChange(event.currentTarget.value)}
    />
  );
}

export function ChoiceFilter<Value extends string>({
  label,
  any,
  choices,
  value,
  onChange,
}: {
  label: string;
  /** The label of the option "any"; without it, one of the choices is always selected. */
  any?: string;
  choices: readonly { value: Value; label: string }[];
  value: string;
  onChange: (value: Value) => void;
}) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
      data={[...(any ? [{ value: '', label: any }] : []), ...choices]}
    />
  );
}

/**
 * A range of days. `words` replaces the default labels. `usual` is shown until the user changes a day; a cleared field
 * stays empty.
 */
export function DaysFilter({
  from,
  to,
  words,
  usual,
  onChange,
}: {
  from: string;
  to: string;
  words?: { from: string; to: string };
  usual?: { from: string; to: string } | undefined;
  onChange: (days: { from?: string; to?: string }) => void;
}) {
  const { t } = useTranslation('shell');
  return (
    <>
      <DayField
        label={words?.from ?? t('list.from')}
        day={from}
        usual={usual?.from}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        label={words?.to ?? t('list.to')}
        day={to}
        usual={usual?.to}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  );
}

function DayField({
  label,
  day,
  usual = '',
  onChange,
}: {
  label: string;
  day: string;
  usual?: string | undefined;
  onChange: (day: string) => void;
}) {
  const [isChanged, setChanged] = useState(false);
  const typed = useTypedFilter(day, onChange);
  return (
    <TextInput
      type="date"
      label={label}
      value={typed.value || (isChanged ? '' : usual)}
      onChange={(event) => {
        setChanged(true);
        typed.onChange(event.currentTarget.value);
      }}
    />
  );
}

/** Saves all rows that match the filters as a CSV file. */
export function SaveCsv({
  call,
  query,
  name,
}: {
  call: Call;
  query: Readonly<Record<string, string | undefined>>;
  name: string;
}) {
  const { t, i18n } = useTranslation('shell');
  const save = useMutation({
    mutationFn: () => saveAnswer(call, query, name),
    onError: async (error) => notifyError(await errorText(error, i18n.language)),
  });
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {t('list.csv')}
    </Button>
  );
}
