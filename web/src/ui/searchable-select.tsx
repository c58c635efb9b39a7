import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';

/** The matches, and of these first the ones that begin with what was typed: "Guinea" before "Equatorial Guinea". */
const matchesFirst: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLocaleLowerCase();
  const matches = (options as ComboboxItem[]).flatMap((option) => {
    const position = option.label.toLocaleLowerCase().indexOf(typed);
    return position === -1 ? [] : [{ option, position }];
  });
  const begins = matches.filter(({ position }) => position === 0);
  const others = matches.filter(({ position }) => position > 0);
  return [...begins, ...others].map(({ option }) => option);
};

/** In an open list Enter chooses. It never sends the form, which would hold the former choice. */
const keepForm = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true')
    event.preventDefault();
};

/** A select whose list is searched by typing; the first match is highlighted, and Enter or leaving the field chooses it. */
export const SearchableSelect = (
  props: Omit<
    SelectProps,
    'searchable' | 'filter' | 'selectFirstOptionOnChange' | 'autoSelectOnBlur' | 'onKeyDown'
  >,
) => (
  <Select
    // A list that opens on focus would cover the error messages.
    openOnFocus={false}
    // Choosing the chosen one again would take it back.
    allowDeselect={false}
    {...props}
    searchable
    selectFirstOptionOnChange
    autoSelectOnBlur
    filter={matchesFirst}
    onKeyDown={keepForm}
  />
);
