import { useCallback, useEffect, useState } from 'react';
import { endEarlyPage } from './start/early.ts';

/** A first page that does not come holds nothing else back for longer (milliseconds). */
const PATIENCE_MS = 4000;

/** False until the first picture is on the screen; what is not the page itself waits for that. */
export function useFirstPageShown(tell?: (shown: boolean) => void): [boolean, () => void] {
  const [isShown, setShown] = useState(false);
  const shown = useCallback(() => setShown(true), []);
  useEffect(() => {
    if (isShown) {
      endEarlyPage();
      tell?.(true);
      return;
    }
    const timer = setTimeout(shown, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isShown, shown, tell]);
  useEffect(() => endEarlyPage, []);
  return [isShown, shown];
}
