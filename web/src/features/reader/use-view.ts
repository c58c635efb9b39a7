import { useCallback, useEffect, useMemo, useState } from 'react';
import { useIsLandscape, useIsNarrow } from './use-device.ts';
import { rememberedView, rememberView, type View } from './view.ts';

export function useView(): [View, (change: Partial<View>) => void] {
  const [stored, setView] = useState(rememberedView);
  const isNarrow = useIsNarrow();
  const isLandscape = useIsLandscape();
  // A phone that is turned keeps what it has when it is upright.
  const [opensInLandscape, setOpensInLandscape] = useState(false);
  const change = useCallback(
    ({ pagePanelOpen, ...part }: Partial<View>) => {
      if (isLandscape && pagePanelOpen !== undefined) setOpensInLandscape(pagePanelOpen);
      setView((now) => ({
        ...now,
        ...(isNarrow && pagePanelOpen ? { panelOpen: false } : {}),
        ...(pagePanelOpen === undefined || isLandscape ? {} : { pagePanelOpen }),
        ...part,
      }));
    },
    [isNarrow, isLandscape],
  );
  useEffect(() => rememberView(stored), [stored]);
  // Two panels would leave no space for the page: the second one returns when the first is closed.
  const isCovered = isNarrow && stored.panelOpen;
  const pagePanelOpen = (isLandscape ? opensInLandscape : stored.pagePanelOpen) && !isCovered;
  const view = useMemo(() => ({ ...stored, pagePanelOpen }), [stored, pagePanelOpen]);
  return [view, change];
}
