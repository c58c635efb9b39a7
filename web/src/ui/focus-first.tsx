import { type ReactNode, useLayoutEffect, useRef } from 'react';

const FIELDS_AND_ACTS = ['input:not([type="hidden"])', 'select', 'textarea', 'button']
  .map((each) => `${each}:not(:disabled)`)
  .concat('a[href]')
  .join(', ');

/** What stands in a dialog: the dialog opens on the first field or act in it, also when it comes later, not on "Close". */
export function FocusFirst({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = content.current?.querySelector<HTMLElement>(FIELDS_AND_ACTS);
    if (!first) return;
    // The dialog's focus trap looks for this when it opens.
    first.dataset.autofocus = '';
    const focused = document.activeElement;
    const isWaiting =
      first.closest('[role="dialog"]')?.contains(focused) && !content.current?.contains(focused);
    if (isWaiting) first.focus({ preventScroll: true });
  }, []);
  // Without a box of its own: the gaps of a form stand between its fields.
  return (
    <div ref={content} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
