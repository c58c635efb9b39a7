import type { Fields } from '@vesalius/contract/working-copy-document';
import { useEffect, useRef } from 'react';
import { useAddress } from '../../../lib/use-address.ts';
import type { Selection } from '../desk/desk-context.ts';
import { selectionOfField } from './field-place.ts';

/** So many frames the field has to appear; then the focus goes to what is around it. */
const MAX_FRAMES = 20;

/**
 * Opens and focuses the field in the address, on its page: the target of links in the check list. `pageCount` is 0 while the
 * desk is not ready.
 */
export function useOpenField(
  document: Fields,
  select: (selection: Selection) => void,
  pageCount: number,
): void {
  const [address, write] = useAddress();
  const field = address.get('field');
  const opening = useRef<string | null>(null);
  useEffect(() => {
    if (!field || pageCount === 0 || opening.current === field) return;
    opening.current = field;
    const { selection, page } = selectionOfField(document, field.split('/'));
    const isThere = page !== null && page <= pageCount;
    select(selection);
    const focus = (frame: number) =>
      requestAnimationFrame(() => {
        if (!focusField(field, frame < MAX_FRAMES)) return focus(frame + 1);
        opening.current = null;
        write({ field: null, ...(isThere ? { page: page > 1 ? String(page) : null } : {}) });
      });
    focus(1);
  });
}

/** What is written in comes before what is clicked: an entry's first button moves or removes it. */
const FOCUSABLE = [
  ':is(textarea, select, input:not([type=hidden], [type=file], [type=radio])):not(:disabled)',
  ':is(input[type=radio], button, summary):not(:disabled)',
];

/** Focuses the field, or the closest existing ancestor. */
function focusField(field: string, isExact: boolean): boolean {
  const segments = field.split('/');
  for (let length = segments.length; length > 0; length -= 1) {
    const name = segments.slice(0, length).join('/');
    const place = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
    if (!place && isExact) return false;
    if (!place) continue;
    for (let around: Element | null = place; around; around = around.parentElement)
      if (around instanceof HTMLDetailsElement) around.open = true;
    const [target] = FOCUSABLE.flatMap((each) => place.querySelector<HTMLElement>(each) ?? []);
    (target ?? place).focus();
    place.scrollIntoView({ block: 'center' });
    return true;
  }
  return true;
}
