import { announce } from './announce.ts';

const ERROR = '.mantine-InputWrapper-error';

/** The error that stands at the field with the focus. */
function focusedError(): string {
  const describedBy = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const error = describedBy.map((id) => document.getElementById(id)).find((each) => each?.matches(ERROR));
  return error?.textContent ?? '';
}

/**
 * Screen readers read the error of a field when the focus comes to it. One that comes while the focus is there already (the answer
 * to Enter in that field) is said.
 */
export function sayFieldErrors(): () => void {
  let known = '';
  const look = () => {
    const error = focusedError();
    if (error && error !== known) announce(error);
    known = error;
  };
  const onFocus = () => {
    known = focusedError();
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  document.addEventListener('focusin', onFocus);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
  };
}
