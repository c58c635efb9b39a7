import { useMemo } from 'react';
import { canTurn } from '../flow/text-settings.ts';
import { type Zoom, zoomIn } from '../layout/page-layout.ts';
import { useFullScreen, useIsPhone, useIsSmall, useWindowHeight } from '../use-device.ts';
import { useView } from '../use-view.ts';
import type { View } from '../view.ts';

/** The view settings on this screen. */
export interface Viewing {
  readonly view: View;
  change(part: Partial<View>): void;
  readonly isPhone: boolean;
  readonly isSmall: boolean;
  /** What the setting means on this screen. */
  readonly zoom: Zoom;
  /** Requested, and the window is wide enough. */
  readonly twoPages: boolean;
  /** The text view turns pages: requested, and the window is high enough. */
  readonly isTurned: boolean;
  readonly isFullScreen: boolean;
  toggleFullScreen(): void;
  leaveFullScreen(): void;
}

export function useViewing(): Viewing {
  const [view, change] = useView();
  const isPhone = useIsPhone();
  const isSmall = useIsSmall();
  const windowHeight = useWindowHeight();
  const hasRoom = canTurn(view.text, windowHeight, rootFontSize());
  const isTurned = view.mode === 'text' && view.text.movement === 'turn' && hasRoom;
  const { isFullScreen, toggle, leave } = useFullScreen();
  return useMemo(
    () => ({
      view,
      change,
      isPhone,
      isSmall,
      zoom: zoomIn(view.zoom, isSmall),
      twoPages: view.twoPages && !isPhone && view.mode === 'pages',
      isTurned,
      isFullScreen,
      toggleFullScreen: toggle,
      leaveFullScreen: leave,
    }),
    [view, change, isPhone, isSmall, isTurned, isFullScreen, toggle, leave],
  );
}

const rootFontSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
