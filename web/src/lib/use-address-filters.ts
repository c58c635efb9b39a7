import { useEffect, useState } from 'react';
import { useAddress } from './use-address.ts';

/** Waits for the end of a word (milliseconds). */
const TYPING_PAUSE_MS = 250;

/**
 * The filters and the page of a list are in the address, so that a returning user finds the same list. If a screen
 * has two lists, each names its page.
 */
export function useAddressFilters<const Name extends string>(names: readonly Name[], pageName = 'page') {
  const [search, write] = useAddress();
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  return {
    filters,
    page: Math.max(1, Math.floor(Number(search.get(pageName))) || 1),
    /** Another filter begins on its first page. */
    change: (next: Readonly<Partial<Record<Name, string | null>>>) =>
      write({ ...(next as Record<string, string | null>), [pageName]: null }),
    addressOf: (page: number) => {
      const params = new URLSearchParams(search);
      page > 1 ? params.set(pageName, String(page)) : params.delete(pageName);
      return `?${params}`;
    },
  };
}

/**
 * A field for one of the filters: what is typed shows at once, and is searched for once the fingers rest. What another
 * hand writes into the address is taken over.
 */
export function useTypedFilter(value: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => {
      setSent(typed.trim());
      onSettled(typed.trim());
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { value: typed, onChange: setTyped };
}
