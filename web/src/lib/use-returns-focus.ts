import { useEffect, useState } from 'react';

/**
 * For a dialog that is there only while it is open: gives the focus back to what had it, or to the pages where that is
 * gone, when nothing else has taken it.
 */
export function useReturnsFocus(): void {
  const [before] = useState(() => (typeof document === 'undefined' ? null : document.activeElement));
  useEffect(
    () => () => {
      // Once the dialog with the focus in it is out of the document.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return;
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        const to = isThere
          ? before
          : (document.querySelector<HTMLElement>('[data-word-caret]') ??
            document.querySelector<HTMLElement>('[data-scroller]'));
        to?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
