import { useEffect, useRef } from 'react';
import { useAddress } from '../../../lib/use-address.ts';
import type { Selection } from '../desk/desk-context.ts';
import { selectionOfField } from './field-place.ts';

/** Opens the field that the address names, and gives it the focus: links of the check list lead here. */
export function useOpenField(select: (selection: Selection) => void, isReady: boolean): void {
  const [address, write] = useAddress();
  const field = address.get('field');
  const opening = useRef<string | null>(null);
  useEffect(() => {
    if (!field || !isReady || opening.current === field) return;
    opening.current = field;
    select(selectionOfField(field.split('/')));
    // After the inspector shows what is selected now.
    requestAnimationFrame(() => {
      opening.current = null;
      focusField(field);
      write({ field: null });
    });
  });
}

const FOCUSABLE = 'input:not([type=hidden]), textarea, select, button, summary';

/** The field, or the nearest place around it that is there. */
function focusField(field: string): void {
  const segments = field.split('/');
  for (let length = segments.length; length > 0; length -= 1) {
    const place = document.querySelector(`[data-field="${CSS.escape(segments.slice(0, length).join('/'))}"]`);
    if (!place) continue;
    for (let around: Element | null = place; around; around = around.parentElement)
      if (around instanceof HTMLDetailsElement) around.open = true;
    place.querySelector<HTMLElement>(FOCUSABLE)?.focus();
    place.scrollIntoView({ block: 'center' });
    return;
  }
}
