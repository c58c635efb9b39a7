import { type RefObject, useMemo, useRef } from 'react';

/** Where keys and commands move the focus. */
export interface Focus {
  readonly pageField: RefObject<HTMLInputElement | null>;
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** Moves the focus to the pages. */
  focusPages(): void;
}

export function useFocus(area: RefObject<HTMLElement | null>): Focus {
  const pageField = useRef<HTMLInputElement | null>(null);
  const searchField = useRef<HTMLInputElement | null>(null);
  return useMemo(
    () => ({
      pageField,
      searchField,
      focusPages: () => area.current?.focus({ preventScroll: true }),
    }),
    [area],
  );
}
