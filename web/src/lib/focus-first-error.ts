/**
 * For `form.onSubmit(handle, focusFirstError)`: after a refused submit the keyboard stands in the first field with a
 * complaint, in the order of the page. It waits for the complaints to be drawn, which is what marks the fields.
 */
export function focusFirstError(
  _errors: unknown,
  _values: unknown,
  event: { currentTarget: unknown } | undefined,
): void {
  const form = event?.currentTarget;
  if (!(form instanceof HTMLFormElement)) return;
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
