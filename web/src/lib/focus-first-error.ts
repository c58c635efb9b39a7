/**
 * For `form.onSubmit(handle, focusFirstError)`: moves the focus to the first invalid field on the page after a refused submit. Waits
 * for the errors to be rendered, because they mark the fields.
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
