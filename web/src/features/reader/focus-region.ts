const FOCUSABLE = ['button:not(:disabled)', 'a[href]', 'input:not(:disabled)', '[tabindex="0"]']
  .map((each) => `${each}:not([tabindex="-1"])`)
  .join(', ');

const entryOf = (region: HTMLElement): HTMLElement | null =>
  region.matches('[tabindex="0"]') ? region : region.querySelector<HTMLElement>(FOCUSABLE);

/** Moves the focus to the next or previous region of the viewer (bar, panels, pages), as F6 does in desktop programs. */
export function focusRegion(direction: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(entryOf);
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const from = at === -1 && direction === -1 ? 0 : at;
  const next = regions[(from + direction + regions.length) % regions.length];
  if (next) entryOf(next)?.focus({ preventScroll: true });
}
