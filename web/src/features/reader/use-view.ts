import { useCallback, useEffect, useMemo, useState } from 'react';
import { useIsNarrow } from './use-device.ts';
import { rememberedView, rememberView, type View } from './view.ts';

export function useView(): [View, (change: Partial<View>) => void] {
  const [view, setView] = useState(rememberedView);
  const isNarrow = useIsNarrow();
  const change = useCallback(
    (part: Partial<View>) =>
      setView((now) => ({
        ...now,
        ...(isNarrow && part.pagePanelOpen ? { panelOpen: false } : {}),
        ...part,
      })),
    [isNarrow],
  );
  useEffect(() => rememberView(view), [view]);
  // Two panels would leave no space for the page: the second one returns when the first is closed.
  const isCovered = isNarrow && view.panelOpen && view.pagePanelOpen;
  const shown = useMemo(() => (isCovered ? { ...view, pagePanelOpen: false } : view), [view, isCovered]);
  return [shown, change];
}
