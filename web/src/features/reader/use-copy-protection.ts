import { COPY_PROTECTION_MS, COPY_PROTECTION_TEXT } from '@vesalius/contract/constants';
import { type RefObject, useEffect } from 'react';
import { usePreference } from '../../lib/preferences.ts';
import { onOwnCopy } from './own-copy.ts';

/**
 * While the page area has the focus, copying and cutting yield 'Access Restricted', the clipboard
 * is overwritten with it every 300 ms, and the comma key copies a dot. Leaving the area, or a refusal by the browser,
 * ends it silently. Input fields and the reader's own notes are exempt: after one of them was copied, the clipboard
 * stays until the reader presses or types into the pages again, because a closing dialog returns the focus there. For
 * users whose tools need the clipboard, only copying is refused.
 */
export function useCopyProtection(area: RefObject<HTMLElement | null>, active: boolean): void {
  const isFree = usePreference('clipboardFree');
  useEffect(() => {
    const element = area.current;
    if (!active || !element) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOwn = false;
    const write = (text: string) => navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('none'));
    const stop = () => clearInterval(timer);
    const start = () => {
      stop();
      if (isFree) return;
      timer = setInterval(() => {
        if (document.hasFocus() && !isOwn) write(COPY_PROTECTION_TEXT).catch(stop);
      }, COPY_PROTECTION_MS);
    };
    const onCopy = (event: ClipboardEvent) => {
      if (isField(event.target)) return;
      event.clipboardData?.setData('text/plain', COPY_PROTECTION_TEXT);
      event.preventDefault();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      // These keys lead to another window or a browser command; they are not typed into the pages.
      if (!['Alt', 'Control', 'Meta', 'Shift', 'Tab'].includes(event.key)) onPress();
      if (event.key === ',' && !isFree && !isField(event.target)) write('.').catch(() => {});
    };
    const onPress = () => {
      isOwn = false;
    };
    const unsubscribe = onOwnCopy(element, () => {
      isOwn = true;
    });
    const onFocusOut = (event: FocusEvent) => {
      if (!element.contains(event.relatedTarget as Node | null)) stop();
    };
    element.addEventListener('focusin', start);
    element.addEventListener('focusout', onFocusOut);
    element.addEventListener('copy', onCopy);
    element.addEventListener('cut', onCopy);
    element.addEventListener('keydown', onKeyDown);
    element.addEventListener('pointerdown', onPress);
    if (element.contains(document.activeElement)) start();
    return () => {
      stop();
      element.removeEventListener('focusin', start);
      element.removeEventListener('focusout', onFocusOut);
      element.removeEventListener('copy', onCopy);
      element.removeEventListener('cut', onCopy);
      element.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('pointerdown', onPress);
      unsubscribe();
    };
  }, [area, active, isFree]);
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
