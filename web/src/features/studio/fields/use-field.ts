import { isSamePath, type Path, type Value, valueAt } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useFieldLabel } from './field-label.ts';
import { useForm } from './form-context.ts';
import { setField } from './set-field.ts';

/** A value of the working copy, its name, and a function that changes it. */
export function useField(path: Path) {
  const { document, mayEdit, change } = useForm();
  const labelOf = useFieldLabel();
  return {
    value: valueAt(document, path),
    label: labelOf(path.at(-1) ?? ''),
    mayEdit,
    set: (value: Value | undefined) => change(setField(document, path, value)),
  };
}

/**
 * The text of a field while the user types: it need not be a valid value yet. Changes by others appear when the field
 * loses the focus; what is typed goes when the form may only be read any more.
 */
export function useDraft(path: Path, shown: string) {
  const { mayEdit } = useForm();
  const [draft, setDraft] = useState<{ path: Path; text: string } | null>(null);
  return {
    text: draft && mayEdit && isSamePath(draft.path, path) ? draft.text : shown,
    type: (text: string) => setDraft({ path, text }),
    leave: () => setDraft(null),
  };
}
