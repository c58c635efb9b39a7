import { announce } from './announce.ts';

const ERROR = '.mantine-InputWrapper-error';

/** The error shown at the focused field. */
function focusedError(): string {
  const describedBy = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const error = describedBy.map((id) => document.getElementById(id)).find((each) => each?.matches(ERROR));
  return error?.textContent ?? '';
}

/**
 * Screen readers read a field's error when the field gets the focus. This announces an error that appears while its
 * field already has the focus (the response to Enter in that field).
 */
export function sayFieldErrors(): () => void {
  let lastError = '';
  const check = () => {
    const error = focusedError();
    if (error && error !== lastError) announce(error);
    lastError = error;
  };
  const onFocus = () => {
    lastError = focusedError();
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  document.addEventListener('focusin', onFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
}
