import type { Path } from '@vesalius/contract/working-copy-document';
import { useState } from 'react';
import { useField } from '../fields/use-field.ts';

/**
 * A text of the working copy while it is typed. Spaces at its ends are kept in the draft only; other changes of the
 * value (undo, another user) show at once.
 */
export function useText(path: Path) {
  const { value, mayEdit, set } = useField(path);
  const stored = typeof value === 'string' ? value : '';
  const [draft, setDraft] = useState('');
  return {
    text: draft.trim() === stored ? draft : stored,
    mayEdit,
    type: (typed: string) => {
      setDraft(typed);
      const next = typed.trim();
      if (next !== stored) set(next || undefined);
    },
  };
}
