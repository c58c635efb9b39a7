import { useCallback, useEffect, useState } from 'react';
import { endEarlyPage } from './start/early.ts';

/** Other parts wait at most this long for the first page (milliseconds). */
const PATIENCE_MS = 4000;

/** False until the first image is shown; all other parts load after it. */
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
