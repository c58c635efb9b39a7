import { MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './search-choice.module.css';

/** Debounces the search while the user types (milliseconds). */
const TYPING_DELAY_MS = 250;
/** The value of the disabled option that says that there are more choices. */
const MORE = 'more';

export interface Choice {
  readonly value: string;
  readonly label: string;
}
/** Searches the choices on the server. */
export interface ChoiceSource {
  readonly queryKey: readonly unknown[];
  readonly find: (
    search: string,
    signal: AbortSignal,
  ) => Promise<{ readonly choices: readonly Choice[]; readonly more: boolean }>;
  /** Returns the label of a stored value; null if it no longer exists. */
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

/** Shared by both fields. Requests nothing before the list is opened. */
function useChoices(
  { queryKey, find }: ChoiceSource,
  text: string,
  known: readonly Choice[],
  without: readonly string[] = [],
) {
  const { t } = useTranslation('fields');
  const [opened, setOpened] = useState(false);
  const [hasBeenOpened, setHasBeenOpened] = useState(false);
  const [search] = useDebouncedValue(text.trim(), TYPING_DELAY_MS);
  const { data, isError, refetch } = useQuery({
    queryKey: [...queryKey, search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
    enabled: hasBeenOpened,
  });
  const matches = (data?.choices ?? []).filter(({ value }) => !without.includes(value));
  const listed = new Set(matches.map(({ value }) => value));
  const more = { value: MORE, label: t('choice.more'), disabled: true };
  const empty = t(isError ? 'choice.failed' : data ? 'choice.none' : 'choice.searching');
  return {
    said: opened && (matches.length === 0 ? empty : data?.more ? t('choice.more') : ''),
    props: {
      searchable: true,
      // Selected values need an entry for their label, but are listed only if the server returned them.
      data: [...matches, ...known.filter(({ value }) => !listed.has(value)), ...(data?.more ? [more] : [])],
      filter: ({ options }: { options: readonly unknown[] }) =>
        (options as readonly Choice[]).filter(({ value }) => listed.has(value) || value === MORE),
      nothingFoundMessage: empty,
      classNames: {
        option: classes.option as string,
        pill: classes.pill as string,
        pillsList: classes.pills as string,
        input: classes.many as string,
      },
      onDropdownOpen: () => {
        setOpened(true);
        setHasBeenOpened(true);
        if (isError) void refetch();
      },
      onDropdownClose: () => setOpened(false),
    },
  };
}

/** Announces the list's message to screen readers. */
const Said = ({ text }: { text: string | false }) => (
  <span className="visually-hidden" role="status">
    {text}
  </span>
);

/**
 * Mantine's clear button is for the mouse only. Here it is the only way to clear the field, so screen readers and the
 * keyboard need it.
 */
const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0 });

/** A select for more choices than a list can hold: searches on the server while the user types. */
export function SearchSelect({
  source,
  value,
  onChange,
  clearLabel,
  without = [],
  ...field
}: FieldProps & {
  /** Values that are not offered, because they are chosen elsewhere. */
  without?: readonly string[];
  value?: string | null;
  onChange?: (value: string | null, choice: Choice | null) => void;
  /** The label of the clear button; without it, there is no clear button. */
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
  // The label of the selected choice is not a search.
  const search = chosen?.label === text ? '' : text;
  const { said, props } = useChoices(source, search, chosen ? [chosen] : [], without);
  return (
    <>
      <Select
        {...field}
        {...props}
        classNames={{ option: classes.option as string }}
        allowDeselect={false}
        // The focus also comes back to the field after a choice.
        openOnFocus={false}
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

/** Like `SearchSelect`, for several values. */
export function SearchMultiSelect({
  source,
  known = [],
  ...field
}: FieldProps & {
  value?: string[];
  onChange?: (value: string[]) => void;
  /** The selected choices: the server's first choices may not include them. */
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
