/** The name of the field to focus once it is rendered. */
let wanted: string | null = null;

/** Focuses the field with this name as `data-focus`: at once, or when it is rendered. */
export function focusOn(name: string): void {
  const element = document.querySelector<HTMLElement>(`[data-focus="${CSS.escape(name)}"]`);
  wanted = element ? null : name;
  element?.focus();
}

/** The attributes of a field that `focusOn` finds. */
export const focusable = (name: string) => ({
  'data-focus': name,
  ref: (element: HTMLElement | null) => {
    if (!element || wanted !== name) return;
    wanted = null;
    element.focus();
  },
});
