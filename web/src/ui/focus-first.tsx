import { type ReactNode, useLayoutEffect, useRef } from 'react';

const FIELDS_AND_ACTS = ['input:not([type="hidden"])', 'select', 'textarea', 'button']
  .map((each) => `${each}:not(:disabled)`)
  .concat('a[href]')
  .join(', ');

/**
 * Wraps the content of a dialog: the focus goes to its first field or button instead of the close button, also when the
 * content loads later.
 */
export function FocusFirst({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = content.current?.querySelector<HTMLElement>(FIELDS_AND_ACTS);
    if (!first) return;
    // The dialog's focus trap focuses the element with this attribute when it opens.
    first.dataset.autofocus = '';
    const focused = document.activeElement;
    const isWaiting =
      first.closest('[role="dialog"]')?.contains(focused) && !content.current?.contains(focused);
    if (isWaiting) first.focus({ preventScroll: true });
  }, []);
  // `display: contents` keeps the fields direct items of the form's layout.
  return (
    <div ref={content} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
