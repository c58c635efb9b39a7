import { useMemo } from 'react';
import { useFullScreen, useIsPhone } from '../use-device.ts';
import { useView } from '../use-view.ts';
import type { View } from '../view.ts';

/** The view settings on this screen. */
export interface Viewing {
  readonly view: View;
  change(part: Partial<View>): void;
  readonly isPhone: boolean;
  /** Requested, and the window is wide enough. */
  readonly twoPages: boolean;
  readonly isFullScreen: boolean;
  toggleFullScreen(): void;
  leaveFullScreen(): void;
}

export function useViewing(): Viewing {
  const [view, change] = useView();
  const isPhone = useIsPhone();
  const { isFullScreen, toggle, leave } = useFullScreen();
  return useMemo(
    () => ({
      view,
      change,
      isPhone,
      twoPages: view.twoPages && !isPhone && view.mode === 'pages',
      isFullScreen,
      toggleFullScreen: toggle,
      leaveFullScreen: leave,
    }),
    [view, change, isPhone, isFullScreen, toggle, leave],
  );
}
