import { useEffect, useState } from 'react';
import { useAddress } from './use-address.ts';

/** Waits for the end of a word (milliseconds). */
const TYPING_PAUSE_MS = 250;

/** The filters and the page of a list stand in the address: whoever comes back finds the list as it was. */
export function useAddressFilters<const Name extends string>(names: readonly Name[]) {
  const [search, write] = useAddress();
  const filters = Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<
    Name,
    string
  >;
  return {
    filters,
    page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
    /** Another filter begins on its first page. */
    change: (next: Readonly<Partial<Record<Name, string | null>>>) =>
      write({ ...(next as Record<string, string | null>), page: null }),
    addressOf: (page: number) => {
      const params = new URLSearchParams(search);
      page > 1 ? params.set('page', String(page)) : params.delete('page');
      return `?${params}`;
    },
  };
}

/** A field for one of the filters: what is typed shows at once, and is searched for once the fingers rest. */
export function useTypedFilter(value: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSettled(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { value: typed, onChange: setTyped };
}
