import { MOBILE_MAX_WIDTH } from '@vesalius/contract/constants';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { LANDSCAPE_MAX_HEIGHT, SMALL_WINDOW } from './layout/page-layout.ts';

/** As in `reader.module.css`. */
const NARROW_MAX_WIDTH = 1100;

/** As in `reader.module.css`: a desktop at 400 percent, and a phone in landscape. */
const LOW_MAX_HEIGHT = 480;

const phone = typeof matchMedia === 'function' ? matchMedia(`(max-width: ${MOBILE_MAX_WIDTH}px)`) : null;
const small = typeof matchMedia === 'function' ? matchMedia(SMALL_WINDOW) : null;
const narrow = typeof matchMedia === 'function' ? matchMedia(`(max-width: ${NARROW_MAX_WIDTH}px)`) : null;
const landscape =
  typeof matchMedia === 'function' ? matchMedia(`(max-height: ${LANDSCAPE_MAX_HEIGHT}px)`) : null;
const low = typeof matchMedia === 'function' ? matchMedia(`(max-height: ${LOW_MAX_HEIGHT}px)`) : null;

/** The viewer is never rendered on the server, so the media query can be read at once. */
const useMatches = (media: MediaQueryList | null): boolean =>
  useSyncExternalStore(
    (listener) => {
      media?.addEventListener('change', listener);
      return () => media?.removeEventListener('change', listener);
    },
    () => media?.matches ?? false,
  );

/** A phone, as specified. */
export const useIsPhone = (): boolean => useMatches(phone);
/** Too narrow or too low for the margins of a page. */
export const useIsSmall = (): boolean => useMatches(small);
/** Wide enough for one panel beside the page, but not for two. */
export const useIsNarrow = (): boolean => useMatches(narrow);
/** As low as a phone in landscape. */
export const useIsLandscape = (): boolean => useMatches(landscape);
/** Too low for the text and the bars around it. */
export const useIsLow = (): boolean => useMatches(low);

const followHeight = (listener: () => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};
export const useWindowHeight = (): number => useSyncExternalStore(followHeight, () => window.innerHeight);

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
    // Phones without the Fullscreen API keep the window as it is.
    else document.documentElement.requestFullscreen?.().catch(() => {});
  }, [leave]);
  return { isFullScreen, toggle, leave };
}
