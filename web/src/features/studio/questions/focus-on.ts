/** What is to have the focus as soon as it is there. */
let wanted: string | null = null;

/** The field that carries this name as `data-focus`: at once, or when it is rendered. */
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
