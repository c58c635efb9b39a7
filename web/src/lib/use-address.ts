import { useSearchParams } from 'react-router';
import { isOnTheWay } from './navigation.ts';

/**
 * What a list is searched and filtered by, in the address: a returning user finds it as it was. An empty value is left
 * out; nothing is added to the history.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const change = (next: Readonly<Record<string, string | null>>) => {
    // The last letters of a search do not call a user back who has chosen another screen.
    if (isOnTheWay()) return;
    setAddress(
      (old) => {
        const params = new URLSearchParams(old);
        for (const [name, value] of Object.entries(next))
          value ? params.set(name, value) : params.delete(name);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [address, change] as const;
}
