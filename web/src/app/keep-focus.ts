import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Dialogs give the focus back within this time (milliseconds). */
const SETTLE_MS = 120;
/** What is turned off for a moment is on again within this time (milliseconds). */
const STAYS_OFF_MS = 2000;
/** A screen that has no heading by then has none (milliseconds). */
const HEADING_WITHIN_MS = 10_000;

const DIALOG = '[role="dialog"], dialog';
const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body;
const isUsable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert], [hidden]') === null;

/** Headings and regions are no controls: they take the focus from here and not from the Tab key. */
function focusQuietly(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** An element that had the focus, with all that it stood in: what is left of it says where reading goes on. */
interface Place {
  readonly element: HTMLElement;
  readonly ancestors: readonly Element[];
}

function placeOf(element: HTMLElement): Place {
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) ancestors.push(at);
  return { element, ancestors };
}

/** The nearest part of the page that is still there: itself where it can be used, otherwise its heading. */
function headingNear({ ancestors }: Place): HTMLElement | null {
  for (const ancestor of ancestors) {
    if (!ancestor.isConnected) continue;
    // What scrolls by keyboard (the pages of a book) is a place to go on from.
    if (ancestor instanceof HTMLElement && ancestor.tabIndex === 0) return ancestor;
    const heading = ancestor.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) return heading;
  }
  return null;
}

/**
 * The focus falls to the document when what had it is removed or turned off: a row that was deleted, a button that became
 * a result. Keys would do nothing and a screen reader would begin at the top. It goes to the same element as soon as that
 * can be used again, otherwise to the heading of the part it stood in.
 */
export function keepFocus(): () => void {
  let last: Place | null = null;
  let inPage: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const restore = (isLate: boolean) => {
    if (!last || !hasNoFocus()) return;
    if (isUsable(last.element)) return last.element.focus({ preventScroll: true });
    // Turned off while something is done: its turn comes again, or it is off for good.
    // While it says that it works it comes back, however long that takes: the observer sees when.
    if (last.element.isConnected && last.element.hasAttribute('data-loading')) return;
    if (last.element.isConnected && !isLate) {
      timer = setTimeout(() => restore(true), STAYS_OFF_MS);
      return;
    }
    const survives = last.ancestors.some((each) => each.isConnected && each.id !== 'main');
    const opener = survives ? null : inPage;
    if (opener && isUsable(opener.element)) return opener.element.focus({ preventScroll: true });
    const heading =
      headingNear(last) ?? (opener && headingNear(opener)) ?? document.querySelector<HTMLElement>('main h1');
    if (heading) focusQuietly(heading);
  };
  const check = () => {
    // A browser takes the focus from a button that is turned off only a moment later.
    if (!last || (!hasNoFocus() && isUsable(last.element))) return;
    clearTimeout(timer);
    timer = setTimeout(() => restore(false), SETTLE_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = placeOf(target);
    if (!target.closest(DIALOG)) inPage = last;
  };
  // A press beside everything is how one lets go of the focus.
  const onPress = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest('button, a, input, select, textarea, [role]'))
      last = null;
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress, true);
  };
}

/** Another screen begins at its heading. One that opened a field or a dialog has chosen for itself. */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const before = useRef({ pathname, element: null as Element | null });
  // While the screen that is left is still there: what led away from it.
  if (before.current.pathname !== pathname) before.current = { pathname, element: document.activeElement };
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById('main');
    if (!main) return;
    const startedAt = before.current.element;
    const hasChosen = () => {
      const { activeElement: active } = document;
      return active !== null && active !== startedAt && active !== main && !hasNoFocus();
    };
    const focusHeading = () => {
      if (hasChosen()) return true;
      const heading = main.querySelector<HTMLElement>('h1');
      if (!heading) return false;
      focusQuietly(heading);
      return true;
    };
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const observer = new MutationObserver(() => focusHeading() && stop());
    const timer = setTimeout(stop, HEADING_WITHIN_MS);
    if (focusHeading()) {
      clearTimeout(timer);
      return;
    }
    focusQuietly(main);
    observer.observe(main, { childList: true, subtree: true });
    return stop;
  }, [pathname]);
}
