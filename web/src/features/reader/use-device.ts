import { MOBILE_MAX_WIDTH } from '@vesalius/contract/constants';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

const phone = typeof matchMedia === 'function' ? matchMedia(`(max-width: ${MOBILE_MAX_WIDTH}px)`) : null;

/** The specification's phone. The viewer is never rendered on the server, so the answer is known at once. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      phone?.addEventListener('change', listener);
      return () => phone?.removeEventListener('change', listener);
    },
    () => phone?.matches ?? false,
  );

export function useFullScreen(): { isFullScreen: boolean; toggle(): void; leave(): void } {
  const [isFullScreen, setFullScreen] = useState(false);
  useEffect(() => {
    const follow = () => setFullScreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const leave = useCallback(() => {
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  }, []);
  const toggle = useCallback(() => {
    if (document.fullscreenElement) leave();
    // Phones without it keep the window as it is.
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }, [leave]);
  return { isFullScreen, toggle, leave };
}
