import { useCallback, useEffect, useRef } from 'react';

/** How many layers lie above the page at this entry of the history. */
const depthNow = (): number => (history.state as { layers?: number } | null)?.layers ?? 0;

/**
 * A phone's step back closes what lies above the page instead of leaving the page: opening adds an entry with the
 * same address. Returns how to close it by hand, which takes that entry away again.
 */
export function useBackCloses(opened: boolean, onClose: () => void): () => void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!opened) return;
    const depth = depthNow() + 1;
    history.pushState({ ...history.state, layers: depth }, '');
    const onPop = () => {
      if (depthNow() < depth) close.current();
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [opened]);
  return useCallback(() => {
    // Whoever went elsewhere in the meantime has left the entry behind.
    if (opened && depthNow() > 0) history.back();
    else close.current();
  }, [opened]);
}
