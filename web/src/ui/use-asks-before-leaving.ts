import { useCallback, useEffect, useRef } from 'react';

/** The forms of this page with unsaved changes. */
const unsavedForms = new Set<{ inList: boolean }>();
/** Whether leaving would lose one: for the same page with other filters, only those in its list. */
export const hasUnsavedForm = (isSamePage: boolean): boolean =>
  [...unsavedForms].some(({ inList }) => inList || !isSamePage);

/**
 * Makes the browser ask before it leaves a document with unsaved changes; a page with a `LeaveQuestion` asks before it leads to
 * another one, too. Returns a function that allows it from now on, for what leads on as soon as the changes are saved.
 */
export function useAsksBeforeLeaving(isUnsaved: boolean, { inList = false } = {}): () => void {
  const allow = useRef(() => {});
  useEffect(() => {
    if (!isUnsaved) return;
    const form = { inList };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    unsavedForms.add(form);
    addEventListener('beforeunload', ask);
    allow.current = () => {
      unsavedForms.delete(form);
      removeEventListener('beforeunload', ask);
    };
    return () => allow.current();
  }, [isUnsaved, inList]);
  return useCallback(() => allow.current(), []);
}
