import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './search-choice.module.css';

/** Waits for the end of a word before it asks (milliseconds). */
const TYPING_PAUSE = 250;
/** The value of the line that says that there are more; it cannot be chosen. */
const MORE = 'more';

export interface Choice {
  readonly value: string;
  readonly label: string;
}
/** Where the choices come from: the server, by what is typed. */
export interface ChoiceSource {
  readonly queryKey: readonly unknown[];
  readonly find: (
    search: string,
    signal: AbortSignal,
  ) => Promise<{ readonly choices: readonly Choice[]; readonly more: boolean }>;
  /** What a value is called that was chosen before the page was opened; null: there is none such. */
  readonly name?: (value: string, signal: AbortSignal) => Promise<string | null>;
}

interface FieldProps {
  readonly source: ChoiceSource;
  readonly label: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly placeholder?: string;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
}

/** What both fields have in common. Nothing is asked before the list is opened. */
function useChoices({ queryKey, find }: ChoiceSource, text: string, known: readonly Choice[]) {
  const { t } = useTranslation('fields');
  const [opened, setOpened] = useState(false);
  const [asked, setAsked] = useState(false);
  const [search] = useDebouncedValue(text.trim(), TYPING_PAUSE);
  const { data, isError, refetch } = useQuery({
    queryKey: [...queryKey, search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
    enabled: asked,
  });
  const found = data?.choices ?? [];
  const listed = new Set(found.map(({ value }) => value));
  const more = { value: MORE, label: t('choice.more'), disabled: true };
  const empty = t(isError ? 'choice.failed' : data ? 'choice.none' : 'choice.searching');
  return {
    said: opened && (found.length === 0 ? empty : data?.more ? t('choice.more') : ''),
    props: {
      searchable: true,
      // What was chosen before keeps its label, and is listed only where the server found it.
      data: [...found, ...known.filter(({ value }) => !listed.has(value)), ...(data?.more ? [more] : [])],
      filter: ({ options }: { options: readonly unknown[] }) =>
        (options as readonly Choice[]).filter(({ value }) => listed.has(value) || value === MORE) as never,
      nothingFoundMessage: empty,
      classNames: {
        option: classes.option as string,
        pill: classes.pill as string,
        pillsList: classes.pills as string,
        input: classes.many as string,
      },
      onDropdownOpen: () => {
        setOpened(true);
        setAsked(true);
        if (isError) void refetch();
      },
      onDropdownClose: () => setOpened(false),
    },
  };
}

/** For those who listen: what the list says beside its choices. */
const Said = ({ text }: { text: string | false }) => (
  <span className="visually-hidden" role="status">
    {text}
  </span>
);

/** Mantine leaves it to the mouse; here it is the only way back to nothing. */
const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0 });

/** One of more choices than a list can hold: asks the server while one types. */
export function SearchSelect({
  source,
  value,
  onChange,
  clearLabel,
  ...field
}: FieldProps & {
  value?: string | null;
  onChange?: (value: string | null, choice: Choice | null) => void;
  /** What the button that empties it is called; without, there is none. */
  clearLabel?: string;
}) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Choice | null>(null);
  const isGiven = typeof value === 'string' && value !== picked?.value;
  const { data: label } = useQuery({
    queryKey: [...source.queryKey, 'name', value],
    queryFn: ({ signal }) => source.name?.(value as string, signal) ?? null,
    enabled: isGiven && source.name !== undefined,
  });
  const chosen = isGiven && typeof label === 'string' ? { value, label } : picked;
  // The field shows the chosen label, which is not a search.
  const search = chosen?.label === text ? '' : text;
  const { said, props } = useChoices(source, search, chosen ? [chosen] : []);
  return (
    <>
      <Select
        {...field}
        {...props}
        classNames={{ option: classes.option as string }}
        allowDeselect={false}
        {...(clearLabel ? { clearable: true, clearButtonProps: clearButton(clearLabel) } : {})}
        value={value ?? null}
        onChange={(next, option) => {
          setPicked(next === null ? null : option);
          onChange?.(next, next === null ? null : option);
        }}
        onSearchChange={setText}
      />
      <Said text={said} />
    </>
  );
}

/** Several of more choices than a list can hold. */
export function SearchMultiSelect({
  source,
  known = [],
  ...field
}: FieldProps & {
  value?: string[];
  onChange?: (value: string[]) => void;
  /** What is chosen already: the server's first choices may not hold it. */
  known?: readonly Choice[];
}) {
  const [text, setText] = useState('');
  const { said, props } = useChoices(source, text, known);
  return (
    <>
      <MultiSelect {...field} {...props} hidePickedOptions searchValue={text} onSearchChange={setText} />
      <Said text={said} />
    </>
  );
}
