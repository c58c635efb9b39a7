/** A dialog of the component library scrolls on its own, below its header. */
const DIALOG = '.mantine-Modal-content';

/**
 * Publishes the height of a sticky bar to the element that scrolls behind it, so that focused elements are scrolled
 * clear of the bar (`base.css`). The height depends on the bar's rows; a bar that does not stick counts as 0.
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
  // Rotating a phone can change whether a bar sticks without changing its height.
  window.addEventListener('resize', tell);
  const observer = new ResizeObserver(tell);
  observer.observe(bar);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', tell);
    scroller.style.removeProperty(name);
  };
}

/** Dialogs open anywhere: a dialog's header is measured when the focus first enters the dialog. */
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

/** Publishes the height of the messages to a tool that fills the window, which is lower by it. */
export function leaveRoomFor(messages: HTMLElement | null): (() => void) | undefined {
  if (!messages) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--toasts-height', `${messages.offsetHeight}px`),
  );
  observer.observe(messages);
  return () => {
    observer.disconnect();
    style.removeProperty('--toasts-height');
  };
}
