import { useNavigation, useSearchParams } from 'react-router';

/**
 * What a list is searched and filtered by, in the address: whoever comes back finds it as it was. An empty value is left
 * out; nothing is added to the history.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const { state } = useNavigation();
  const change = (next: Readonly<Record<string, string | null>>) => {
    // Somebody who is on the way to another screen is not called back by the last letters of a search.
    if (state !== 'idle') return;
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
