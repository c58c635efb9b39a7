/** A dialog of the component library scrolls by itself, below a header of its own. */
const DIALOG = '.mantine-Modal-content';

/**
 * Tells what scrolls behind a bar how much of it the bar covers, which depends on its rows: what takes the focus is then
 * scrolled clear of it (`base.css`). A bar that does not stick just now covers nothing.
 */
export function keepClearOf(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const scroller = bar.closest<HTMLElement>(DIALOG) ?? document.documentElement;
  const name = bar.matches('header') ? '--header-height' : '--bar-height';
  bar.dataset.stickyBar = '';
  const tell = () => {
    const sticks = /sticky|fixed/.test(getComputedStyle(bar).position);
    scroller.style.setProperty(name, `${sticks ? bar.offsetHeight : 0}px`);
  };
  tell();
  // Turning a phone changes whether a bar sticks, and not always how high it is.
  window.addEventListener('resize', tell);
  const observer = new ResizeObserver(tell);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', tell);
    scroller.style.removeProperty(name);
  };
}

/** Dialogs come and go anywhere: the header of one is measured when the focus comes into it. */
export function measureDialogHeaders(): () => void {
  const headers = new WeakMap<Element, () => void>();
  const onFocus = ({ target }: FocusEvent) => {
    const header =
      target instanceof Element && target.closest(DIALOG)?.querySelector('.mantine-Modal-header');
    if (!(header instanceof HTMLElement) || headers.has(header)) return;
    headers.set(header, keepClearOf(header) ?? (() => {}));
  };
  document.addEventListener('focusin', onFocus);
  return () => document.removeEventListener('focusin', onFocus);
}
