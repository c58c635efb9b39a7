/** Scrolls to the beginning of the element, unless that is in view and clear of the sticky bars (`base.css`). */
export function showBeginning(element: HTMLElement): void {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const { top } = element.getBoundingClientRect();
  const lowest = window.innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0);
  if (top < (Number.parseFloat(scrollPaddingTop) || 0) || top > lowest)
    element.scrollIntoView({ block: 'start' });
}

/** For something new to read. A browser on its own does not scroll where a part of a large element is in view. */
export function focusInView(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  showBeginning(element);
}
