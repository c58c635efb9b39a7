import { useCallback, useEffect, useState } from 'react';
import { rememberedView, rememberView, type View } from './view.ts';

export function useView(): [View, (change: Partial<View>) => void] {
  const [view, setView] = useState(rememberedView);
  const change = useCallback((part: Partial<View>) => setView((now) => ({ ...now, ...part })), []);
  useEffect(() => rememberView(view), [view]);
  return [view, change];
}
