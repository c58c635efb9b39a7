import { type RefObject, useEffect, useState } from 'react';

const IDLE_AFTER_MS = 2500;

/** True if there was no input for a while during playing: the controls are hidden. */
export function useIdle(target: RefObject<HTMLElement | null>, isActive: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (!element || !isActive) {
      setIdle(false);
      return;
    }
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    };
    wake();
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const name of events) element.addEventListener(name, wake);
    return () => {
      clearTimeout(timer);
      for (const name of events) element.removeEventListener(name, wake);
    };
  }, [target, isActive]);
  return isIdle;
}
