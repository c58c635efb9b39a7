import { useEffect, useState } from 'react';
import { focusNeighbor, type Place, placeOf } from './focus-neighbor.ts';

/** What a dialog did may take its opener away a moment later, with the list's next answer (milliseconds). */
const OPENER_WATCH_MS = 10_000;

/**
 * For a dialog that is there only while it is open: gives the focus back to what had it. Where that is gone, or goes with what the
 * dialog did, its neighbor gets the focus, in the reader the pages; nothing happens when something else has taken it.
 */
export function useReturnsFocus(): void {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  const [place] = useState(() => (before && before !== document.body ? placeOf(before) : null));
  useEffect(
    () => () => {
      // Once the dialog with the focus in it is out of the document.
      setTimeout(() => {
        if (!isFocusFree()) return;
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        if (!isThere) return focusInstead(place);
        before.focus({ preventScroll: true });
        watch(before, place);
      });
    },
    [before, place],
  );
}

const isFocusFree = () => !document.activeElement || document.activeElement === document.body;

function focusInstead(place: Place | null): void {
  const pages =
    document.querySelector<HTMLElement>('[data-word-caret]') ??
    document.querySelector<HTMLElement>('[data-scroller]');
  if (pages) pages.focus({ preventScroll: true });
  else if (place) focusNeighbor(place);
}

/** Watches until the focus leaves the opener by itself. */
function watch(opener: HTMLElement, place: Place | null): void {
  const observer = new MutationObserver(() => {
    if (opener.isConnected) return;
    stop();
    if (isFocusFree()) focusInstead(place);
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', stop);
  };
  const timer = setTimeout(stop, OPENER_WATCH_MS);
  document.addEventListener('focusin', stop);
  observer.observe(document.body, { childList: true, subtree: true });
}
