let isPressed = false;
const released = new EventTarget();

for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
  window.addEventListener(
    type,
    () => {
      isPressed = type === 'pointerdown';
      if (!isPressed) released.dispatchEvent(new Event('released'));
    },
    true,
  );

/** Does something at once, or, while a pointer is pressed, after the click that follows. */
function afterPress(act: () => void) {
  if (isPressed) released.addEventListener('released', () => setTimeout(act), { once: true });
  else act();
}

/**
 * For `useForm({ enhanceGetInputProps })`: validates a field when it loses the focus. Not `validateInputOnBlur`, because
 * an error that appears while the button of a mouse is down moves what is pressed away, and the click is lost.
 *
 * @param fields Which ones; all by default.
 */
export const validateOnBlur =
  (fields?: readonly string[]) =>
  ({ field, form }: { field: unknown; form: { validateField: (field: never) => unknown } }) => {
    if (fields && !fields.includes(String(field))) return undefined;
    return { onBlur: () => afterPress(() => form.validateField(field as never)) };
  };
